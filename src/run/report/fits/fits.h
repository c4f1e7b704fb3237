// The calibrators of a report: each is fitted on one set, applied to another, and measured there.
#ifndef CAL_RUN_REPORT_FITS_H
#define CAL_RUN_REPORT_FITS_H
#include "run/report/fits/cross.h"
#include "run/report/value.h"

// The sets of the calibrators.
typedef struct cal_fit_sets {
    const cal_scores *given;    // the test set as measured without a calibrator
    const cal_figures *figures; // its figures
    const cal_scores *test;     // the test set with logits, to which fits are applied
    const cal_scores *fitted_on;
    const cal_cross *cross; // the folds of `test` for cross-fitting, or null
} cal_fit_sets;

// Fits the calibrators on one set and measures the requested metrics on the other. `chosen` has texts such as
// "spline:knots=8" up to a null; null chooses all. With cross-fitting, the figures are of the folds' maps,
// and the fits are those of the whole set.
cal_status cal_calibrators_make(cal_report_value *out, const cal_fit_sets *sets,
                                const cal_metric_request *metrics, const char *const *chosen, cal_error *err);
// Measures one fit that was made before; sets->fitted_on is not read.
cal_status cal_calibrators_take(cal_report_value *out, const cal_fit_sets *sets,
                                const cal_metric_request *metrics, const cal_calibrator *calibrator,
                                const cal_fit *fit, cal_error *err);
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
