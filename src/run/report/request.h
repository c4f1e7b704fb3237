// The request for a report: four sets of outputs, and the figures to measure.
#ifndef CAL_RUN_REPORT_REQUEST_H
#define CAL_RUN_REPORT_REQUEST_H
#include "run/outputs/outputs.h"
#include "run/report/figures.h"

typedef struct cal_report_request {
    const char *spec; // the link, or null
    cal_outputs test;
    cal_outputs validation;         // without it, calibrators need fit_on_test
    cal_outputs ood;                // out-of-distribution samples, which add auroc; labels are not read
    const char *against;            // name of another model, with which figures are compared, or null
    cal_outputs other;              // its outputs, with the labels, weights and cases of the test set
    bool fit_on_test;               // fits calibrators on the test set; the report says so
    const char *const *calibrators; // texts, "spline:knots=8", up to a null; null: all of them
    const char *match; // a library (run/report/match.h) to follow, "all" for a table of them, or null
    cal_pool *pool;    // null: one thread
    cal_metric_request metrics; // the metrics, usually with 15 bins
} cal_report_request;

#endif
