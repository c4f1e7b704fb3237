// Reports on one set of logits: every metric, before and after every calibrator.
#ifndef CAL_RUN_REPORT_H
#define CAL_RUN_REPORT_H
#include "run/report/request.h"
#include "run/report/value.h"

// Measures everything that the request asks for; on an error, `out` is empty.
cal_status cal_report_make(cal_report_value *out, const cal_report_request *request, cal_error *err);
void cal_report_value_free(cal_report_value *report);

// Upper bound of the bytes of making a report and of its JSON: scores, figures, draws, fits, and the text, in
// addition to `other` characters.
typedef struct cal_report_size {
    int n, val_n, k, bins, workers;
    int labels; // number of labels with separate figures
} cal_report_size;
size_t cal_report_bytes(const cal_report_size *size, size_t other);

#endif
