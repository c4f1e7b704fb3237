// Columns about the rows of a table: groups, cases, weights and scores.
#ifndef CAL_RUN_TABLES_COLUMNS_ROWS_H
#define CAL_RUN_TABLES_COLUMNS_ROWS_H
#include "run/tables/columns/roles.h"
#include "run/outputs/outputs.h"

enum { CAL_GROUP_COLUMNS = CAL_GROUPS_MORE + 1 };

typedef struct cal_group_column {
    cal_slice *word; // [n], as in the file
    char name[CAL_BINARY_WORD];
} cal_group_column;

typedef struct cal_row_columns {
    int groups;
    cal_group_column group[CAL_GROUP_COLUMNS];
    cal_slice *cases; // [n], as in the file, or null
    double *weight;   // [n], with mean 1, or null
    double *score;    // [n], larger for more certain samples, or null
    char case_name[CAL_BINARY_WORD], weight_name[CAL_BINARY_WORD], score_name[CAL_BINARY_WORD];
} cal_row_columns;

// Copies the columns of groups, cases and scores. CAL_FAILED names the line of a score that is not a number.
cal_status cal_row_columns_read(cal_row_columns *out, cal_arena *arena, const cal_frame *frame,
                                const cal_binary_columns *columns, cal_error *err);
// Reads a column of weights; -1: none. CAL_FAILED names the line of one that is not a number above 0.
cal_status cal_row_weights_read(cal_row_columns *out, cal_arena *arena, const cal_frame *frame, int column,
                                cal_error *err);
// Divides weights [n] by their mean. CAL_FAILED names the file, and the row, from 0, of one that is not above
// 0.
cal_status cal_weights_settle(double *weight, int n, const char *name, cal_error *err);
// Add notes on each column that there is.
void cal_row_groups_note(const cal_row_columns *columns, const char *file, cal_notes *notes);
void cal_row_cases_note(const cal_row_columns *columns, const char *file, cal_notes *notes);
void cal_row_weights_note(const cal_row_columns *columns, const char *file, cal_notes *notes);

// Returns true if there are such columns, or if the user names the weights.
bool cal_csv_groups_wanted(const cal_binary_columns *columns);
// Moves groups, cases and scores from the frame to `out`, which is empty. If columns->weight is not -1, that
// column becomes the only one of weights, or none does (-2).
cal_status cal_csv_groups_take(cal_row_columns *out, cal_arena *arena, cal_frame *frame,
                               const cal_binary_columns *columns, cal_error *err);
// Refuses groups outside outputs of classes or multi-label outputs, with CAL_USAGE or CAL_FAILED.
cal_status cal_csv_groups_settle(const cal_row_columns *about, const cal_outputs *outputs, const char *file,
                                 const cal_outputs_options *reading, cal_error *err);

#endif
