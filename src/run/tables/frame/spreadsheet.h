// The text of a table without what spreadsheets add to it.
#ifndef CAL_RUN_TABLES_FRAME_SPREADSHEET_H
#define CAL_RUN_TABLES_FRAME_SPREADSHEET_H
#include "run/outputs/notes.h"
#include "run/tables/frame/encoding.h"

// Converts a file to UTF-8 (encoding.h), and layouts of other programs to CSV (format.h). Empties title lines
// above the columns' names and lines of separators alone, with a note. Formulas of a text, ="0.5", become the
// text. Line numbers stay the same.
cal_status cal_table_text(cal_file *out, cal_arena *arena, const cal_file *file, cal_notes *notes,
                          cal_error *err);

#endif
