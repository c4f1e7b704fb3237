// What a model said, as a table of text with its labels: outputs of every class, or no more than
// predicted classes and how sure of them it was, which is enough for every figure that looks at those alone.
#ifndef CAL_RUN_CSV_H
#define CAL_RUN_CSV_H
#include <stdint.h>
#include "base/memory.h"
#include "run/files/outputs.h"

typedef struct cal_predictions {
    int n;
    int32_t *labels, *predicted; // [n], not negative
    double *confidence;          // [n], 0 to 1
} cal_predictions;

// One of the two, the other with no rows.
typedef struct cal_table {
    cal_predictions predictions;
    cal_outputs outputs;
} cal_table;

// A line a sample, fields between commas, semicolons or tabs, maybe in double quotes; the first line may name
// the columns (csv_columns.h). With a label, a predicted class and a confidence these are read and all others
// passed over. Otherwise there is a column a class, and without names the label is the first or the last one,
// if only one of them holds numbers of classes. What no name says is told by what the columns hold, and a
// note says so. Errors name the file, and the line or the columns; CAL_FAILED, too, where it could be either.
cal_status cal_csv_read(cal_table *out, cal_arena *arena, const cal_file *file, const cal_reading *reading,
                        cal_error *err);

#endif
