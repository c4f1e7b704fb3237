// The numbers of a table of several classes, read once, from a text or a frame. The table has outputs of
// every class, or predicted classes with their confidences.
#ifndef CAL_RUN_TABLES_CLASSES_NUMBERS_H
#define CAL_RUN_TABLES_CLASSES_NUMBERS_H
#include "run/outputs/outputs.h"
#include "run/tables/columns/cells.h"
#include "run/tables/frame/frame.h"

typedef struct cal_class_numbers {
    cal_csv_cells cells;
    int columns;            // all columns, read or not
    cal_csv_column *column; // [columns]
    int weight;             // column of the samples' weights, or -1
    double *weights;        // [n], or null
    const cal_frame *frame; // or null, for a text
    bool by_name;           // columns named as label, predicted class and confidence exist
    bool sorted;            // numbered columns were sorted by their numbers
    bool from_one;          // the numbers of columns begin with 1
    bool dropped;           // columns of predicted classes or confidences were ignored next to outputs
} cal_class_numbers;

// Reads a text, for tables too large for a frame. CAL_FAILED names the line and the column.
cal_status cal_class_numbers_of_text(cal_class_numbers *out, cal_arena *arena, const cal_file *file,
                                     const cal_outputs_options *reading, cal_error *err);
// Reads a frame. Labels that are words become the places of the columns that they name. Names stay the
// frame's.
cal_status cal_class_numbers_of_frame(cal_class_numbers *out, cal_arena *arena, const cal_frame *frame,
                                      const cal_outputs_options *reading, cal_error *err);

// ---- for the two readers

// Decides which columns are read, from the kinds of all columns. `line`: the line of their names.
cal_status cal_class_columns_settle(cal_class_numbers *io, cal_arena *arena, int line, cal_error *err);
cal_status cal_class_rows_allocate(cal_class_numbers *io, cal_arena *arena, int rows, cal_error *err);
// Returns where the cell of the next row and a place is stored.
static inline double *cal_class_cell(const cal_class_numbers *t, int place) {
    return (double *)t->cells.cell + (size_t)t->cells.n * (size_t)t->cells.width + (size_t)place;
}
// Checks a cell. number: it holds the number `value`. CAL_FAILED names line and column.
cal_status cal_class_value_check(const cal_class_numbers *t, int line, const cal_csv_column *column,
                                 cal_slice field, bool number, double value, cal_error *err);
cal_status cal_class_weight_refuse(const cal_class_numbers *t, int line, cal_slice field, cal_error *err);

#endif
