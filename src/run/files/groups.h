// Columns of groups, cases and weights next to the outputs of classes or multi-label outputs.
#ifndef CAL_RUN_FILES_GROUPS_H
#define CAL_RUN_FILES_GROUPS_H
#include "run/files/table.h"

// Returns true if there are such columns, or if the user names the weights.
bool cal_csv_groups_wanted(const cal_binary_columns *columns);
// Moves groups and cases from the frame to `out`, which is empty. If columns->weight is not -1, that column
// becomes the only "weight" of the frame, or none does (-2).
cal_status cal_csv_groups_take(cal_row_columns *out, cal_arena *arena, cal_frame *frame,
                               const cal_binary_columns *columns, cal_error *err);
// Refuses groups outside outputs of classes or multi-label outputs, with CAL_USAGE or CAL_FAILED.
cal_status cal_csv_groups_settle(const cal_row_columns *about, const cal_outputs *outputs, const char *file,
                                 const cal_outputs_options *reading, cal_error *err);

#endif
