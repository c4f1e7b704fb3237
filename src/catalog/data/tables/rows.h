// Tables as text: rows of fields between commas, semicolons or tabs.
#ifndef CAL_CATALOG_DATA_TABLES_ROWS_H
#define CAL_CATALOG_DATA_TABLES_ROWS_H
#include "base/slice.h"
#include "catalog/data/data.h"

// The separator follows from the first row: a tab, else the more frequent of comma and semicolon. With commas
// and semicolons fields may be in double quotes, with "" for a quote and line breaks inside (RFC 4180). With
// tabs, quotes are text.
typedef struct cal_rows {
    const char *name, *at, *end;
    int line, next; // from 1: first line of the last row, and the line after it
    char separator;
} cal_rows;

enum { CAL_ROWS_COLUMNS = 4100 };
enum { CAL_HEADER_AUTO, CAL_HEADER_NO, CAL_HEADER_YES }; // CAL_DATA_HEADER

cal_rows cal_rows_open(const cal_file *file);
// Lets blanks separate the fields, as in R's write.table, if the first row has no other separator.
void cal_rows_try_spaces(cal_rows *rows);
// An upper bound for the number of rows; at most INT32_MAX - 1.
cal_status cal_rows_bound(int *rows, const cal_file *file, cal_error *err);
// Reads the fields of the next row that is not empty, without surrounding blanks and quotes (doubled quotes
// inside stay doubled). Past the last row, *count is 0. CAL_FAILED names the line: an open quote, text after
// a closing one, or more than `room` fields. Then only the first `room` are read.
cal_status cal_rows_next(cal_slice *field, int *count, int room, cal_rows *rows, cal_error *err);

// ---- a table with a label column

typedef struct cal_sheet {
    const char *name;
    int fields;                       // the most that a row has: columns, and empty ones at its end
    int n, columns, label;            // rows after the header, if there is one; the label's column
    int omits, omitted[CAL_LIST_MAX]; // columns that the link leaves out
    cal_rows *row;                    // [n] positioned before each row
    cal_slice *text;                  // [n] labels
} cal_sheet;

// Reads the rows' labels, of which none may be empty. `label` counts columns from 1, 0 is the last; `header`
// as CAL_DATA_HEADER. CAL_FAILED names file and line: the rows must have equal numbers of fields, apart from
// empty ones at the end. If the arena counts, rows and columns are upper bounds.
cal_status cal_sheet_read(cal_sheet *out, cal_arena *arena, const cal_file *file, const cal_choice *choice,
                          cal_error *err);
// Does it for a label and a header in place of the link's, accepts empty labels, and leaves no column out.
cal_status cal_sheet_read_label(cal_sheet *out, cal_arena *arena, const cal_file *file, int label, int header,
                                cal_error *err);
// False for the label and the columns that the link leaves out.
bool cal_sheet_uses(const cal_sheet *sheet, int column);
// The distinct labels of a sheet, numbers by value, else in byte order: at most `room`; -1 if there are more.
int cal_sheet_labels(cal_slice *name, int room, const cal_sheet *sheet);
// For `measure`: sets the label's column, the number of classes, and the columns to leave out, unless the
// link says them. The label is the column that is named so, or the only one that can be. Columns that number
// the rows are left out. CAL_FAILED lists the columns that could be the label. *used: columns with the label.
cal_status cal_sheet_measure(cal_choice *choice, int *used, int *rows, const cal_file *file, cal_error *err);

#define CAL_DATA_LABEL                                                                                       \
    {.name = "label",                                                                                        \
     .help = "The label's column, counted from 1; 0 is the last",                                            \
     .unit = "",                                                                                             \
     .type = CAL_INTEGER,                                                                                    \
     .value = 0,                                                                                             \
     .min = 0,                                                                                               \
     .max = CAL_ROWS_COLUMNS}
#define CAL_DATA_OMIT                                                                                        \
    {.name = "omit",                                                                                         \
     .help = "Columns that are not read, counted from 1, in ascending order; 0: none, even if one numbers "  \
             "the rows",                                                                                     \
     .unit = "",                                                                                             \
     .type = CAL_LIST,                                                                                       \
     .max = CAL_ROWS_COLUMNS,                                                                                \
     .whole = true}
#define CAL_DATA_HEADER                                                                                      \
    {.name = "header",                                                                                       \
     .help = "Whether the first row names the columns; auto: it does if no other row has its label",         \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "auto/no/yes",                                                                               \
     .max = 2}

#endif
