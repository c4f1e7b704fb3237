// The numbers of a table and the kinds of its columns.
#ifndef CAL_RUN_TABLES_COLUMNS_CELLS_H
#define CAL_RUN_TABLES_COLUMNS_CELLS_H
#include <stdint.h>
#include "base/slice.h"
#include "base/status.h"
#include "run/outputs/outputs.h"
#include "run/tables/columns/names.h"

typedef struct cal_csv_column {
    cal_csv_column_kind kind;
    cal_slice name; // length 0 if it has none
    int at;         // index in the file, from 0
} cal_csv_column;

// The numbers of a table, without its ignored columns.
typedef struct cal_csv_cells {
    const char *file;
    bool named;
    bool sure; // every column but the label is a class: the labels' words name them, or the user does
    const cal_outputs_options *reading; // for errors
    int n, width;
    cal_csv_column *column; // [width]
    const double *cell;     // [n,width]
} cal_csv_cells;

// Returns true for columns that may be outputs of a class.
static inline bool cal_csv_is_output(const cal_csv_column *column) {
    return column->kind == CAL_COLUMN_CLASS || column->kind == CAL_COLUMN_UNKNOWN ||
           column->kind == CAL_COLUMN_SCORE;
}
double cal_csv_cell(const cal_csv_cells *cells, int row, int place);
void cal_csv_column_name(char out[72], const cal_csv_cells *cells, int place); // its name, or "column 2"

typedef struct cal_csv_range {
    bool whole;    // all are whole numbers from 0, as classes are
    bool fraction; // all are from 0 to 1
    double least, most;
} cal_csv_range;
cal_csv_range cal_csv_column_range(const cal_csv_cells *cells, int place);

// The places of predictions.
enum { CAL_PLACE_LABEL, CAL_PLACE_PREDICTED, CAL_PLACE_CONFIDENCE, CAL_PLACES };

#endif
