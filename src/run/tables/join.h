// Joins predictions in one table and their labels in another one.
#ifndef CAL_RUN_TABLES_JOIN_H
#define CAL_RUN_TABLES_JOIN_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "run/outputs/notes.h"

// Joins by the first column of the same name with unique values in both tables; without one, row by row. Rows
// are in the order of the labels, so that several models' rows agree. Other columns of the same name are kept
// once if all values agree; else those of the predictions get the suffix "_prob". An unnamed label column
// becomes "label"; unnamed predictions become "class 0" and so on, or "p". The text is in `arena` and has the
// predictions' name. If rows do not match, CAL_FAILED names the first one without a partner, and the remedy.
cal_status cal_tables_join(cal_file *out, cal_arena *arena, const cal_file *predictions,
                           const cal_file *labels, cal_notes *notes, cal_error *err);

#endif
