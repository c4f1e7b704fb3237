// Predictions of a binary task: a label and the probability of one class, as most classifiers and risk models
// write them.
#ifndef CAL_RUN_FILES_BINARY_H
#define CAL_RUN_FILES_BINARY_H
#include "run/files/binary_columns.h"
#include "run/files/outputs.h"

// A further column of groups.
typedef struct cal_group_column {
    cal_slice *word; // [n], as in the file
    char name[CAL_BINARY_WORD];
} cal_group_column;

typedef struct cal_binary {
    int n;
    int32_t *labels;                // [n], 1: the positive class
    double *p;                      // [n, 2]: 1 - p, p
    double *odds;                   // [n], log odds if the file has these, else null
    char positive[CAL_BINARY_WORD]; // the file's name of the positive class
    char label_name[CAL_BINARY_WORD], p_name[CAL_BINARY_WORD];
    cal_slice *group, *cases; // [n] each, as in the file, or null
    cal_group_column more[CAL_GROUPS_MORE];
    int more_groups;
    double *weight;      // [n], with mean 1, or null
    int rows, kinds;     // multi-label (multi_label.h): number of samples, and labels per sample; else 0
    int32_t *row, *kind; // [n], sample and label index if multi-label
    char group_name[CAL_BINARY_WORD], case_name[CAL_BINARY_WORD], weight_name[CAL_BINARY_WORD];
} cal_binary;

// Reads the columns, and adds notes about their roles.
cal_status cal_binary_read(cal_binary *out, cal_arena *arena, const cal_frame *frame,
                           const cal_binary_columns *columns, const cal_outputs_options *reading,
                           cal_error *err);
// Divides weights [n] by their mean. CAL_FAILED names the file, and the row, from 0, of one that is not above
// 0.
cal_status cal_weights_settle(double *weight, int n, const char *name, cal_error *err);
#endif
