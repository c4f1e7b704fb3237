// Applies a calibrator to a file of outputs, which comes in pieces of any size from a disk, a pipe or a
// browser's blob.
#ifndef CAL_RUN_CALIBRATION_STREAM_H
#define CAL_RUN_CALIBRATION_STREAM_H
#include "base/bytes/npy.h"
#include "base/bytes/zip.h"
#include "run/calibration/rows.h"
#include "run/tables/frame/frame.h"

typedef enum cal_apply_format {
    CAL_APPLY_AS_INPUT, // an array for arrays, the table with further columns for tables
    CAL_APPLY_NPY,
    CAL_APPLY_NPZ,
    CAL_APPLY_CSV, // also for arrays: a column for each class
} cal_apply_format;

typedef struct cal_apply_options {
    cal_row_source source;
    cal_apply_format format;
    bool single;         // arrays of single precision
    cal_file groups;     // the groups of an array's rows, a table with a line for each; without bytes: none
    const char *columns; // class=A,class=B, classes=p*, p= or logit=; null: named as when fitted
} cal_apply_options;

typedef enum cal_apply_input {
    CAL_APPLY_UNKNOWN, // too few bytes yet
    CAL_APPLY_ARRAY,
    CAL_APPLY_ARCHIVE, // an .npz or .pt, which is read as a whole
    CAL_APPLY_TABLE,
} cal_apply_input;

// A table that is being copied with further columns.
typedef struct cal_table_stream {
    bool begun;
    bool json; // JSON lines
    char separator;
    bool commas;                    // numbers are read with decimal commas
    bool writes_commas;             // some have them, so that results do
    int columns;                    // number of the table's columns
    int *at;                        // [width] columns of the outputs
    int *group_at;                  // columns of the groups that are corrected
    int64_t line, left_out;         // lines before the next piece; rows without a result
    int64_t first_left_out;         // line of the first of them
    int64_t unknown, first_unknown; // rows of a group that the calibrator does not know, and the first's line
} cal_table_stream;

typedef struct cal_apply_stream {
    cal_arena arena; // memory that lives as long as the stream
    cal_apply_options options;
    cal_apply_input input;
    uint8_t *held; // bytes that were given and not yet used: [size] from `from`
    int from, size, capacity;
    bool headed; // an array's header was read
    cal_array array;
    int64_t left;       // rows of the array that are still to come
    int32_t *of;        // groups of the array's rows, [rows,columns], or null
    cal_zip_writer zip; // the output's
    cal_table_stream table;
} cal_apply_stream;

// The calibrator must outlive the stream; texts are copied. Check stream->arena.refused.
void cal_apply_begin(cal_apply_stream *out, const cal_apply_options *options);
// Takes the next bytes and appends what can be written so far; `last`: these are the last ones. CAL_FAILED
// and CAL_USAGE name the file, and the row or line.
cal_status cal_apply_take(cal_text *out, cal_apply_stream *stream, const void *bytes, size_t size, bool last,
                          cal_error *err);
// Writes a sentence on rows without a result, if there are any.
void cal_apply_write_note(cal_text *out, const cal_apply_stream *stream);
void cal_apply_end(cal_apply_stream *stream);

// ---- parts

// Copies the rows of a table's whole lines, with further columns.
cal_status cal_apply_table(cal_text *out, cal_apply_stream *stream, cal_file *piece, cal_error *err);

// Finds the columns of the groups.
cal_status cal_apply_find_groups(int *at, const cal_fitted_groups *groups, const cal_frame *f,
                                 cal_error *err);
// Finds the groups of a row's cells, of[columns], if the calibrator has groups. Counts unknown ones.
cal_status cal_apply_groups(int32_t *of, cal_apply_stream *s, const cal_frame *form, const cal_slice *field,
                            int count, int line, cal_error *err);
// Returns the number of columns of groups.
int cal_apply_group_columns(const cal_apply_stream *s);
// Number of columns that are added.
int cal_apply_added(const cal_apply_stream *s);
// Writes the name of added column j: p_calibrated, or that of the class with _calibrated.
void cal_apply_name(cal_text *out, const cal_apply_stream *s, const cal_frame *f, int j);
// CAL_FAILED if the frame already has a column of an added name.
cal_status cal_apply_check_names(const cal_apply_stream *s, const cal_frame *f, cal_error *err);
// Copies a piece of JSON lines, read as a frame, with the new members.
cal_status cal_apply_lines(cal_text *out, cal_apply_stream *s, const cal_file *piece, const cal_frame *f,
                           cal_error *err);

#endif
