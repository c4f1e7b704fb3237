// A data frame as plain CSV, for the reader of outputs of several classes (csv.h). Numbers get decimal
// points, and a label's words become the places of the columns that they name.
#ifndef CAL_RUN_TABLES_PLAIN_CSV_H
#define CAL_RUN_TABLES_PLAIN_CSV_H
#include "run/tables/frame/frame.h"
#include "run/outputs/notes.h"

// Returns true if that reader could not read the file itself.
bool cal_frame_needs_plain(const cal_frame *frame);
cal_status cal_frame_plain(cal_text *out, const cal_frame *frame, cal_notes *notes, cal_error *err);

#endif
