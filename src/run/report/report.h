// The report on one set of logits: every metric, before and after every calibrator.
#ifndef CAL_RUN_REPORT_H
#define CAL_RUN_REPORT_H
#include <stdbool.h>
#include "base/status.h"
#include "base/text.h"
#include "run/report/figures.h"

// Groups of rows, of one column or of several.
typedef struct cal_report_groups {
    const int32_t *of;       // [columns,n] which of `count`; null: there are none
    const int *column;       // [count] the column that each is of; null: the only one
    const char *by;          // the columns' names
    const char *const *name; // [count]
    const int *samples;      // [count] how many samples each has, of several labels a sample; else null
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
    // A binary task: k = 2, and `probabilities` are 1 - p and p of the positive class, class 1. Its log odds [n],
    // if these were given instead; or null.
    const char *positive; // null: no binary task; else what the class is called
    const double *odds, *val_odds;
    cal_report_groups groups; // each is measured by itself
    // Of several labels a sample: samples, and labels of each; rows are those labels that are known, label by label, groups the
    // labels, cases the samples. Else 0.
    int many_rows, many_labels;
    const int32_t *many_label;       // [n] which label a row is of
    cal_report_groups sample_groups; // of which each has means over the labels
    const int32_t *cases; // [n], 0 to case_count - 1: rows of one case are resampled together; or null
    const int32_t *val_cases;
    int case_count, val_case_count;
    const int32_t
        *options; // [n] of questions, how many of the k each has (probabilities), or null; val_options too
    const int32_t *val_options;
    const double *weight;    // [n] of the samples, their mean 1, or null: all alike
    const char *weight_name; // as the file calls it
    // Another model's outputs of the same samples, as above, or null: figures are compared.
    const char *against;
    const float *against_logits;
    const double *against_probabilities, *against_odds;
    const float *val_logits; // as above; without both there are no calibrators, unless fit_on_test
    const double *val_probabilities;
    const int32_t *val_labels;
    int val_n;
    bool fit_on_test;               // fits calibrators on the test set; the report says so
    const char *const *calibrators; // texts, "spline:knots=8", up to a null; null: all of them
    const char
        *match; // a library (run/report/match.h) whose conventions to follow, "all" for a table of them,
                // or null
    // Logits or probabilities [ood_n,k] of out-of-distribution samples, or null; they add auroc.
    const float *ood_logits;
    const double *ood_probabilities;
    int ood_n;
    cal_pool *pool;           // null: one thread
    cal_metric_request asked; // which metrics, as a rule with 15 bins
} cal_report_request;

// Writes into an object that the caller has opened and may add to: "schema", "spec", "n", "k"
// (null if unknown), "match", "chance" (numbers of draws), "left_out" (metrics that need more than
// was given), "metrics", "slices", "sample_groups", "against", "fitted_on" ("validation", "test" or null), "calibrators" and, unless
// metrics were chosen, "post_processing_gap".
cal_status cal_report_write(cal_text *json, const cal_report_request *request, cal_error *err);

// Writes how many draws floors and intervals have, as a member.
void cal_report_write_chance(cal_text *json, const char *key, cal_resampling chance);

// What a report takes at most for a while: its scores, figures, draws, fits and its text, before which
// `before` bytes and behind which nothing else is written.
typedef struct cal_report_size {
    int n, val_n, k, bins, workers;
} cal_report_size;
size_t cal_report_bytes(const cal_report_size *size, size_t before);

#endif
