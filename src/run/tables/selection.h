// Leaves out columns of a frame that are not outputs, and rows with missing values. Notes say what is left
// out.
#ifndef CAL_RUN_TABLES_SELECTION_H
#define CAL_RUN_TABLES_SELECTION_H
#include "run/tables/columns/binary.h"
#include "run/outputs/outputs.h"

// Finds the columns of a binary task in `complete`, the rows without missing values. If *found, leaves out
// rows of the frame that lack the label, its probability or the weight.
cal_status cal_table_find_binary(cal_binary_columns *out, bool *found, cal_frame *complete, cal_frame *io,
                                 cal_arena *arena, const cal_outputs_options *reading, cal_error *err);
// Leaves out columns next to the outputs of classes, and rows with a missing label or output. The places of
// the columns of `about` may change.
cal_status cal_table_select_classes(cal_frame *io, cal_binary_columns *about, cal_arena *arena,
                                    const cal_outputs_options *reading, cal_error *err);

// Returns true for a table of many columns that is read as a frame: one of up to 2 million cells. Larger
// ones are, too, if they have pairs of labels and outputs, groups or cases, or if the user names columns.
// `heads` gets the names.
bool cal_table_needs_frame(cal_frame *heads, const cal_file *file, const char *given);

#endif
