// What the columns of a table are: by their names, and by what they hold.
#ifndef CAL_RUN_CSV_COLUMNS_H
#define CAL_RUN_CSV_COLUMNS_H
#include "base/slice.h"
#include "run/files/csv.h"

typedef enum cal_column_kind {
    CAL_COLUMN_UNKNOWN, // of a class, as a rule
    CAL_COLUMN_CLASS,   // logit_0, p1, class 3, 7
    CAL_COLUMN_LABEL,
    CAL_COLUMN_PREDICTED,
    CAL_COLUMN_CONFIDENCE,
    CAL_COLUMN_SCORE, // maybe a confidence, maybe of a class
    CAL_COLUMN_PASSED,
} cal_column_kind;

typedef struct cal_column {
    cal_column_kind kind;
    cal_slice name; // without one: length 0
    int at;         // in the file, from 0
} cal_column;

// A table that was read; columns that are passed over are none of it.
typedef struct cal_cells {
    const char *file;
    bool named;
    int n, width;
    cal_column *column; // [width]
    const double *cell; // [n,width]
} cal_cells;

cal_column_kind cal_column_kind_of(cal_slice name); // capitals, blanks and marks in it count nothing

double cal_cell(const cal_cells *cells, int row, int place);
void cal_column_say(char out[72], const cal_cells *cells, int place); // its name, or "column 2"

typedef struct cal_holds {
    bool whole; // numbers that classes could have
    bool share; // all from 0 to 1
    double least, most;
} cal_holds;
cal_holds cal_column_holds(const cal_cells *cells, int place);

// Which of them hold the label, the predicted class and the confidence in it; *found false: none, so these
// are outputs of classes. CAL_FAILED where they could be either.
enum { CAL_PLACE_LABEL, CAL_PLACE_PREDICTED, CAL_PLACE_CONFIDENCE, CAL_PLACES };
cal_status cal_columns_predictions(int place[CAL_PLACES], bool *found, const cal_cells *cells,
                                   cal_error *err);
// The label's place in a table of outputs. CAL_FAILED, too, where another one seems to hold predicted
// classes.
cal_status cal_columns_outputs(int *label, const cal_cells *cells, cal_error *err);

#endif
