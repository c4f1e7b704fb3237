// Noise floors and bootstrap intervals of metrics.
//
// A noise floor is the mean of a metric for a perfectly calibrated model with the same confidences. Each
// prediction is resampled as right with its confidence as the probability. With few samples the floor is far
// from zero, and a value means little unless it is well above its floor.
//
// A bootstrap interval (Efron 1979) says how much the metric would vary with other samples: the set is
// resampled with replacement. A calibration error is biased upwards in such a draw, for the same reason that
// it has a floor. So the percentiles of the draws are taken around their mean and moved to the value. They
// give the spread of the estimate; the true error may be outside the interval (run/report/intervals/truth.h).
//
// Rows of one case stay together: a floor's draw decides all of them by one number, a bootstrap draws cases.
//
// Both have fixed seeds, so that a report is the same everywhere. Draw d of one set of scores takes the same
// samples as draw d of another set of the same size.
#ifndef CAL_RUN_REPORT_INTERVALS_RESAMPLING_H
#define CAL_RUN_REPORT_INTERVALS_RESAMPLING_H
#include "base/progress_range.h"
#include "run/report/intervals/truth.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/proportion.h"

enum {
    CAL_FLOOR_DRAWS = 100,
    CAL_INTERVAL_DRAWS = 200,
    CAL_DRAWS_MAX = 10000,
    CAL_DRAWS_REPORTED = 50, // draws of an interval that a report lists, for differences of two figures
};

// Numbers of draws; 0 leaves floors or intervals out.
typedef struct cal_resampling {
    int floor, interval;
    int refits; // fits of each calibrator
} cal_resampling;
// Returns the default numbers, smaller for sets so large that they would take minutes.
cal_resampling cal_resampling_default(int n, int k);

typedef struct cal_measured {
    const cal_metric *metric;
    const cal_choice *choice; // null in a report, which keeps the text
    cal_figure figure;
    double floor;                 // NaN without a floor
    double low, high;             // 95 % bootstrap interval, the spread of the estimate; or NaN
    const char *no_interval;      // the reason if draws or terms do not vary; or null
    double truth_low, truth_high; // 95 % interval of the true calibration error; or NaN
    cal_moments below;            // moments of the floor's draws
    double *draw;                 // [chance.interval], the bootstrap's draws, or null
    double *floor_draw;           // [chance.floor], the floor's draws, zeros without a floor; or null
} cal_measured;

// Each figure after fitting the calibrator on other halves of its set.
typedef struct cal_refits {
    int count, figures;
    double **value; // [figures][count]
} cal_refits;

// Returns the bytes for drawing `figures` figures of [n,k], without their draws and the metrics' own memory.
size_t cal_chance_bytes(int n, int k, int figures, int workers);
// Computes the intervals, and the floors of calibration errors that depend on labels. A proportion has
// Wilson's interval (1927), a mean over samples Student's. Others have the 2.5 and 97.5 percentiles of the
// draws. With refits (may be null), each draw is shifted by the difference of one refit's figure to the
// refits' mean. Sets arena->refused if memory is refused.
void cal_resampling_measure(cal_measured *measured, int count, cal_arena *arena, const cal_scores *scores,
                            cal_resampling chance, const cal_refits *refits,
                            const cal_progress_range *progress);

#endif
