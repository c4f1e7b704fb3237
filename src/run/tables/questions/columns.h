// Further columns of a question in a line of JSON: weight, case and groups.
#ifndef CAL_RUN_TABLES_QUESTIONS_COLUMNS_H
#define CAL_RUN_TABLES_QUESTIONS_COLUMNS_H
#ifndef JSMN_STATIC
#define JSMN_HEADER
#endif
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>
#include "run/tables/columns/rows.h"

typedef struct cal_questions_line {
    const char *text;
    const jsmntok_t *token;
    int count, number; // number of tokens; number of the line, from 1
} cal_questions_line;

static inline cal_slice cal_questions_text(const cal_questions_line *l, int at) {
    return (cal_slice){l->text + l->token[at].start, l->token[at].end - l->token[at].start};
}

static inline int cal_questions_after(const cal_questions_line *l, int at) {
    const int end = l->token[at].end;
    while (at < l->count && l->token[at].start < end) at++;
    return at;
}

// A column of texts or numbers, by its key in each line.
typedef struct cal_questions_key {
    cal_slice key, *cell;
} cal_questions_key;
typedef struct cal_questions_columns {
    cal_questions_key group[CAL_GROUP_COLUMNS], cases, weight;
} cal_questions_columns;

// Lists the keys of texts and numbers of a line, as the columns of a table without rows.
void cal_questions_keys(cal_frame *out, const cal_questions_line *line, const char *file);
// Chooses the roles of the keys and allocates the cells of n questions, which `rows` points to. CAL_USAGE:
// `given` names an unknown key.
cal_status cal_questions_choose_columns(cal_questions_columns *out, cal_row_columns *rows, int n,
                                        cal_arena *arena, const cal_frame *keys, const char *given,
                                        cal_error *err);
// Takes the values of a line. CAL_FAILED: its weight is not a number.
cal_status cal_questions_take_columns(cal_row_columns *rows, const cal_questions_columns *columns,
                                      const cal_questions_line *line, const char *file, int row,
                                      cal_error *err);

#endif
