// Multi-label outputs (catalog/head/head.h) in the form that a report measures: a binary task with a row for
// each known label. Its group is the label, its case the sample.
#ifndef CAL_RUN_REPORT_LABELS_H
#define CAL_RUN_REPORT_LABELS_H
#include "catalog/scores/scores.h"
#include "run/outputs/outputs.h"

typedef struct cal_label_set {
    const float *logits;   // [n,k]
    const int32_t *labels; // [n,k], 1, 0 or -1 (unknown); with `one`: [n], and each class is a label
    bool one;
    const double *posterior; // [n,k], probability of each label's presence, or null
    int n, k;
    double temperature; // divides the logits; 0: 1
} cal_label_set;

typedef struct cal_label_rows {
    int n, samples, labels;         // numbers of rows, samples, and labels per sample
    int32_t *label, *group, *cases; // [n], label by label
    double *p, *odds, *posterior;   // [n,2] of absent and present; [n]; [n,2] or null
} cal_label_rows;

// CAL_FAILED names a logit that is not finite, or says that every label is unknown.
cal_status cal_label_rows_make(cal_label_rows *out, cal_arena *arena, const cal_label_set *set,
                               cal_error *err);
// Scores the positive class, and makes the scores of both classes for fitting calibrators.
cal_status cal_label_rows_score(cal_scores *out, cal_scores *both, cal_arena *arena,
                                const cal_label_rows *rows, cal_pool *pool, cal_error *err);
// Returns the rows as outputs; names[labels] may be null if no groups are measured.
cal_outputs cal_label_rows_outputs(const cal_label_rows *rows, const char *const *names);
// Upper bounds: bytes of the rows of n samples with k labels, and temporary bytes of scoring them.
size_t cal_label_rows_bytes(int n, int k, bool posterior);
size_t cal_label_scores_bytes(int n, int k);

#endif
