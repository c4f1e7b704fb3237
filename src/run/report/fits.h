// The calibrators of a report: each is fitted on one set, applied to another, and measured there.
#ifndef CAL_RUN_REPORT_FITS_H
#define CAL_RUN_REPORT_FITS_H
#include "catalog/calibrator/calibrator.h"
#include "run/report/figures.h"

// Writes a fit's members into an open object: its parameters by name, "at_bound" and, if there is one,
// "curve" {"at", "score"}.
void cal_fit_write(cal_text *json, const cal_fit *fit);
// Fits the calibrators on one set, measures the requested metrics on the other, and writes the results into
// an open object: {"temperature": {"by_nll": {the fit's, "metrics": {...}}, ...}, ...}. Sets *temperature to
// the one that papers use, from the grid by ece. `chosen` has texts such as "spline:knots=8" up to a null;
// null chooses all.
cal_status cal_calibrators_write(cal_text *json, double *temperature, const cal_scores *test,
                                 const cal_scores *fitted_on, const cal_metric_request *metrics,
                                 const char *const *chosen, cal_error *err);

// Computes the post-processing gap (Blasiok et al. 2023): how much c -> c + eta(c) with a 1-Lipschitz eta can
// reduce the mean of (confidence - correct)^2. Writes an object:
// - "value": the reduction on the test set for the eta fitted on the other set; on average too small;
// - "fitted": the reduction on the set of the fit; on average too large;
// - "temperature": {"T", "ece", "smce", "adaece", "cwece"}, the reduction of each by that temperature.
cal_status cal_gap_write(cal_text *json, const cal_scores *test, const cal_scores *fitted_on,
                         double temperature, int bins, cal_error *err);

#endif
