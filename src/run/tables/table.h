// A table of predictions or outputs, once it was read.
#ifndef CAL_RUN_TABLES_TABLE_H
#define CAL_RUN_TABLES_TABLE_H
#include "run/outputs/outputs.h"
#include "run/tables/columns/rows.h"

typedef struct cal_table_outputs {
    cal_outputs outputs;     // without groups and cases, which are as in the file
    cal_row_columns rows;    // columns about each row; multi-label: the groups are the labels
    cal_row_columns samples; // multi-label: columns about each sample
    unsigned divisors;       // questions of log likelihoods: a bit for each cal_divisor that the file allows
    char label_name[CAL_BINARY_WORD], p_name[CAL_BINARY_WORD]; // binary: names of the columns
} cal_table_outputs;

#endif
