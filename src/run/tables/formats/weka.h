// Weka's predictions with the distribution of each row.
#ifndef CAL_RUN_TABLES_FORMATS_WEKA_H
#define CAL_RUN_TABLES_FORMATS_WEKA_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "run/outputs/notes.h"

// Writes such a file, as CSV or as plain text, as a table of the class and one probability each: actual,P
// (cat),P (dog). Any other file stays the same. The text is in `arena`, with the same line numbers.
cal_status cal_weka_table(cal_file *io, cal_arena *arena, cal_notes *notes, cal_error *err);

#endif
