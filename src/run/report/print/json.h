// Writes a report, or parts of one, as JSON.
#ifndef CAL_RUN_REPORT_PRINT_JSON_H
#define CAL_RUN_REPORT_PRINT_JSON_H
#include "base/text.h"
#include "run/report/value.h"

// Writes into an object that the caller has opened and may add to:
// - "schema", "spec", "n", "k" (null if unknown), "match", "chance" (numbers of draws);
// - "left_out" (metrics that need more than was given), "metrics", "slices", "sample_groups", "against";
// - "fitted_on" ("validation", "test" or null), "calibrators": {"temperature": {"by_nll": {the fit's,
//   "metrics": {...}}, ...}, ...};
// - "calibrator_table": {"advice", "score", "tested", "advised": {"calibrator", "way"}, "rows":
//   [{"calibrator", "way", "best", "parameters", "recovered", "metrics": {"nll": {"value", "floor",
//   "difference", "interval", "within_noise"}}}]}, whose first row is of the outputs as given;
// - unless metrics were chosen, "post_processing_gap".
void cal_report_write(cal_text *json, const cal_report_value *report);

// Writes {"ece": {"text": "ece", "value": 0.05, "floor": 0.01, "interval": [0.04, 0.06], "true_interval":
// [0.03, 0.05], "outside": 0, "bins": [{low, high, count, confidence, accuracy, interval}]}, ...}. Draws are
// needed for the floor and the intervals.
// "interval" is the spread of the estimate; "true_interval" is that of the true calibration error, null if
// unknown (intervals/truth.h). "draws" are the bootstrap's first draws minus the value, in millionths. A
// metric with a curve has "curve": {name of x: [...], name of y: [...]}. With a band around it, it also has
// "band": {name of x: [...], "low": [...], "high": [...]}.
void cal_figures_write(cal_text *json, const cal_figures *figures);
// Writes the numbers of draws of floors and intervals, as a member.
void cal_chance_write(cal_text *json, const char *key, cal_resampling chance);
// Writes a fit's members into an open object: its parameters by name, "at_bound" and, if there is one,
// "curve" {"at", "score"}.
void cal_fit_write(cal_text *json, const cal_fit *fit);
// Writes {"by": name, "groups": [{"name", "n", "rows", "prevalence", "metrics": {...}}], "macro": {...},
// "worst": {"name", "metric": "ece", "z", "p_value", "searched", "draws", "by_case"}} as a member; nothing
// without groups. `means`: groups of multi-label samples, whose "metrics" are means over labels: {"ece":
// {"value", "labels", "floor", "interval"}, ...}.
void cal_groups_write(cal_text *json, const char *key, const cal_grouped_figures *groups, bool means);

#endif
