// A link in a file: NAME.calib.json, or a report. It is the member "link" of a JSON object.
#ifndef CAL_RUN_LINK_FILE_H
#define CAL_RUN_LINK_FILE_H
#include "base/slice.h"
#include "base/text.h"
#include "catalog/data/data.h"

// `out` points into the file's own bytes; the arena holds the tokens.
cal_status cal_link_file_read(cal_slice *out, cal_arena *arena, const cal_file *file, cal_error *err);
// Writes the file of the page and of `calib share --out`.
void cal_link_file_write(cal_text *json, const char *link);

#endif
