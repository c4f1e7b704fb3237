// A small table as text: CSV, TSV, or JSON lines, with the names of its columns. What its columns mean is decided
// by others (columns_guess.h).
#ifndef CAL_RUN_FILES_FRAME_H
#define CAL_RUN_FILES_FRAME_H
#include "base/memory.h"
#include "base/slice.h"
#include "base/text.h"
#include "base/bytes/file.h"
#include "base/status.h"

enum {
    CAL_FRAME_COLUMNS =
        1100, // the most that a frame has: outputs of a thousand classes, and what stands beside them
    CAL_FRAME_USUAL = 64, // up to which every table is looked at as one, and JSON
};

typedef struct cal_frame {
    const char *name;
    int n, columns;
    bool named, json;
    bool commas;                           // its numbers may have decimal commas
    bool spaces;                           // blanks separate its fields
    cal_slice head[CAL_FRAME_COLUMNS + 1]; // names; of length 0 if there are none
    cal_slice *cell;                       // [n, columns]; of length 0 where there is nothing
    int *line;                             // [n] from 1
} cal_frame;

// *fits is false, without an error, if the table has more than `most` columns: it is one of outputs. Slices lie in
// `arena` or in the file. Errors name the line and say what to do.
cal_status cal_frame_read(cal_frame *out, bool *fits, cal_arena *arena, const cal_file *file, int most,
                          cal_error *err);
// The names of a table's columns as a frame without rows, of as many columns as a frame may have; none of JSON.
void cal_frame_heads(cal_frame *out, const cal_file *file);
static inline cal_slice cal_frame_cell(const cal_frame *f, int row, int column) {
    return f->cell[(size_t)row * (size_t)f->columns + (size_t)column];
}
// A name or a cell as it is meant: quotation marks that a table doubles and JSON escapes are there once. Without such it is the
// cell itself, else a copy in the arena; on refusal its `at` is null.
cal_slice cal_frame_text(cal_arena *arena, const cal_frame *frame, cal_slice cell);
// The same as it is shown, cut where it is long: printable, ended by 0.
void cal_frame_say(cal_error *out, const cal_frame *frame, cal_slice cell);
// A number with a decimal point or, where these may be there, a decimal comma; *percent if a % follows, by which
// it is divided.
bool cal_frame_number(double *out, bool *percent, const cal_frame *frame, cal_slice cell);
// JSON lines, or an array of objects, as a frame; arrays of numbers become a column for each element, key_0 to
// key_9.
cal_status cal_frame_read_json(cal_frame *out, bool *fits, cal_arena *arena, const cal_file *file,
                               cal_error *err);

#endif
