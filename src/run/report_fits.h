// Floor 4. Every calibrator of a report: fitted on one set, applied to the other, and measured there.
#ifndef CAL_RUN_REPORT_FITS_H
#define CAL_RUN_REPORT_FITS_H
#include "run/report.h"
#include "zoo/calibrator.h"

// A fit's members "T", "at_bound" and, where there is one, "curve" {"at", "score"}, into an open object.
void cal_fit_write(cal_text *json, const cal_fit *fit);
// The members {"temperature": {"by_nll": {the fit's, "metrics": {...}}, ...}, ...} into an open object.
cal_status cal_calibrators_write(cal_text *json, const cal_report_request *request,
                                 const cal_scores *fitted_on, cal_error *err);

#endif
