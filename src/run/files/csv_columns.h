// Finds the kinds of a table's columns by their names and values.
#ifndef CAL_RUN_CSV_COLUMNS_H
#define CAL_RUN_CSV_COLUMNS_H
#include "base/slice.h"
#include "run/files/csv.h"

typedef enum cal_csv_column_kind {
    CAL_COLUMN_UNKNOWN, // usually the outputs of a class
    CAL_COLUMN_CLASS,   // logit_0, p1, class 3, 7
    CAL_COLUMN_LABEL,
    CAL_COLUMN_PREDICTED,
    CAL_COLUMN_CONFIDENCE,
    CAL_COLUMN_SCORE,  // a confidence, or the outputs of a class
    CAL_COLUMN_WEIGHT, // sample weight
    CAL_COLUMN_IGNORED,
} cal_csv_column_kind;

typedef struct cal_csv_column {
    cal_csv_column_kind kind;
    cal_slice name; // length 0 if it has none
    int at;         // index in the file, from 0
} cal_csv_column;

// The numbers of a table, without its ignored columns.
typedef struct cal_csv_cells {
    const char *file;
    bool named;
    int n, width;
    cal_csv_column *column; // [width]
    const double *cell;     // [n,width]
} cal_csv_cells;

cal_csv_column_kind cal_csv_column_kind_of(cal_slice name); // ignores case, blanks and punctuation

bool cal_csv_names_logit(cal_slice name); // logit_0, z0

double cal_csv_cell(const cal_csv_cells *cells, int row, int place);
void cal_csv_column_name(char out[72], const cal_csv_cells *cells, int place); // its name, or "column 2"

typedef struct cal_csv_range {
    bool whole;    // all are whole numbers from 0, as classes are
    bool fraction; // all are from 0 to 1
    double least, most;
} cal_csv_range;
cal_csv_range cal_csv_column_range(const cal_csv_cells *cells, int place);

// Finds the columns of the label, the predicted class and its confidence. *found is false for a table of
// outputs; CAL_FAILED if it could be either.
enum { CAL_PLACE_LABEL, CAL_PLACE_PREDICTED, CAL_PLACE_CONFIDENCE, CAL_PLACES };
cal_status cal_csv_find_predictions(int place[CAL_PLACES], bool *found, const cal_csv_cells *cells,
                                    cal_error *err);
// Finds the label's column in a table of outputs. CAL_FAILED also if another column seems to hold predicted
// classes.
cal_status cal_csv_find_label(int *label, const cal_csv_cells *cells, cal_error *err);

#endif
