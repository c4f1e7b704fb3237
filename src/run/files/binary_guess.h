// What the columns of a table of a binary task are, by their names and values.
#ifndef CAL_RUN_FILES_BINARY_GUESS_H
#define CAL_RUN_FILES_BINARY_GUESS_H
#include "run/files/binary.h"

typedef enum cal_column_role {
    CAL_ROLE_NONE,
    CAL_ROLE_LABEL,
    CAL_ROLE_CORRECT, // whether the answer was right, whose probability a confidence is
    CAL_ROLE_SCORE,
    CAL_ROLE_GROUP,
    CAL_ROLE_CASE,
    CAL_ROLE_WEIGHT,
    CAL_ROLE_IGNORED,
    CAL_ROLE_OTHER, // predicted classes, outputs of a class
    CAL_ROLE_SURE,  // the confidence of a predicted class
} cal_column_role;

// What the names say; [columns].
void cal_frame_roles(cal_column_role out[CAL_FRAME_COLUMNS], const cal_frame *frame);
// The only column of a role; -1: none, -2: several.
int cal_frame_only(const cal_column_role *is, int columns, cal_column_role wanted);
// The columns that are named as groups are and hold words or whole numbers.
void cal_groups_named(cal_binary_columns *out, const cal_frame *frame, const cal_column_role *is);
// From names, and from values where they leave it open; false where this is no binary table. `positive`: what the user
// says that p is the probability of, or empty.
bool cal_binary_columns_guess(cal_binary_columns *out, const cal_frame *frame, cal_slice positive);
// What a label's word says: 1 yes, 0 no, -1 neither.
int cal_word_says(cal_slice word);
// Whether numbers from 0 to 100 in a column are percent: its name says so, or it is a confidence, which people and
// language models state in percent.
bool cal_column_percent(const cal_frame *frame, int column);

#endif
