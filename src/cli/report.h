// Reads the options and prints the output of commands that report on outputs.
#ifndef CAL_CLI_REPORT_H
#define CAL_CLI_REPORT_H
#include "cli/cli.h"

#define CAL_FORMAT_OPTION {"--format", "json|table|csv|latex|markdown", "Output format (json)", false}

#define CAL_REPORT_OPTIONS                                                                                   \
    {"--metric", "M", "A metric, ece:edges=left,bins=10 (all of them, each as the lab defines it)", true},   \
        {"--match", "LIBRARY",                                                                               \
         "The conventions of focal_calibration, netcal, torchmetrics, caltrain, relplot, "                   \
         "verified_calibration or fcl, or all of them beside the lab's",                                     \
         false},                                                                                             \
        {"--calibrator", "C", "A calibrator, spline:knots=8 (all of them, which is slow for many classes)",  \
         true},                                                                                              \
        {"--bins", "M", "Bins of the calibration metrics (15)", false},                                      \
        {"--draws", "N",                                                                                     \
         "Bootstrap draws of an interval, half as many of a floor; 0: neither (200, fewer for large sets)",  \
         false},                                                                                             \
        {"--fit-on-test", NULL, "Fit calibrators on the test set itself; the report says so", false},        \
        CAL_FORMAT_OPTION

// The report that the options request.
typedef struct cal_report_selection {
    cal_report_def def;
    const char *format;
    const char *metrics[CAL_GIVEN_MAX + 1], *calibrators[CAL_GIVEN_MAX + 1]; // lists that `def` points to
} cal_report_selection;

// Reads --format, json by default.
cal_status cal_report_format_read(const char **out, const cal_arguments *arguments, cal_error *err);
cal_status cal_report_select(cal_report_selection *out, const cal_arguments *arguments, cal_error *err);
// Prints to stdout, with its notes on stderr.
cal_status cal_report_print(const cal_report *report, const char *format, cal_error *err);

#endif
