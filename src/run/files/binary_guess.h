// Guesses the columns of a table of a binary task from their names and values.
#ifndef CAL_RUN_FILES_BINARY_GUESS_H
#define CAL_RUN_FILES_BINARY_GUESS_H
#include "run/files/binary.h"

typedef enum cal_column_role {
    CAL_ROLE_NONE,
    CAL_ROLE_LABEL,
    CAL_ROLE_CORRECT, // 1 if the answer was right; a confidence is the probability of that
    CAL_ROLE_SCORE,
    CAL_ROLE_GROUP,
    CAL_ROLE_CASE,
    CAL_ROLE_WEIGHT,
    CAL_ROLE_IGNORED,
    CAL_ROLE_OTHER, // predicted classes, outputs of a class
    CAL_ROLE_SURE,  // the confidence of a predicted class
} cal_column_role;

// Finds the roles [columns] from the names.
void cal_frame_roles(cal_column_role out[CAL_FRAME_COLUMNS], const cal_frame *frame);
// Returns the only column of a role; -1: none, -2: several.
int cal_frame_only(const cal_column_role *is, int columns, cal_column_role wanted);
// Finds the columns that are named as groups are and hold words or whole numbers.
void cal_groups_named(cal_binary_columns *out, const cal_frame *frame, const cal_column_role *is);
// Guesses the columns from names and, if these leave it open, from values; returns false if the table is not
// binary. `positive` is the class that the user gave for p, or empty.
bool cal_binary_columns_guess(cal_binary_columns *out, const cal_frame *frame, cal_slice positive);
// Returns the meaning of a label's word: 1 yes, 0 no, -1 neither.
int cal_word_meaning(cal_slice word);
// Returns true if numbers from 0 to 100 in a column are percent. Either its name says so, or it is a
// confidence, which people and language models state in percent.
bool cal_column_percent(const cal_frame *frame, int column);

#endif
