// The columns of a binary task, and of groups, cases and weights in any table. The user gives them, or their
// names tell.
#ifndef CAL_RUN_TABLES_COLUMNS_BINARY_H
#define CAL_RUN_TABLES_COLUMNS_BINARY_H
#include "run/tables/columns/roles.h"

// Finds the columns from the user's text: "label=y,p=risk,group=sex,case=patient,positive=sick". Columns are
// given by names or numbers from 1. Keys are p or logit, weight=w, group=none, and group= again for further
// ones. Guesses the rest, or everything if `given` is null, from names and values. If nothing is given and
// the table is not binary, *found is false.
cal_status cal_binary_columns_find(cal_binary_columns *out, bool *found, const cal_frame *frame,
                                   const char *given, cal_error *err);
// Reads only the user's text; the other columns are -1, and `positive` is empty. Tables of several classes
// have class= for each class in its order or classes=p* for numbered columns, or pred= and conf=. CAL_USAGE:
// no such column.
cal_status cal_binary_columns_given(cal_binary_columns *out, const cal_frame *frame, const char *given,
                                    cal_error *err);
// Returns true if the user's text, which may be null, names the column of the probability or of log odds.
bool cal_columns_give_probability(const char *given);
// Refuses a column with two roles. CAL_USAGE.
cal_status cal_columns_refuse_two_roles(const cal_frame *frame, int column, cal_error *err);
// Returns true if the user gives columns of classes or of predictions.
bool cal_columns_give_classes(const cal_binary_columns *given);
// Puts the label and those columns first, in the order of their classes, and marks the frame as given. The
// places of `io` follow. CAL_USAGE: a role is missing, or a column has two.
cal_status cal_columns_take_classes(cal_frame *frame, cal_binary_columns *io, cal_arena *arena,
                                    cal_error *err);
// Returns the only column that is named as labels are, or -1.
int cal_frame_label_column(const cal_frame *frame);
// Finds the groups in a table of classes unless the user gave them (io->group is -1). Groups have names of
// groups and hold words or whole numbers; else the only column of words besides the label is the group.
void cal_frame_groups_find(cal_binary_columns *io, const cal_frame *frame);
// Returns the column of cases in a table of classes, or -1. It is the given one (case=), or the only one that
// is named as cases are and holds words or whole numbers.
int cal_frame_case_column(const cal_frame *frame, const cal_binary_columns *given);
// Returns the only column that is named as weights are, or -1.
int cal_frame_weight_column(const cal_frame *frame);
// Writes a column's name, or "column 2".
void cal_frame_column_name(char out[CAL_BINARY_WORD], const cal_frame *frame, int column);

#endif
