// Finds the group whose ECE is furthest above its floor, with a p value that is corrected for the search.
//
// The p value is that of a Monte Carlo test (Barnard 1963): labels are drawn from the model's own
// probabilities, for which it is calibrated. The ECE of a calibrated group is skewed, so that a normal tail
// rejects too often; draws have the right shape. Bonferroni's factor is valid even if groups share samples or
// cases.
#ifndef CAL_RUN_REPORT_GROUPS_OUTLIER_H
#define CAL_RUN_REPORT_GROUPS_OUTLIER_H
#include "run/report/value.h"

typedef struct cal_outlier {
    double z, ece;       // z: (ECE - floor) / standard deviation of the floor's draws
    int group, searched; // group: -1 before the first one
} cal_outlier;

// Takes a group into the search, unless its floor does not vary.
void cal_outlier_see(cal_outlier *worst, int group, double ece, cal_moments floor);

// ECE of the worst group in each draw: a mean over its parts, which are labels, or one part.
typedef struct cal_outlier_draws {
    int draws, parts;
    double *sum;  // [draws], over the parts
    bool by_case; // some case has several rows, which share one random number
} cal_outlier_draws;

// Allocates the draws of a group of n rows in all. Large groups have fewer, but p can always fall below 0.05.
void cal_outlier_draws_begin(cal_outlier_draws *out, cal_arena *arena, const cal_outlier *worst, int n);
// Adds a part. Rows with the same number in scores->cases share each draw's random number.
void cal_outlier_draws_add(cal_outlier_draws *out, cal_arena *arena, const cal_scores *scores,
                           const cal_measured *ece);
// Fills everything but the name.
void cal_outlier_judge(cal_worst_group *out, const cal_outlier *worst, const cal_outlier_draws *drawn);

#endif
