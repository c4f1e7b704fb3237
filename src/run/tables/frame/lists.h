// Lists of numbers in the cells of a table.
#ifndef CAL_RUN_TABLES_FRAME_LISTS_H
#define CAL_RUN_TABLES_FRAME_LISTS_H
#include "run/tables/frame/frame.h"

// Makes a column for each element of columns whose cells all hold a list of the same number of numbers, such
// as "[0.1, 0.9]", "[0.1 0.9]" or "tensor([0.1, 0.9])". They are named as those of JSON: probs_0, probs_1.
// Does nothing beyond the columns that a frame can have. CAL_MEMORY.
cal_status cal_frame_take_lists(cal_frame *io, cal_arena *arena, cal_error *err);

#endif
