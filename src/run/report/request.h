// The request for a report: four sets of outputs, and the figures to measure.
#ifndef CAL_RUN_REPORT_REQUEST_H
#define CAL_RUN_REPORT_REQUEST_H
#include "catalog/calibrator/calibrator.h"
#include "run/outputs/outputs.h"
#include "run/report/figures.h"

enum { CAL_FOLDS_MAX = 20 };

// A calibrator that was fitted before, on other outputs.
typedef struct cal_ready_fit {
    const cal_calibrator *calibrator;
    const cal_fit *fit;
    const char *name;   // its file, for errors
    cal_task task;      // that it was fitted for
    int k;              // classes; multi-label: labels of a sample
    bool probabilities; // fitted on probabilities, else on logits
    // Makes the fit for these outputs, whose groups it needs. Null: it is `fit`.
    cal_status (*bind)(cal_fit *out, cal_arena *arena, const struct cal_ready_fit *ready,
                       const cal_outputs *outputs, cal_error *err);
    const void *groups; // the argument of `bind`
} cal_ready_fit;
// Refuses outputs of another kind than those that the calibrator was fitted on.
cal_status cal_ready_check(const cal_ready_fit *ready, const cal_outputs *outputs, cal_error *err);

typedef struct cal_report_request {
    const char *spec; // the link, or null
    cal_outputs test;
    cal_outputs validation;         // without it, calibrators need fit_on_test or folds
    cal_outputs ood;                // out-of-distribution samples, which add auroc; labels are not read
    const char *against;            // name of another model, with which figures are compared, or null
    cal_outputs other;              // its outputs, with the labels, weights and cases of the test set
    const cal_ready_fit *ready;     // measured in the place of calibrators that are fitted here; or null
    bool fit_on_test;               // fits calibrators on the test set; the report says so
    int folds;                      // cross-fits calibrators on the test set in these folds; 0: does not
    const char *const *calibrators; // texts, "spline:knots=8", up to a null; null: all of them
    const char *match; // a library (run/report/match.h) to follow, "all" for a table of them, or null
    cal_pool *pool;    // null: one thread
    cal_metric_request metrics; // the metrics, usually with 15 bins
} cal_report_request;

#endif
