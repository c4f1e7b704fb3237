// Floor 4. The report on one set of logits: every metric, before and after every calibrator.
#ifndef CAL_RUN_REPORT_H
#define CAL_RUN_REPORT_H
#include <stdbool.h>
#include "base/text.h"
#include "zoo/calibrator.h"
#include "zoo/scores.h"

typedef struct cal_report_request {
    const char *spec; // the link, or null
    const float *logits;
    const int32_t *labels;
    const double *posterior; // or null
    int n, k;
    const float *val_logits; // null: no calibrators, unless fit_on_test
    const int32_t *val_labels;
    int val_n;
    int bins;         // 15
    bool fit_on_test; // labelled so in the report
} cal_report_request;

// Writes the members "schema", "spec", "n", "k", "metrics", "fitted_on" ("validation", "test" or null) and
// "calibrators" into an object that the caller has opened, so that it may add its own.
cal_status cal_report_write(cal_text *json, const cal_report_request *request, cal_error *err);
// {"ece": {"value": ..., "outside": 0, "bins": [{low, high, count, confidence, accuracy}]}, ...}; a report's
// figures have their noise floor too ("floor", run/noise_floor.h), which is too slow for a slider.
cal_status cal_metrics_write(cal_text *json, const cal_scores *scores, int bins, bool with_bins,
                             cal_error *err);
// One figure by id, with default parameters except `bins`; NaN if it has none, or if memory was refused,
// which `arena` then says.
double cal_metric_value(cal_arena *arena, const char *id, const cal_scores *scores, int bins);

// A fit's members "T", "at_bound" and, where there is one, "curve" {"at", "score"}, into an open object.
void cal_fit_write(cal_text *json, const cal_fit *fit);

#endif
