// Figures of groups of samples.
#ifndef CAL_RUN_REPORT_GROUPS_SLICES_H
#define CAL_RUN_REPORT_GROUPS_SLICES_H
#include "run/report/value.h"

// Measures the outputs' groups, if there are any: each group has the headline metrics with intervals and
// floors. In multi-label data the groups are the labels, and `macro` has their means (means.h). The worst
// group is the one whose ECE is furthest above its floor, in standard deviations of the floor's draws
// (outlier.h).
cal_status cal_slices_make(cal_grouped_figures *out, cal_arena *kept, const cal_outputs *outputs,
                           cal_pool *pool, const cal_metric_request *metrics, cal_error *err);
// Measures groups of multi-label samples. Their figures are means over the labels that have at least ten
// known rows there. Draws take whole cases of the group.
cal_status cal_sample_groups_make(cal_grouped_figures *out, cal_arena *kept, const cal_outputs *outputs,
                                  cal_pool *pool, const cal_metric_request *metrics, cal_error *err);

#endif
