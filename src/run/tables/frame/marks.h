// Marks of ignored rows in a column of labels.
#ifndef CAL_RUN_TABLES_FRAME_MARKS_H
#define CAL_RUN_TABLES_FRAME_MARKS_H
#include "run/outputs/labels.h"
#include "run/tables/frame/frame.h"

// Collects the values of a column of labels; words count as other values.
cal_label_values cal_column_label_values(const cal_frame *frame, int column);
// Returns true if a cell of that column marks its row as ignored. *mark receives its number, unless it is
// null.
bool cal_cell_ignored(int32_t *mark, const cal_label_values *values, cal_slice cell);

#endif
