// A model's outputs and labels as a CSV file: outputs of every class, or only predicted classes and their
// confidences, which some metrics need alone.
#ifndef CAL_RUN_CSV_H
#define CAL_RUN_CSV_H
#include <stdint.h>
#include "base/memory.h"
#include "run/files/binary.h"
#include "run/files/outputs.h"

typedef struct cal_predictions {
    int n;
    int32_t *labels, *predicted; // [n], classes from 0
    double *confidence;          // [n], from 0 to 1
} cal_predictions;

// One of the three; the others have no rows. `weight` belongs to predictions and outputs.
typedef struct cal_csv_table {
    cal_predictions predictions;
    cal_outputs outputs;
    cal_binary binary;
    int32_t *options; // outputs: [n], number of options of each, or null: all
    double *weight;   // [n], with mean 1, or null
    char weight_name[CAL_BINARY_WORD];
    cal_slice *group; // outputs: [n], as in the file, or null
    cal_slice *cases; // predictions and outputs: [n], or null
    char case_name[CAL_BINARY_WORD];
    char group_name[CAL_BINARY_WORD];
    cal_group_column more[CAL_GROUPS_MORE]; // further groups
    int more_groups;
} cal_csv_table;

// Reads a table, or JSON lines (frame.h). A label and the probability of one class are a binary task
// (binary.h). Other tables have one sample per line, with fields separated by commas, semicolons or tabs and
// optionally in double quotes. The first line may name the columns (csv_columns.h). If there are columns of a
// label, a predicted class and a confidence, only these are read. Otherwise there is one column for each
// class. Without names, the label is the first or the last column, if only one of the two holds classes. Open
// questions are decided by the columns' values, with a note. Errors name the file, and the line or the
// columns; an ambiguous file is CAL_FAILED.
cal_status cal_csv_read(cal_csv_table *out, cal_arena *arena, const cal_file *file,
                        const cal_outputs_options *reading, cal_error *err);

#endif
