// Converts the text encoding of files.
#ifndef CAL_RUN_TABLES_FRAME_ENCODING_H
#define CAL_RUN_TABLES_FRAME_ENCODING_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/status.h"

// Converts a file's text to UTF-8. Text in another encoding is read as Windows' code page 1252, as Excel and
// older programs save it.
cal_status cal_file_utf8(cal_file *out, cal_arena *arena, const cal_file *file, cal_error *err);

#endif
