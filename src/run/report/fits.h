// The calibrators of a report: each is fitted on one set, applied to another, and measured there.
#ifndef CAL_RUN_REPORT_FITS_H
#define CAL_RUN_REPORT_FITS_H
#include "run/report/value.h"

// Fits the calibrators on one set and measures the requested metrics on the other. `chosen` has texts such as
// "spline:knots=8" up to a null; null chooses all.
cal_status cal_calibrators_make(cal_report_value *out, const cal_scores *test, const cal_scores *fitted_on,
                                const cal_metric_request *metrics, const char *const *chosen, cal_error *err);
// Returns the temperature that papers use, from the grid by ece; 1 if none was fitted.
double cal_report_temperature(const cal_report_value *report);

// Computes the post-processing gap (Blasiok et al. 2023): how much c -> c + eta(c) with a 1-Lipschitz eta can
// reduce the mean of (confidence - correct)^2.
// - `value`: the reduction on the test set for the eta fitted on the other set; on average too small;
// - `fitted`: the reduction on the set of the fit; on average too large;
// - `ece`, `smce`, `adaece`, `cwece`: the reduction of each by the temperature.
cal_status cal_gap_make(cal_gap_figures *out, const cal_scores *test, const cal_scores *fitted_on,
                        double temperature, int bins, cal_error *err);

#endif
