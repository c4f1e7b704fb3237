// The roles of a table's columns by their names: label, probability, groups, case, weight.
#ifndef CAL_RUN_TABLES_COLUMNS_ROLES_H
#define CAL_RUN_TABLES_COLUMNS_ROLES_H
#include "run/tables/frame/frame.h"

enum { CAL_BINARY_WORD = 64, CAL_GROUPS_MORE = 7 };

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

// Column numbers; -1: none.
typedef struct cal_binary_columns {
    int label, p, group, cases, weight;
    int score;                 // certainty; only if the user gives it
    int predicted, confidence; // only if the user gives them
    int classes;               // columns of classes that the user gives
    int16_t class_at[CAL_FRAME_COLUMNS];
    int more[CAL_GROUPS_MORE], more_groups; // further groups
    bool odds;                              // p holds log odds
    cal_slice positive;                     // the label that p is the probability of; length 0: not yet known
} cal_binary_columns;

cal_column_role cal_name_role(cal_slice name);
// Finds the roles [columns] from the names.
void cal_frame_roles(cal_column_role out[CAL_FRAME_COLUMNS], const cal_frame *frame);
// Returns the only column of a role; -1: none, -2: several.
int cal_frame_only(const cal_column_role *is, int columns, cal_column_role wanted);
// Finds the columns that are named as groups are and hold words or whole numbers.
// Returns true if the cells of a column are all different, as identifiers are.
bool cal_column_distinct(const cal_frame *frame, int column);
void cal_groups_named(cal_binary_columns *out, const cal_frame *frame, const cal_column_role *is);
// Counts the cells of a column that are not numbers; *whole: all others are whole.
int cal_column_words(bool *whole, const cal_frame *frame, int column);

#endif
