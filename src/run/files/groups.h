// Columns of groups, of cases and of weights beside the outputs of classes or of several labels.
#ifndef CAL_RUN_FILES_GROUPS_H
#define CAL_RUN_FILES_GROUPS_H
#include "run/files/csv.h"

// Whether there are such columns, or the user says which the weights are.
bool cal_csv_groups_wanted(const cal_binary_columns *columns);
// Takes groups and cases out of the frame. Where columns->weight is not -1, that column is called "weight" there, and no other one
// is; -2: none is.
cal_status cal_csv_groups_take(cal_csv_table *out, cal_arena *arena, cal_frame *frame,
                               const cal_binary_columns *columns, cal_error *err);
// Groups belong to outputs of classes or of several labels: CAL_USAGE or CAL_FAILED elsewhere.
cal_status cal_csv_groups_settle(cal_csv_table *out, const cal_frame *frame,
                                 const cal_outputs_options *reading, cal_error *err);

#endif
