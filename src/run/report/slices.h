// Figures of groups of samples.
#ifndef CAL_RUN_REPORT_SLICES_H
#define CAL_RUN_REPORT_SLICES_H
#include "run/report/report.h"

// Writes "slices": {"by": name, "groups": [{"name", "n", "prevalence", "metrics": {...}}], "macro": {...}, "worst": {"name",
// "metric": "ece", "z", "p_value", "searched"}} into the open report, the headline metrics of every group with
// intervals and floors; nothing where there are no groups. Of several labels a sample the groups are the labels, and "macro" has their
// means (means.h). The worst group is the one whose ECE is furthest above its floor, in standard deviations of the floor's draws
// (outlier.h).
cal_status cal_slices_write(cal_text *json, const cal_report_request *request,
                            const cal_metric_request *asked, cal_error *err);
// Of several labels a sample: writes "sample_groups", the same of groups of samples, in which the "metrics" are means over the labels
// that have at least ten known rows there; "n" counts rows of labels, "rows" samples. Whole cases are drawn, those of the group.
cal_status cal_sample_groups_write(cal_text *json, const cal_report_request *request,
                                   const cal_metric_request *asked, cal_error *err);

#endif
