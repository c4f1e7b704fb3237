// Rows of arrays that lack an output or a label.
#ifndef CAL_RUN_REPORT_INPUT_COMPLETE_H
#define CAL_RUN_REPORT_INPUT_COMPLETE_H
#include "run/outputs/outputs.h"
#include "run/tables/columns/rows.h"

// The arrays of a set, with a row for each sample. All but the outputs may be null or without bytes.
typedef struct cal_row_arrays {
    cal_file *outputs, *labels, *other, *posterior;
    cal_row_columns *rows; // columns of the labels' table
} cal_row_arrays;

// Leaves out rows with a NaN output, of either model, or with a missing label, and adds a note. A missing
// label is NaN. One-hot and soft labels are missing if they are all NaN or -1; with the task "classes" also
// if they are all 0. CAL_FAILED: no row is complete, or reading->strict refuses missing values.
cal_status cal_rows_complete(const cal_row_arrays *io, cal_arena *arena, const cal_outputs_options *reading,
                             cal_error *err);

#endif
