// The request for a report: outputs with their labels, groups and cases, and the figures to measure.
#ifndef CAL_RUN_REPORT_REQUEST_H
#define CAL_RUN_REPORT_REQUEST_H
#include "run/report/figures.h"

// Groups of rows, in one column or several.
typedef struct cal_report_groups {
    const int32_t *of;       // [columns,n], index below `count`; null: no groups
    const int *column;       // [count], each group's column; null: the only one
    const char *by;          // the columns' names
    const char *const *name; // [count]
    const int *samples;      // multi-label: [count], samples of each group; else null
    int count;
} cal_report_groups;

typedef struct cal_report_request {
    const char *spec; // the link, or null
    // One of three: logits [n,k], probabilities [n,k], or only confidences and predicted classes [n].
    const float *logits;
    const double *probabilities, *confidence;
    const int32_t *predicted;
    const int32_t *labels;
    const double *posterior; // or null
    int n, k;
    // In a binary task k = 2, and `probabilities` are 1 - p and p of the positive class, class 1. Its log
    // odds [n] may be given instead; else null.
    const char *positive; // the file's name of the positive class; null: not a binary task
    const double *odds, *val_odds;
    cal_report_groups groups; // each is measured separately
    // Multi-label: number of samples, and of labels per sample; else 0. Rows are known labels, label by
    // label; groups are labels; cases are samples.
    int many_rows, many_labels;
    const int32_t *many_label;       // [n], label of a row
    cal_report_groups sample_groups; // each has means over the labels
    const int32_t *cases; // [n], 0 to case_count - 1: rows of one case are resampled together; or null
    const int32_t *val_cases;
    int case_count, val_case_count;
    const int32_t
        // questions (with probabilities): [n], number of options out of k, or null; also val_options
        *options;
    const int32_t *val_options;
    const double *weight;    // [n], sample weights with mean 1; null: all equal
    const char *weight_name; // name of the weights in the file
    // Another model's outputs of the same samples, as above, or null. Figures are compared with it.
    const char *against;
    const float *against_logits;
    const double *against_probabilities, *against_odds;
    const float *val_logits; // as above; without both, calibrators need fit_on_test
    const double *val_probabilities;
    const int32_t *val_labels;
    int val_n;
    bool fit_on_test;               // fits calibrators on the test set; the report says so
    const char *const *calibrators; // texts, "spline:knots=8", up to a null; null: all of them
    const char
        // a library (run/report/match.h) whose conventions to follow, "all" for a table of them, or null
        *match;
    // Logits or probabilities [ood_n,k] of out-of-distribution samples, or null; they add auroc.
    const float *ood_logits;
    const double *ood_probabilities;
    int ood_n;
    cal_pool *pool;             // null: one thread
    cal_metric_request metrics; // the metrics, usually with 15 bins
} cal_report_request;

#endif
