// Figures of groups of samples.
#ifndef CAL_RUN_REPORT_GROUPS_SLICES_H
#define CAL_RUN_REPORT_GROUPS_SLICES_H
#include "run/outputs/outputs.h"
#include "run/report/figures.h"

// Writes "slices": {"by": name, "groups": [{"name", "n", "prevalence", "metrics": {...}}], "macro": {...},
// "worst": {"name", "metric": "ece", "z", "p_value", "searched"}} into the open report; nothing without
// groups. Each group has the headline metrics with intervals and floors. In multi-label data the groups are
// the labels, and "macro" has their means (means.h). The worst group is the one whose ECE is furthest above
// its floor, in standard deviations of the floor's draws (outlier.h).
cal_status cal_slices_write(cal_text *json, const cal_outputs *outputs, cal_pool *pool,
                            const cal_metric_request *metrics, cal_error *err);
// Writes "sample_groups" for multi-label data: the same for groups of samples. The "metrics" are means over
// the labels that have at least ten known rows there. "n" counts rows of labels, "rows" samples. Draws take
// whole cases of the group.
cal_status cal_sample_groups_write(cal_text *json, const cal_outputs *outputs, cal_pool *pool,
                                   const cal_metric_request *metrics, cal_error *err);

#endif
