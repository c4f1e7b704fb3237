// Reports on one set of logits: every metric, before and after every calibrator.
#ifndef CAL_RUN_REPORT_H
#define CAL_RUN_REPORT_H
#include "run/report/request.h"

// Writes into an object that the caller has opened and may add to:
// - "schema", "spec", "n", "k" (null if unknown), "match", "chance" (numbers of draws);
// - "left_out" (metrics that need more than was given), "metrics", "slices", "sample_groups", "against";
// - "fitted_on" ("validation", "test" or null), "calibrators";
// - unless metrics were chosen, "post_processing_gap".
cal_status cal_report_write(cal_text *json, const cal_report_request *request, cal_error *err);

// Writes the numbers of draws of floors and intervals, as a member.
void cal_report_write_chance(cal_text *json, const char *key, cal_resampling chance);

// Upper bound of the temporary bytes of a report: its scores, figures, draws, fits and its text. `before` is
// the length of the text before the report; nothing follows it.
typedef struct cal_report_size {
    int n, val_n, k, bins, workers;
} cal_report_size;
size_t cal_report_bytes(const cal_report_size *size, size_t before);

#endif
