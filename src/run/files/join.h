// Predictions in one table and their labels in another one, made one table.
#ifndef CAL_RUN_FILES_JOIN_H
#define CAL_RUN_FILES_JOIN_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "run/files/notes.h"

// Joins by the first column of the same name whose values are all different in both tables, in the order of the labels, so that
// several models' rows agree; else row by row. Other columns of the same name are kept once where all their values agree; else those of the predictions get "_prob" added. A
// table of one unnamed column is "label", unnamed predictions are "class 0" and so on, or "p". The text lies in `arena` and has the
// predictions' name. CAL_FAILED where the rows do not match: it names the first that has no partner, and says what to do.
cal_status cal_tables_join(cal_file *out, cal_arena *arena, const cal_file *predictions,
                           const cal_file *labels, cal_notes *notes, cal_error *err);

#endif
