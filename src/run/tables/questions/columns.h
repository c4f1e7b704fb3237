// Further columns of a question in a line of JSON: weight, case and groups.
#ifndef CAL_RUN_TABLES_QUESTIONS_COLUMNS_H
#define CAL_RUN_TABLES_QUESTIONS_COLUMNS_H
#include "run/tables/columns/rows.h"
#include "run/tables/json/objects.h"

// A column of texts or numbers, by its key in each line.
typedef struct cal_questions_key {
    cal_slice key, *cell;
} cal_questions_key;
typedef struct cal_questions_columns {
    cal_questions_key group[CAL_GROUP_COLUMNS], cases, weight;
} cal_questions_columns;

// Chooses groups, cases and weights among the columns of a table: the given ones, or those with usual names.
cal_status cal_questions_choose(cal_binary_columns *at, const cal_frame *frame, const char *given,
                                cal_error *err);
// Lists the keys of texts and numbers of a line, as the columns of a table without rows.
void cal_questions_keys(cal_frame *out, const cal_json_object *line, const char *file);
// Chooses the roles of the keys and allocates the cells of n questions, which `rows` points to. CAL_USAGE:
// `given` names an unknown key.
cal_status cal_questions_choose_columns(cal_questions_columns *out, cal_row_columns *rows, int n,
                                        cal_arena *arena, const cal_frame *keys, const char *given,
                                        cal_error *err);
// Takes the values of a line. CAL_FAILED: its weight is not a number.
cal_status cal_questions_take_columns(cal_row_columns *rows, const cal_questions_columns *columns,
                                      const cal_json_object *line, const char *file, int row, cal_error *err);

#endif
