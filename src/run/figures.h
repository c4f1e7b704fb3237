// Floor 4. The metrics of one set of scores, as numbers and as JSON.
#ifndef CAL_RUN_FIGURES_H
#define CAL_RUN_FIGURES_H
#include "base/text.h"
#include "zoo/entry.h"
#include "zoo/scores.h"

// {"ece": {"value": ..., "outside": 0, "bins": [{low, high, count, confidence, accuracy}]}, ...}: every
// metric that the scores know enough for. With their noise floors ("floor", run/noise_floor.h), which are too
// slow for a slider.
cal_status cal_metrics_write(cal_text *json, const cal_scores *scores, int bins, bool with_floor,
                             cal_error *err);
// One figure by id, with default parameters except `bins`; NaN if it has none, or if memory was refused,
// which `arena` then says.
double cal_metric_value(cal_arena *arena, const char *id, const cal_scores *scores, int bins);

// The entry's defaults, with this number of bins where it bins at all.
void cal_choice_with_bins(cal_choice *out, const cal_entry *entry, int bins);

#endif
