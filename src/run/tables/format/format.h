// Tables in the text layouts of other programs. One C file of this folder converts one layout.
// For example, weka.c defines `cal_format_weka`. The build lists the folder in build/gen/format.inc.
#ifndef CAL_RUN_TABLES_FORMAT_FORMAT_H
#define CAL_RUN_TABLES_FORMAT_FORMAT_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "run/outputs/notes.h"

// Rewrites a file of this format as CSV with named columns, with a note. Any other file stays the same. The
// text is in `arena`, with the same line numbers.
typedef cal_status cal_text_format(cal_file *io, cal_arena *arena, cal_notes *notes, cal_error *err);

#define CAL_ENTRY(symbol) cal_text_format symbol;
#include "format.inc"
#undef CAL_ENTRY

#endif
