// Means of figures over labels with equal weights (macro means), with floors and intervals.
#ifndef CAL_RUN_REPORT_GROUPS_MEANS_H
#define CAL_RUN_REPORT_GROUPS_MEANS_H
#include "run/report/value.h"

typedef struct cal_mean {
    const char *key;
    const cal_metric *metric;
    int labels; // number of labels with a finite figure; the others are left out
    double sum, *draw;
    int floors;                // number of labels with a floor
    double floor, *floor_draw; // sums of the floors and of their draws
} cal_mean;

typedef struct cal_means {
    cal_arena arena;
    int count, draws, floor_draws;
    cal_mean *mean;
} cal_means;

// Adds a label's figures, whose draws have the same samples as those of the other labels. Sets arena.refused.
void cal_means_add(cal_means *out, const cal_figures *figures);
// Finds the mean of a figure and its floor. The floor's draws use one random number for all labels of a
// sample. Returns false without a floor.
bool cal_means_find(double *value, cal_moments *floor, const cal_means *means, const char *key);
// Makes the means; none without a label. Intervals have percentiles of the means of paired draws, moved to
// the value.
void cal_means_figures(cal_mean_figures *out, cal_arena *arena, const cal_means *means);
void cal_means_free(cal_means *means);

#endif
