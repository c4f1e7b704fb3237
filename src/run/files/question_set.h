// Questions with different numbers of options, and the further columns of their file.
#ifndef CAL_RUN_FILES_QUESTION_SET_H
#define CAL_RUN_FILES_QUESTION_SET_H
#include "run/files/binary.h"

typedef struct cal_questions {
    int n, k;         // k: the most options of a question
    double *p;        // [n, k], normalised over each question's own options, 0 beyond them
    int32_t *labels;  // [n]
    int32_t *options; // [n], number of options
    // Further columns, [n] each, or null: as in the file, but weights divided by their mean.
    cal_slice *group, *cases;
    cal_group_column more[CAL_GROUPS_MORE];
    int more_groups;
    double *weight;
    char group_name[CAL_BINARY_WORD], case_name[CAL_BINARY_WORD], weight_name[CAL_BINARY_WORD];
} cal_questions;

#endif
