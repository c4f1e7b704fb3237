// What the files of a report hold, gathered for its request (files.c): by tables there, by arrays here, and what both
// share.
#ifndef CAL_RUN_REPORT_GATHERED_H
#define CAL_RUN_REPORT_GATHERED_H
#include "run/files/binary.h"
#include "run/files/csv.h"
#include "run/report/files.h"
#include "run/report/report.h"

typedef struct cal_gathered {
    cal_arena arena;
    cal_outputs test, validation, ood;
    cal_predictions predictions;
    cal_binary binary, val_binary, other_binary;
    cal_outputs other;
    cal_report_groups groups,
        sample_groups; // the latter of several labels a sample, whose groups are the labels
    // [n] of a table of classes, or [rows] of several labels a sample, as in the file; or null.
    const cal_slice *groups_of;
    cal_group_column more[CAL_GROUPS_MORE]; // further ones
    int more_groups;
    char group_name[CAL_BINARY_WORD];         // the first one's
    const cal_slice *cases_of, *val_cases_of; // [n] of predictions and outputs, as in the file, or null
    int32_t *cases, *val_cases;               // [n] by number, of the binary task, too
    int case_count, val_case_count;
    int32_t *options, *val_options, *other_options; // [n] of questions, or null
    double *weight;                                 // [n] of the samples, or null
    const char *weight_name;
    double *posterior; // [n,k] as the report takes it, or null
    cal_notes notes;
} cal_gathered;

// Logits and labels as arrays, of any task; the validation set, weights and a second model too.
cal_status cal_gathered_arrays(cal_gathered *in, const cal_report_files *files,
                               const cal_report_options *options, const cal_outputs_options *reading,
                               cal_error *err);
// CAL_USAGE where the validation set is the test set, or not of the same classes.
cal_status cal_gathered_check(const cal_gathered *in, bool fit_on_test, cal_error *err);
cal_status cal_gathered_check_binary(const cal_gathered *in, const cal_report_files *files, bool fit_on_test,
                                     cal_error *err);
// Groups and cases by number: groups in the order of their first samples, cases in that of their names, those of the
// validation set too, so after it was read.
cal_status cal_gathered_groups(cal_gathered *in, const char *file, cal_error *err);
cal_status cal_gathered_cases(cal_gathered *in, cal_error *err);
// CAL_FAILED unless the labels x[n] and y[m] of the files a and b are the same.
cal_status cal_gathered_same(const char *a, const char *b, const int32_t *x, const int32_t *y, int n, int m,
                             cal_error *err);

#endif
