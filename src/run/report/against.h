// Two models on the same samples: differences of their figures, paired.
#ifndef CAL_RUN_REPORT_AGAINST_H
#define CAL_RUN_REPORT_AGAINST_H
#include "run/report/report.h"

// Writes "against": {"name", "metrics": {id: {"value", "difference", "interval", "within_noise", "p_value"}}} into the
// open report; nothing where there is no other model. "value" is the other model's; "difference" is this one's minus
// it, with the 95 % bootstrap interval of draws that take the same samples of both (Efron and Tibshirani 1993, section
// 8.3). It is within noise where the interval holds 0. Means over samples also have the p value of a sign-flip test
// (Fisher's randomisation of paired differences), two-sided, of 1999 seeded flips.
cal_status cal_against_write(cal_text *json, const cal_report_request *request, const cal_scores *test,
                             const cal_metric_request *asked, cal_error *err);

// The 95 % interval of a figure's difference to another model's: percentiles of the differences of draws [draws] of
// both, moved so that their mean is the difference of the figures; `draw` is room for them. False where there is none.
bool cal_paired_interval(double bound[2], double *draw, const cal_measured *mine, const cal_measured *other,
                         int draws);

#endif
