// A 95 % interval of the true calibration error, that of infinitely many samples.
//
// A calibration error sums magnitudes, so noise makes it larger, most of all if the true error is near 0. The
// bootstrap interval around the figure therefore need not cover the true error. This interval instead inverts
// a test: it has the true errors that would lead to a figure like this one. That depends on which groups
// (bins) have the error, which is unknown; the bounds are those of the worst cases.
//
// - Upper bound: noise hides an error best if it is the same in every group in units of the group's noise.
//   The bound is the largest size of such an error at which a figure as small as this one has a probability
//   of at least 2.5 %.
// - Lower bound: noise adds most to an error in few groups. These are the groups whose gaps exceed the noise
//   by two standard deviations. The bound is the smallest size at which a figure as large as this one has a
//   probability of at least 2.5 %. It is 0 if a perfectly calibrated model has that probability.
//
// Each group's gap is modelled as normal, so that the mean of its magnitude is known. Draws of the noise
// floor correct the sum over all groups. A norm without groups (ks, mmce, smooth errors) is larger on average
// than the true one. So the bootstrap's spread above the figure bounds it from above; from below, noise and
// true error add in quadrature.
#ifndef CAL_RUN_REPORT_INTERVALS_TRUTH_H
#define CAL_RUN_REPORT_INTERVALS_TRUTH_H
#include "catalog/metric/metric.h"

// Mean and standard deviation of a figure's draws.
typedef struct cal_moments {
    double mean, sd;
} cal_moments;
cal_moments cal_moments_of(const double *value, int count);

// Sorts ascending; and returns the value at a fraction of sorted ones, interpolated as by numpy.percentile.
void cal_draws_sort(double *value, int count);
double cal_draws_percentile(const double *sorted, int count, double fraction);

typedef struct cal_truth {
    double value;       // the figure
    cal_moments floor;  // moments of draws of a perfectly calibrated model
    cal_moments sample; // moments of bootstrap draws
    double fits;        // variance due to a calibrator's fit; 0: none
    int gaps;           // groups; 0 for a norm without groups
    const cal_gap *gap; // [gaps]
} cal_truth;

// Adds the variance due to a calibrator's fit to both sides of an interval of the true error around a value.
void cal_truth_widen(double *low, double *high, double value, double fits);

// Returns false if memory is refused.
bool cal_truth_interval(double *low, double *high, const cal_truth *truth, cal_arena *arena);

#endif
