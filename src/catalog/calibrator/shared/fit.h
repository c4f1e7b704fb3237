// What calibrators share.
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_FIT_H
#define CAL_CATALOG_CALIBRATOR_SHARED_FIT_H
#include "catalog/calibrator/calibrator.h"

// One number, or room for a list, as what was found; in the arena, which says when it was refused.
cal_found cal_found_number(cal_arena *arena, const char *name, double value);
cal_found cal_found_list(double **out, cal_arena *arena, const char *name, int count);

// Fills p[k] with what the fit makes of logits z[k].
typedef void cal_fit_row(double *p, const cal_fit *fit, const float *z, int k);
// log p[label], where p[label] is too small for a double.
typedef double cal_fit_log(const cal_fit *fit, const float *z, int k, int label);
// Scores whose rows `row` makes of the set's logits; without `log_label` a probability of 0 stays one. Of
// classes that it makes equally probable that with the larger logit is predicted.
cal_status cal_fit_apply_rows(cal_scores *out, cal_arena *arena, cal_fit_row *row, cal_fit_log *log_label,
                              const cal_fit *fit, const cal_scores *scores, cal_error *err);
// Scores of which no more is known than the confidence, mapped by `top`: the same predictions, in a new
// order.
typedef double cal_fit_top(const cal_fit *fit, double confidence);
cal_status cal_fit_apply_top(cal_scores *out, cal_arena *arena, cal_fit_top *top, const cal_fit *fit,
                             const cal_scores *scores, cal_error *err);

// Sums over the rows of a set: adds those of rows first to end - 1 to sum[]. Threads share pieces of the set
// that n alone decides, whose sums are added in their order.
enum { CAL_SUMS_MAX = 8 };
typedef void cal_sum_part(double *sum, const void *context, const cal_scores *scores, int first, int end);
void cal_sum_rows(double *sum, int sums, const cal_scores *scores, cal_sum_part *part, const void *context);

// p = softmax(b z), in double; returns log of the sum of e^(b (z_j - max z)).
double cal_probabilities(double *p, const float *z, int k, double b);

// The straight lines through (x[i], y[i]), x ascending, at `at`; y[0] and y[count - 1] beyond the ends, and
// the last of several points with the same x, like numpy.interp.
double cal_interpolate(const double *x, const double *y, int count, double at);

// Where an objective's slope is zero, between `low`, where it is negative, and `high`, where it is positive:
// Newton's method from `start`, halving the bracket whenever a step would leave it or the objective is not
// convex there. The result is good to about 1e-14.
typedef double cal_slope(double *curvature, const cal_scores *scores, double at);
double cal_flat_point(cal_slope *slope, const cal_scores *scores, double low, double start, double high);

#endif
