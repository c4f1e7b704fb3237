#include "run/tables/questions/columns.h"
#include <string.h>
#include "run/tables/columns/binary.h"

void cal_questions_keys(cal_frame *out, const cal_json_object *l, const char *file) {
    *out = (cal_frame){.name = file, .named = true};
    for (int at = 1; at + 1 < l->count && out->columns < CAL_FRAME_COLUMNS; at = cal_json_after(l, at + 1))
        if (l->token[at + 1].type == JSMN_STRING || l->token[at + 1].type == JSMN_PRIMITIVE)
            out->head[out->columns++] = cal_json_text(l, at);
}

// Benchmarks name the topic of a question in this way; in tables of patients a subject is a case.
static bool is_topic(cal_slice key) {
    static const char *const topics[] = {"subject", "category", "topic", "task", "subtask", NULL};
    for (int i = 0; topics[i]; i++)
        if (cal_slice_is(key, topics[i])) return true;
    return false;
}

cal_status cal_questions_choose(cal_binary_columns *at, const cal_frame *keys, const char *given,
                                cal_error *err) {
    cal_column_role is[CAL_FRAME_COLUMNS];
    const cal_status status = cal_binary_columns_given(at, keys, given, err);
    if (status) return status;
    if (at->score >= 0)
        return cal_fail(err, CAL_USAGE, "columns: score= is read of classes, predictions and binary tasks");
    cal_frame_roles(is, keys);
    for (int c = 0; c < keys->columns; c++)
        if (is_topic(keys->head[c])) is[c] = CAL_ROLE_GROUP;
    for (int c = 0, named = at->group == -1; c < keys->columns && named; c++)
        if (is[c] == CAL_ROLE_GROUP && at->group < 0) at->group = c;
        else if (is[c] == CAL_ROLE_GROUP && at->more_groups < CAL_GROUPS_MORE)
            at->more[at->more_groups++] = c;
    if (at->cases == -1) at->cases = cal_frame_only(is, keys->columns, CAL_ROLE_CASE);
    if (at->weight == -1) at->weight = cal_frame_only(is, keys->columns, CAL_ROLE_WEIGHT);
    return CAL_OK;
}

static cal_slice *add_key(cal_questions_key *out, char name[CAL_BINARY_WORD], int n, cal_arena *arena,
                          const cal_frame *keys, int column) {
    if (column < 0) return NULL;
    *out = (cal_questions_key){keys->head[column], cal_arena_alloc(arena, (size_t)n * sizeof(cal_slice))};
    cal_frame_column_name(name, keys, column);
    return out->cell;
}

cal_status cal_questions_choose_columns(cal_questions_columns *out, cal_row_columns *rows, int n,
                                        cal_arena *arena, const cal_frame *keys, const char *given,
                                        cal_error *err) {
    cal_binary_columns at;
    *out = (cal_questions_columns){.cases = {.cell = NULL}};
    const cal_status status = cal_questions_choose(&at, keys, given, err);
    if (status) return status;
    for (int i = 0; at.group >= 0 && i <= at.more_groups; i++) {
        cal_group_column *group = &rows->group[rows->groups++];
        group->word = add_key(&out->group[i], group->name, n, arena, keys, i ? at.more[i - 1] : at.group);
    }
    rows->cases = add_key(&out->cases, rows->case_name, n, arena, keys, at.cases);
    if (add_key(&out->weight, rows->weight_name, n, arena, keys, at.weight))
        rows->weight = cal_arena_alloc(arena, (size_t)n * sizeof *rows->weight);
    return arena->refused ? cal_refuse_memory(err, "%s: what stands beside its questions", keys->name)
                          : CAL_OK;
}

static void take_cell(const cal_questions_key *b, const cal_json_object *l, int row) {
    if (!b->cell) return;
    b->cell[row] = (cal_slice){"", 0};
    for (int at = 1; at + 1 < l->count; at = cal_json_after(l, at + 1)) {
        const cal_slice key = cal_json_text(l, at);
        if (key.length != b->key.length || memcmp(key.at, b->key.at, (size_t)key.length)) continue;
        b->cell[row] = cal_json_text(l, at + 1);
        return;
    }
}

cal_status cal_questions_take_columns(cal_row_columns *rows, const cal_questions_columns *c,
                                      const cal_json_object *l, const char *file, int row, cal_error *err) {
    for (int i = 0; i < rows->groups; i++) take_cell(&c->group[i], l, row);
    take_cell(&c->cases, l, row), take_cell(&c->weight, l, row);
    if (!rows->weight || cal_number_parse(&rows->weight[row], c->weight.cell[row])) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: line %d: %s is '%.*s'; a weight is a number above 0", file,
                    l->number, rows->weight_name, CAL_QUOTED(c->weight.cell[row]));
}
