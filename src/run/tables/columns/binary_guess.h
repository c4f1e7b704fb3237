// Guesses the columns of a table of a binary task from their names and values.
#ifndef CAL_RUN_TABLES_COLUMNS_BINARY_GUESS_H
#define CAL_RUN_TABLES_COLUMNS_BINARY_GUESS_H
#include "run/tables/columns/roles.h"

// Guesses the columns from names and, if these leave it open, from values; returns false if the table is not
// binary. `positive` is the class that the user gave for p, or empty.
bool cal_binary_columns_guess(cal_binary_columns *out, const cal_frame *frame, cal_slice positive);
// Returns true if numbers from 0 to 100 in a column are percent. Either its name says so, or it is a
// confidence, which people and language models state in percent.
bool cal_column_percent(const cal_frame *frame, int column);

#endif
