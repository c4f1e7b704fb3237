// A binary task's figures for each group of samples.
#ifndef CAL_RUN_REPORT_SLICES_H
#define CAL_RUN_REPORT_SLICES_H
#include "run/report/report.h"

// Writes "slices": {"by": name, "groups": [{"name", "n", "prevalence", "metrics": {...}}], "worst": {"name",
// "metric": "ece", "z", "p_value", "searched"}} into the open report, the headline metrics of every group with
// intervals and floors; nothing where there are no groups. The worst group is the one whose ECE lies farthest above
// its floor, in standard deviations of the floor's draws; its p value, of a normal distribution, is multiplied by the
// number of groups that were searched (Bonferroni).
cal_status cal_slices_write(cal_text *json, const cal_report_request *request,
                            const cal_metric_request *asked, cal_error *err);

#endif
