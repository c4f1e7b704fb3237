// Checks that the columns of a table are the outputs of classes.
#ifndef CAL_RUN_TABLES_COLUMNS_CLASSES_H
#define CAL_RUN_TABLES_COLUMNS_CLASSES_H
#include "run/tables/columns/cells.h"
#include "run/tables/columns/roles.h"
#include "run/outputs/outputs.h"

// Sorts the columns of a numbered set (p0, p10, p2) by their numbers, in place. *moved: the order changed.
// *from_one: the numbers begin with 1.
cal_status cal_csv_classes_sort(bool *moved, bool *from_one, cal_csv_column *column, int width,
                                const char *file, cal_error *err);
// Checks that all outputs of a table belong to one set. `label` is the label's place.
//
// A numbered set has one stem and numbers from 0 or 1: p0, p1, p2. Tables without one have classes by name,
// except for columns whose names or values rule that out. CAL_FAILED lists the columns that do not belong.
cal_status cal_csv_classes_check(const cal_csv_cells *cells, int label, cal_error *err);
// Takes the first row of a frame for its names if these are words and numbers of classes. The numbers run
// from 0 or 1 (label,0,1,2), or a column has only these (grade,3,5,7).
void cal_frame_take_names(cal_frame *io);
// Returns true for a label and a numbered set that surely holds outputs of classes. Rows of such a set sum to
// 1, or its columns have a usual name and hold logits, by that name or by numbers beyond 0 and 1.
bool cal_frame_classes_sure(const cal_frame *frame);
// Marks columns next to such a set that are not outputs. Columns of `about` and those with a known role are
// not marked. Returns the number of marks; 0 if another numbered set gives the table two readings.
int cal_frame_classes_others(bool out[CAL_FRAME_COLUMNS], const cal_frame *frame,
                             const cal_binary_columns *about);
// Refuses outputs from 0 to 1 whose rows do not sum to 1, such as boxes of detections. Columns named as
// logits are exempt.
cal_status cal_csv_range_check(const cal_outputs *out, const cal_csv_cells *cells, int label,
                               cal_naming naming, cal_error *err);

#endif
