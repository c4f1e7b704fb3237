// Leaves out columns and rows of a frame, and finds missing values.
#ifndef CAL_RUN_TABLES_FRAME_SELECTION_H
#define CAL_RUN_TABLES_FRAME_SELECTION_H
#include "run/outputs/outputs.h"
#include "run/tables/frame/frame.h"

// Returns true for an empty cell and for what programs write instead of a value: NA, nan, null, #DIV/0!.
bool cal_cell_missing(cal_slice cell);
// Removes the marked columns, in place.
void cal_frame_drop_columns(cal_frame *io, const bool gone[CAL_FRAME_COLUMNS]);
// Copies the rows without a missing value in the marked columns; `used` null: in any column that is not
// missing in most rows. The copy shares all but rows with the original. CAL_MEMORY.
cal_status cal_frame_complete_rows(cal_frame *out, cal_arena *arena, const cal_frame *frame, const bool *used,
                                   cal_error *err);
// Does the same in place, and adds a note with the number of rows that were left out and the line of the
// first. CAL_FAILED: every row has a missing value, or one has and reading->strict refuses that.
cal_status cal_frame_drop_missing(cal_frame *io, cal_arena *arena, const bool *used,
                                  const cal_outputs_options *reading, cal_error *err);

#endif
