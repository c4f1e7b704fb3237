// Predictions of a binary task: a label and the probability of one class, as most classifiers and risk models
// write them.
#ifndef CAL_RUN_FILES_BINARY_H
#define CAL_RUN_FILES_BINARY_H
#include "run/files/frame.h"
#include "run/files/outputs.h"

enum { CAL_BINARY_WORD = 64, CAL_GROUPS_MORE = 7 };

// A column of groups beside the first one.
typedef struct cal_group_column {
    cal_slice *word; // [n], as in the file
    char name[CAL_BINARY_WORD];
} cal_group_column;

typedef struct cal_binary {
    int n;
    int32_t *labels;                // [n], 1: the positive class
    double *p;                      // [n, 2]: 1 - p, p
    double *odds;                   // [n] log odds, if the file has these; or null
    char positive[CAL_BINARY_WORD]; // as the file calls it
    char label_name[CAL_BINARY_WORD], p_name[CAL_BINARY_WORD];
    cal_slice *group, *cases; // [n] each, or null: as in the file
    cal_group_column more[CAL_GROUPS_MORE];
    int more_groups;
    double *weight;      // [n], their mean 1, or null
    int rows, kinds;     // of several labels a sample (many.h): samples, and labels of each; else 0
    int32_t *row, *kind; // [n] the sample, and the label, where there are such
    char group_name[CAL_BINARY_WORD], case_name[CAL_BINARY_WORD], weight_name[CAL_BINARY_WORD];
} cal_binary;

// Which column is what; -1: there is none.
typedef struct cal_binary_columns {
    int label, p, group, cases, weight;
    int more[CAL_GROUPS_MORE], more_groups; // further groups
    bool odds;                              // p holds log odds
    cal_slice positive;                     // which label p is the probability of; length 0: to be found
} cal_binary_columns;

// What the user says, "label=y,p=risk,group=sex,case=patient,positive=sick", by names or numbers from 1 (p or logit; weight=w; group=none;
// group= again for further ones);
// what it leaves open, and all of it where `said` is null, is guessed from names and values. *found is false, if
// nothing is said, where this is no binary table.
cal_status cal_binary_columns_find(cal_binary_columns *out, bool *found, const cal_frame *frame,
                                   const char *said, cal_error *err);
// What the user says alone; what is left open is -1, and a positive of length 0. CAL_USAGE: no such column.
cal_status cal_binary_columns_said(cal_binary_columns *out, const cal_frame *frame, const char *said,
                                   cal_error *err);
// Fills in which columns of a table of classes hold groups, if nobody said it (io->group is -1): those that are named as groups are and
// hold words or whole numbers, or else the only one of words beside a label.
void cal_frame_groups_find(cal_binary_columns *io, const cal_frame *frame);
// Reads the columns, and says in notes what was read as what.
cal_status cal_binary_read(cal_binary *out, cal_arena *arena, const cal_frame *frame,
                           const cal_binary_columns *columns, const cal_outputs_options *reading,
                           cal_error *err);
// Weights [n] as read: divided by their mean. CAL_FAILED names the file, and the row, from 0, of one that is not above 0.
cal_status cal_weights_settle(double *weight, int n, const char *name, cal_error *err);
// The column of a table of classes that holds cases: as `said` has it (case=), or the only one that is named as cases are and holds
// words or whole numbers; -1: none.
int cal_frame_case_column(const cal_frame *frame, const cal_binary_columns *said);
// The only column that is named as weights are; -1: none.
int cal_frame_weight_column(const cal_frame *frame);
// A column's name, or "column 2".
void cal_frame_column_name(char out[CAL_BINARY_WORD], const cal_frame *frame, int column);

#endif
