// Floor 4. Every calibrator of a report: fitted on one set, applied to the other, and measured there.
#ifndef CAL_RUN_REPORT_FITS_H
#define CAL_RUN_REPORT_FITS_H
#include "run/report.h"
#include "zoo/calibrator.h"

// A fit's members: what it found by name, "at_bound" and, where there is one, "curve" {"at", "score"}, into
// an open object.
void cal_fit_write(cal_text *json, const cal_fit *fit);
// The members {"temperature": {"by_nll": {the fit's, "metrics": {...}}, ...}, ...} into an open object; the
// calibrators are fitted on one set and measured on the other, as it is asked for.
cal_status cal_calibrators_write(cal_text *json, const cal_scores *test, const cal_scores *fitted_on,
                                 const cal_asked *asked, cal_error *err);

#endif
