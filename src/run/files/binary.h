// Predictions of a binary task: a label and the probability of one class, as most classifiers and risk models
// write them.
#ifndef CAL_RUN_FILES_BINARY_H
#define CAL_RUN_FILES_BINARY_H
#include "run/files/frame.h"
#include "run/files/outputs.h"

enum { CAL_BINARY_WORD = 64, CAL_GROUPS_MORE = 7 };

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
    int rows, kinds;     // multi-label (many.h): number of samples, and labels per sample; else 0
    int32_t *row, *kind; // [n], sample and label index if multi-label
    char group_name[CAL_BINARY_WORD], case_name[CAL_BINARY_WORD], weight_name[CAL_BINARY_WORD];
} cal_binary;

// Column numbers; -1: none.
typedef struct cal_binary_columns {
    int label, p, group, cases, weight;
    int more[CAL_GROUPS_MORE], more_groups; // further groups
    bool odds;                              // p holds log odds
    cal_slice positive;                     // the label that p is the probability of; length 0: not yet known
} cal_binary_columns;

// Finds the columns from the user's text: "label=y,p=risk,group=sex,case=patient,positive=sick". Columns are
// given by names or numbers from 1. Keys are p or logit, weight=w, group=none, and group= again for further
// ones. Guesses the rest, or everything if `given` is null, from names and values. If nothing is given and
// the table is not binary, *found is false.
cal_status cal_binary_columns_find(cal_binary_columns *out, bool *found, const cal_frame *frame,
                                   const char *given, cal_error *err);
// Reads only the user's text; the other columns are -1, and `positive` is empty. CAL_USAGE: no such column.
cal_status cal_binary_columns_given(cal_binary_columns *out, const cal_frame *frame, const char *given,
                                    cal_error *err);
// Finds the groups in a table of classes unless the user gave them (io->group is -1). Groups have names of
// groups and hold words or whole numbers; else the only column of words besides the label is the group.
void cal_frame_groups_find(cal_binary_columns *io, const cal_frame *frame);
// Reads the columns, and adds notes about their roles.
cal_status cal_binary_read(cal_binary *out, cal_arena *arena, const cal_frame *frame,
                           const cal_binary_columns *columns, const cal_outputs_options *reading,
                           cal_error *err);
// Divides weights [n] by their mean. CAL_FAILED names the file, and the row, from 0, of one that is not above
// 0.
cal_status cal_weights_settle(double *weight, int n, const char *name, cal_error *err);
// Returns the column of cases in a table of classes, or -1. It is the given one (case=), or the only one that
// is named as cases are and holds words or whole numbers.
int cal_frame_case_column(const cal_frame *frame, const cal_binary_columns *given);
// Returns the only column that is named as weights are, or -1.
int cal_frame_weight_column(const cal_frame *frame);
// Writes a column's name, or "column 2".
void cal_frame_column_name(char out[CAL_BINARY_WORD], const cal_frame *frame, int column);

#endif
