// Floor 4. What chance has to say about figures.
//
// A noise floor is what a figure would be, on average, for a perfectly calibrated model with these very
// confidences: right and wrong are drawn anew with the confidence as the probability. With few samples it is
// far from zero, and a measured figure means little until it is well above. A bootstrap interval says how
// much the figure would vary with other samples: the set is drawn anew from itself. An error of calibration
// is larger on average in such a draw than in the set, for the same reason that it has a floor, so the spread
// of the draws around their mean is what is put around the figure. Both from fixed seeds, so that a report is
// the same everywhere.
#ifndef CAL_RUN_CHANCE_H
#define CAL_RUN_CHANCE_H
#include "base/share.h"
#include "zoo/metric.h"
#include "zoo/proportion.h"

enum { CAL_FLOOR_DRAWS = 100, CAL_INTERVAL_DRAWS = 200, CAL_DRAWS_MAX = 10000 };

// How often to draw; 0 leaves it out.
typedef struct cal_chance {
    int floor, interval;
} cal_chance;
// The usual numbers, fewer for sets so large that they would take minutes.
cal_chance cal_chance_usual(int n, int k);

typedef struct cal_measured {
    const cal_metric *metric;
    cal_choice choice;
    cal_figure figure;
    double floor;     // NaN where there is none
    double low, high; // 95 %; NaN where there is none
} cal_measured;

// Fills in floors (of errors of calibration that labels decide) and intervals: Wilson's for a share of the
// samples, otherwise from the 2.5 and 97.5 percentiles of the draws. Memory refused: arena->refused.
void cal_chance_measure(cal_measured *measured, int count, cal_arena *arena, const cal_scores *scores,
                        cal_chance chance, const cal_share *share);

#endif
