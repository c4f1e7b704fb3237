// The report on one set of logits: every metric, before and after every calibrator.
#ifndef CAL_RUN_REPORT_H
#define CAL_RUN_REPORT_H
#include <stdbool.h>
#include "base/status.h"
#include "base/text.h"
#include "run/report/figures.h"

typedef struct cal_report_request {
    const char *spec; // the link, or null
    // One of three: logits [n,k], probabilities [n,k], or no more than confidences and predicted classes [n].
    const float *logits;
    const double *probabilities, *confidence;
    const int32_t *predicted;
    const int32_t *labels;
    const double *posterior; // or null
    int n, k;
    const float *val_logits; // as above; without either no calibrators, unless fit_on_test
    const double *val_probabilities;
    const int32_t *val_labels;
    int val_n;
    bool fit_on_test;               // labelled so in the report
    const char *const *calibrators; // texts, "spline:knots=8", up to a null; null: all of them
    const char *match; // a library (run/report/match.h) whose conventions are followed, "all" for a table of
                       // them, or null
    // Of samples from elsewhere, logits or probabilities [ood_n,k] as above, or null: adds auroc.
    const float *ood_logits;
    const double *ood_probabilities;
    int ood_n;
    cal_pool *pool;           // for its loops; null: one thread
    cal_metric_request asked; // which figures; of all bins 15 as a rule
} cal_report_request;

// Writes the members "schema", "spec", "n", "k" (null if unknown), "match", "chance" (draws), "left_out"
// (metrics of which too little is known), "metrics", "fitted_on" ("validation", "test" or null) and
// "calibrators" (and "post_processing_gap", where no metrics are chosen) into an object that the caller has
// opened, so that it may add its own.
cal_status cal_report_write(cal_text *json, const cal_report_request *request, cal_error *err);

#endif
