// Array outputs whose labels are in a table, possibly with groups, cases and weights of each row.
#ifndef CAL_RUN_TABLES_LABEL_TABLE_H
#define CAL_RUN_TABLES_LABEL_TABLE_H
#include "run/outputs/outputs.h"
#include "run/tables/columns/rows.h"

typedef struct cal_label_table {
    cal_row_columns rows;
    const char *titles; // multi-label: names of the labels, one a line; else null
} cal_label_table;

// Returns true if a file of labels is a table and not an array.
bool cal_label_table_is(const cal_file *file);
// Reads the table, whose rows match outputs [n] or [n, k]. Makes `labels` an array [n], or multi-label [n, k]
// of 0, 1 or -1 for missing. Columns are those of reading->columns (label=, group=, case=, weight=,
// positive=), else guessed by their names. Words are numbered alphabetically if there is one per class; with
// two, a word for yes is 1. CAL_FAILED names the line or lists the columns; CAL_USAGE: a given column does
// not exist.
cal_status cal_label_table_read(cal_label_table *out, cal_file *labels, cal_arena *arena,
                                const cal_file *outputs, const cal_outputs_options *reading, cal_error *err);

#endif
