// A small table as text with the names of its columns, read from CSV, TSV, or JSON lines. The files
// columns/names.h and columns/roles.h find the meaning of the columns.
#ifndef CAL_RUN_TABLES_FRAME_FRAME_H
#define CAL_RUN_TABLES_FRAME_FRAME_H
#include "base/memory.h"
#include "base/slice.h"
#include "base/text.h"
#include "base/bytes/file.h"
#include "base/status.h"
#include "catalog/data/tables/rows.h"

enum {
    CAL_FRAME_COLUMNS =
        // limit of a frame: outputs of a thousand classes, and other columns
    1100,
    CAL_FRAME_USUAL = 64, // JSON, and tables with at most this number of columns, are always read as frames
};

typedef struct cal_frame {
    const char *name;
    int n, columns;
    bool named, json;
    bool commas; // numbers may have decimal commas, since these do not separate fields
    cal_slice head[CAL_FRAME_COLUMNS + 1]; // names; length 0 if there are none
    cal_slice weight;                      // the name of the weights' column, if the user gives it
    cal_slice *cell;                       // [n, columns]; length 0 if empty
    int *line;                             // [n], from 1
    // The user gives the first columns: the label, then the classes, or a predicted class and its confidence.
    enum { CAL_GIVEN_NOTHING, CAL_GIVEN_CLASSES, CAL_GIVEN_PREDICTIONS } given;
    int given_columns;
    const cal_slice *left; // [left_count], names of columns that were left out
    int left_count;
    int missing, first_missing;   // rows that were left out, and the line of the first
    int head_line, fields;        // line of the names, and its number of fields
    int short_line, short_fields; // first row with fewer fields than that; 0: none
} cal_frame;

// Reads a table. *fits is false, without an error, if it has more than `most` columns: then it is a table of
// outputs. Slices are in `arena` or in the file. Errors name the line and the remedy.
cal_status cal_frame_read(cal_frame *out, bool *fits, cal_arena *arena, const cal_file *file, int most,
                          cal_error *err);
// Opens a table's rows as cal_frame_read does. Skips Excel's line sep=;, and takes blanks as separators if
// the first row has none of the usual ones.
cal_rows cal_frame_rows(const cal_file *file);
// Reads only the names of a table's columns, up to the limit of a frame; none for JSON.
void cal_frame_heads(cal_frame *out, const cal_file *file);
static inline cal_slice cal_frame_cell(const cal_frame *f, int row, int column) {
    return f->cell[(size_t)row * (size_t)f->columns + (size_t)column];
}
// Returns a name or a cell without doubled quotation marks and JSON escapes. Without any it is the cell
// itself, else a copy in the arena; if memory is refused, `at` is null.
cal_slice cal_frame_text(cal_arena *arena, const cal_frame *frame, cal_slice cell);
// Writes the same for display: printable, shortened if long, 0-terminated.
void cal_frame_show(cal_error *out, const cal_frame *frame, cal_slice cell);
// Reads a number with a decimal point or, if the frame allows it, a decimal comma. *percent: a % follows, and
// the number is divided by 100.
bool cal_frame_number(double *out, bool *percent, const cal_frame *frame, cal_slice cell);
// Reads JSON lines, or an array of objects, as a frame. Arrays of numbers become a column for each element,
// key_0 to key_9.
cal_status cal_frame_read_json(cal_frame *out, bool *fits, cal_arena *arena, const cal_file *file,
                               cal_error *err);

#endif
