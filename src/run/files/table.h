// A table of predictions or outputs, once it was read.
#ifndef CAL_RUN_FILES_TABLE_H
#define CAL_RUN_FILES_TABLE_H
#include <stdint.h>
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

#endif
