// Outputs as arrays whose labels are in a table, with what else is known of each row: groups, a case, a weight.
#ifndef CAL_RUN_FILES_LABEL_TABLE_H
#define CAL_RUN_FILES_LABEL_TABLE_H
#include "run/files/binary.h"

// Of rows, as in the file; null where there is none.
typedef struct cal_label_table {
    cal_slice *group, *cases; // [n]
    cal_group_column more[CAL_GROUPS_MORE];
    int more_groups;
    double *weight; // [n], their mean 1
    char group_name[CAL_BINARY_WORD], case_name[CAL_BINARY_WORD], weight_name[CAL_BINARY_WORD];
    const char *titles; // of several labels, one a line; else null
} cal_label_table;

// Whether a file of labels is such a table: no array.
bool cal_label_table_is(const cal_file *file);
// Reads it, row by row beside outputs [n] or [n, k], and makes `labels` an array: [n], or of several labels [n, k], as many columns of 0,
// 1, -1 or nothing. Columns are as reading->columns says them (label=, group=, case=, weight=, positive=), else guessed by their
// names. Words are numbered by the alphabet, if they are as many as there are classes; of two those for yes or no say which one is 1.
// CAL_FAILED names the line, or says which columns there are; CAL_USAGE: a column that is said is not there.
cal_status cal_label_table_read(cal_label_table *out, cal_file *labels, cal_arena *arena,
                                const cal_file *outputs, const cal_outputs_options *reading, cal_error *err);

#endif
