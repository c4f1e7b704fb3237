// The contents of a report's files, gathered for its request: tables in files.c, arrays in arrays.c,
// shared parts in gathered.c.
#ifndef CAL_RUN_REPORT_INPUT_GATHERED_H
#define CAL_RUN_REPORT_INPUT_GATHERED_H
#include "run/tables/csv.h"
#include "run/report/input/inputs.h"

typedef struct cal_gathered {
    cal_arena arena;
    cal_naming naming;                         // how errors spell options
    cal_table_outputs test, validation, other; // other: another model's outputs of the test samples
    cal_outputs ood;
    cal_notes notes;
} cal_gathered;

// Reads logits and labels as arrays, of any task; also the validation set, weights and a second model.
cal_status cal_gathered_arrays(cal_gathered *in, const cal_report_files *files,
                               const cal_report_options *options, const cal_outputs_options *reading,
                               cal_error *err);
// Reads outputs of out-of-distribution samples, which need the classes of the test set. CAL_FAILED.
cal_status cal_gathered_ood(cal_gathered *in, const cal_file *file, const cal_outputs_options *reading,
                            cal_error *err);
// Reads all files, of any kind. Errors name the file, or the option.
cal_status cal_gathered_all(cal_gathered *in, const cal_report_files *files,
                            const cal_report_options *options, cal_error *err);
// Reads the validation files alone, as the outputs of `test`.
cal_status cal_gathered_validation(cal_gathered *in, const cal_report_files *files,
                                   const cal_report_options *options, cal_error *err);
// CAL_USAGE: the validation set is the test set. CAL_FAILED: it has other classes or another task. `test` and
// `validation` are names of files.
cal_status cal_gathered_check(const cal_gathered *in, const char *test, const char *validation,
                              bool fit_on_test, cal_error *err);
// Takes weights, and numbers groups in the order of their first samples. `file` is that of the test set's
// groups.
cal_status cal_gathered_groups(cal_gathered *in, const char *file, cal_error *err);
// Numbers cases in the order of their names, and groups of the validation set. Call this after reading the
// validation set.
cal_status cal_gathered_cases(cal_gathered *in, cal_error *err);
// Returns the other model's outputs, which share all else with those of the test set.
cal_outputs cal_gathered_other(const cal_gathered *in);
// CAL_FAILED unless the other model's outputs have the labels of the test set; a and b are the names of the
// files.
cal_status cal_gathered_check_pair(const cal_gathered *in, const char *a, const char *b, cal_error *err);

#endif
