// Outputs of several labels a sample (catalog/head/head.h) as what a report on them measures: a binary task with a row for
// each label that is known, whose group is the label and whose case the sample.
#ifndef CAL_RUN_REPORT_LABELS_H
#define CAL_RUN_REPORT_LABELS_H
#include "run/report/report.h"

typedef struct cal_label_set {
    const float *logits;   // [n,k]
    const int32_t *labels; // [n,k], 1, 0 or -1 (unknown); or with `one` [n], of which each class is a label
    bool one;
    const double *posterior; // [n,k] of each label's presence, or null
    int n, k;
    double temperature; // that logits are divided by; 0: 1
} cal_label_set;

typedef struct cal_label_rows {
    int n, samples, labels;         // rows; samples; labels of each
    int32_t *label, *group, *cases; // [n], label by label
    double *p, *odds, *posterior;   // [n,2] of absent and present, [n], [n,2] or null
} cal_label_rows;

// CAL_FAILED names a logit that is not finite, or says that every label is unknown.
cal_status cal_label_rows_make(cal_label_rows *out, cal_arena *arena, const cal_label_set *set,
                               cal_error *err);
// Their scores of the positive class, and those of both that calibrators are fitted on.
cal_status cal_label_rows_score(cal_scores *out, cal_scores *both, cal_arena *arena,
                                const cal_label_rows *rows, cal_pool *pool, cal_error *err);
// Puts them into a request, named; validation may be null.
void cal_label_rows_request(cal_report_request *out, const cal_label_rows *test,
                            const cal_label_rows *validation, const char *const *names);
// Bytes that rows of n samples with k labels keep, and that scoring them takes, at most.
size_t cal_label_rows_bytes(int n, int k, bool posterior);
size_t cal_label_scores_bytes(int n, int k);

#endif
