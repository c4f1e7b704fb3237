// Tables as text: rows of fields between commas, semicolons or tabs.
#ifndef CAL_CATALOG_DATA_TABLES_ROWS_H
#define CAL_CATALOG_DATA_TABLES_ROWS_H
#include "base/slice.h"
#include "catalog/data/data.h"

// The separator follows from the first row: a tab, else the more frequent of comma and semicolon.
// With commas and semicolons fields may stand in double quotes, with "" for a quote and line breaks inside
// (RFC 4180); with tabs quotes are text.
typedef struct cal_rows {
    const char *name, *at, *end;
    int line, next; // from 1: line where the row just read begins, and the line after it
    char separator;
} cal_rows;

enum { CAL_ROWS_COLUMNS = 4100 };

cal_rows cal_rows_open(const cal_file *file);
// Blanks separate the fields, as R's write.table has them, if the first row has no other separator.
void cal_rows_try_spaces(cal_rows *rows);
// At least as many as there are rows; no more than INT32_MAX - 1.
cal_status cal_rows_bound(int *rows, const cal_file *file, cal_error *err);
// The fields of the next row that is not empty, without the blanks and quotes around them (doubled quotes
// inside stay doubled); *count is 0 past the last row. CAL_FAILED names the line: an open quote, text after a
// closing one, or more than `room` fields, of which only the first `room` are read.
cal_status cal_rows_next(cal_slice *field, int *count, int room, cal_rows *rows, cal_error *err);

// ---- a table of which one column is the label

typedef struct cal_sheet {
    const char *name;
    int n, columns, label; // rows after the header, if there is one; the label's column
    cal_rows *row;         // [n] placed before each row
    cal_slice *text;       // [n] labels
} cal_sheet;

// Reads the rows' labels. `label` counts columns from 1, 0 is the last; `header` as CAL_DATA_HEADER.
// CAL_FAILED names file and line: every row must have as many fields as the first. Where the arena counts, rows and
// columns are those that there may be at most.
cal_status cal_sheet_read(cal_sheet *out, cal_arena *arena, const cal_file *file, const cal_choice *choice,
                          cal_error *err);
// The different labels of a sheet, numbers by value, else in the order of their bytes: at
// most `room`; -1 if there are more.
int cal_sheet_labels(cal_slice *name, int room, const cal_sheet *sheet);
// For `measure`: the link's label column if it has 2 to 256 different labels, else the column that has
// fewest.
cal_status cal_sheet_measure(cal_choice *choice, int *columns, const cal_file *file, int *rows,
                             cal_error *err);

#define CAL_DATA_LABEL                                                                                       \
    {.name = "label",                                                                                        \
     .help = "The label's column, counted from 1; 0 is the last",                                            \
     .unit = "",                                                                                             \
     .type = CAL_INTEGER,                                                                                    \
     .value = 0,                                                                                             \
     .min = 0,                                                                                               \
     .max = CAL_ROWS_COLUMNS}
#define CAL_DATA_HEADER                                                                                      \
    {.name = "header",                                                                                       \
     .help = "Whether the first row names the columns; auto: it does if no other row has its label",         \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "auto/no/yes",                                                                               \
     .max = 2}

#endif
