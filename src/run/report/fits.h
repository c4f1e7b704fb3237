// Every calibrator of a report: fitted on one set, applied to the other, and measured there.
#ifndef CAL_RUN_REPORT_FITS_H
#define CAL_RUN_REPORT_FITS_H
#include "run/report/report.h"
#include "catalog/calibrator/calibrator.h"

// A fit's members: what it found by name, "at_bound" and, where there is one, "curve" {"at", "score"}, into
// an open object.
void cal_fit_write(cal_text *json, const cal_fit *fit);
// The members {"temperature": {"by_nll": {the fit's, "metrics": {...}}, ...}, ...} into an open object; the
// calibrators are fitted on one set and measured on the other, as it is asked for. *temperature is the one
// that the papers take, of the grid by ece. `chosen` ends with null: texts such as "spline:knots=8"; null:
// all.
cal_status cal_calibrators_write(cal_text *json, double *temperature, const cal_scores *test,
                                 const cal_scores *fitted_on, const cal_metric_request *asked,
                                 const char *const *chosen, cal_error *err);

// The post-processing gap (Blasiok et al. 2023): how much c -> c + eta(c) with a 1-Lipschitz eta can take off
// the mean of (confidence - right)^2. {"value": on the test set of the eta fitted on the other one, which is
// too little on average, "fitted": on the set it was fitted on, which is too much, "temperature": {"T",
// "ece", "smce", "adaece", "cwece": what that temperature takes off each}}.
cal_status cal_gap_write(cal_text *json, const cal_scores *test, const cal_scores *fitted_on,
                         double temperature, int bins, cal_error *err);

#endif
