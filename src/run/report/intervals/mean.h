// 95 % intervals of means over samples.
#ifndef CAL_RUN_REPORT_INTERVALS_MEAN_H
#define CAL_RUN_REPORT_INTERVALS_MEAN_H
#include "catalog/metric/metric.h"

typedef double cal_mean_term(const cal_scores *scores, int i, const cal_choice *choice);
// Returns the variance of a weighted mean of terms, or, with `other`, of the mean difference to its terms.
// It is linearised: sum of w^2 (x - mean)^2 over the square of the sum of w (catalog/scores/variance.h). NaN
// for a single sample or case, and without memory.
double cal_mean_variance(cal_arena *arena, cal_mean_term *term, const cal_choice *choice,
                         const cal_scores *scores, const cal_scores *other, double mean);
// Computes Student's t interval of a mean of non-negative terms, metric->term. `fits` is the variance that a
// calibrator's fit adds, 0: none. Returns false, and no interval, if there is one sample or case, or if the
// terms do not vary.
bool cal_mean_interval(double *low, double *high, cal_arena *arena, const cal_metric *metric,
                       const cal_choice *choice, const cal_scores *scores, double mean, double fits);

#endif
