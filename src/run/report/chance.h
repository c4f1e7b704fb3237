// What chance has to say about figures.
//
// A noise floor is what a figure would be, on average, for a perfectly calibrated model with these very
// confidences: right and wrong are drawn anew with the confidence as the probability. With few samples it is
// far from zero, and a measured figure means little until it is well above. A bootstrap interval says how
// much the figure would vary with other samples: the set is drawn anew from itself. An error of calibration
// is larger on average in such a draw than in the set, for the same reason that it has a floor, so the spread
// of the draws around their mean is what is put around the figure: that is the spread of this estimate, and
// the true error need not be in it (run/report/truth.h). Both from fixed seeds, so that a report is the same
// everywhere, and draw d of one set of scores takes the samples of draw d of another as large.
#ifndef CAL_RUN_CHANCE_H
#define CAL_RUN_CHANCE_H
#include "base/progress_range.h"
#include "run/report/truth.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/proportion.h"

enum {
    CAL_FLOOR_DRAWS = 100,
    CAL_INTERVAL_DRAWS = 200,
    CAL_DRAWS_MAX = 10000,
    CAL_DRAWS_TOLD = 50, // of the interval's, in a report: the difference of two figures is drawn from them
};

// How often to draw; 0 leaves it out.
typedef struct cal_chance {
    int floor, interval;
    int refits; // after a calibrator: of it
} cal_chance;
// The usual numbers, fewer for sets so large that they would take minutes.
cal_chance cal_chance_usual(int n, int k);

typedef struct cal_measured {
    const cal_metric *metric;
    cal_choice choice;
    cal_figure figure;
    double floor;                 // NaN where there is none
    double low, high;             // 95 %, the spread of the estimate; NaN where there is none
    double truth_low, truth_high; // 95 %, of the true error of calibration; NaN where there is none
    cal_moments below;            // of the floor's draws
    double *draw;                 // [chance.interval] the bootstrap's, or null
} cal_measured;

// What each figure is where the calibrator was fitted on another half of its set.
typedef struct cal_refits {
    int count, figures;
    double **value; // [figures][count]
} cal_refits;

// Fills in floors (of errors of calibration that labels decide) and intervals: Wilson's for a share of the
// samples, otherwise from the 2.5 and 97.5 percentiles of the draws, each of which moves with a refit where
// there are some (null: none). Memory refused: arena->refused.
void cal_chance_measure(cal_measured *measured, int count, cal_arena *arena, const cal_scores *scores,
                        cal_chance chance, const cal_refits *refits, const cal_share *share);

#endif
