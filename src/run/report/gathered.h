// The contents of a report's files, gathered for its request: tables in files.c, arrays in gathered_arrays.c,
// shared parts in gathered.c.
#ifndef CAL_RUN_REPORT_GATHERED_H
#define CAL_RUN_REPORT_GATHERED_H
#include "run/files/binary.h"
#include "run/files/csv.h"
#include "run/report/inputs.h"
#include "run/report/request.h"

typedef struct cal_gathered {
    cal_arena arena;
    cal_outputs test, validation, ood;
    cal_predictions predictions;
    cal_binary binary, val_binary, other_binary;
    cal_outputs other;
    cal_report_groups groups,
        // sample_groups: multi-label only, since `groups` are then the labels
        sample_groups;
    // [n] of a table of classes, or [rows] of multi-label samples, as in the file; or null.
    const cal_slice *groups_of;
    cal_group_column more[CAL_GROUPS_MORE]; // further groups
    int more_groups;
    char group_name[CAL_BINARY_WORD];         // the first one's name
    const cal_slice *cases_of, *val_cases_of; // predictions and outputs: [n], as in the file, or null
    int32_t *cases, *val_cases;               // [n], case numbers, also of a binary task
    int case_count, val_case_count;
    int32_t *options, *val_options, *other_options; // questions: [n], or null
    double *weight;                                 // [n], sample weights, or null
    const char *weight_name;
    double *posterior; // [n,k], as in the report's request, or null
    cal_naming naming; // how errors spell options
    cal_notes notes;
} cal_gathered;

// Reads logits and labels as arrays, of any task; also the validation set, weights and a second model.
cal_status cal_gathered_arrays(cal_gathered *in, const cal_report_files *files,
                               const cal_report_options *options, const cal_outputs_options *reading,
                               cal_error *err);
// Fails with CAL_USAGE if the validation set is the test set, or has other classes.
cal_status cal_gathered_check(const cal_gathered *in, bool fit_on_test, cal_error *err);
cal_status cal_gathered_check_binary(const cal_gathered *in, const cal_report_files *files, bool fit_on_test,
                                     cal_error *err);
// Numbers groups in the order of their first samples, and cases in the order of their names. Call this after
// reading the validation set, whose cases are numbered, too.
cal_status cal_gathered_groups(cal_gathered *in, const char *file, cal_error *err);
cal_status cal_gathered_cases(cal_gathered *in, cal_error *err);
// Fails with CAL_FAILED unless the labels x[n] and y[m] of the files a and b are the same.
cal_status cal_gathered_same(const char *a, const char *b, const int32_t *x, const int32_t *y, int n, int m,
                             cal_error *err);

#endif
