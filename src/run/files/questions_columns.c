#include "run/files/questions_columns.h"
#include <string.h>
#include "run/files/column_roles.h"

void cal_questions_keys(cal_frame *out, const cal_questions_line *l, const char *file) {
    *out = (cal_frame){.name = file, .named = true};
    for (int at = 1; at + 1 < l->count && out->columns < CAL_FRAME_COLUMNS;
         at = cal_questions_after(l, at + 1))
        if (l->token[at + 1].type == JSMN_STRING || l->token[at + 1].type == JSMN_PRIMITIVE)
            out->head[out->columns++] = cal_questions_text(l, at);
}

// Benchmarks name the topic of a question in this way; in tables of patients a subject is a case.
static bool is_topic(cal_slice key) {
    static const char *const topics[] = {"subject", "category", "topic", "task", "subtask", NULL};
    for (int i = 0; topics[i]; i++)
        if (cal_slice_is(key, topics[i])) return true;
    return false;
}

cal_status cal_questions_choose_columns(cal_questions_columns *out, cal_questions *q, cal_arena *arena,
                                        const cal_frame *keys, const char *given, cal_error *err) {
    cal_binary_columns at;
    cal_column_role is[CAL_FRAME_COLUMNS];
    *out = (cal_questions_columns){.more_groups = 0};
    const cal_status status = cal_binary_columns_given(&at, keys, given, err);
    if (status) return status;
    cal_frame_roles(is, keys);
    for (int c = 0; c < keys->columns; c++)
        if (is_topic(keys->head[c])) is[c] = CAL_ROLE_GROUP;
    for (int c = 0, named = at.group == -1; c < keys->columns && named; c++)
        if (is[c] == CAL_ROLE_GROUP && at.group < 0) at.group = c;
        else if (is[c] == CAL_ROLE_GROUP && at.more_groups < CAL_GROUPS_MORE) at.more[at.more_groups++] = c;
    if (at.cases == -1) at.cases = cal_frame_only(is, keys->columns, CAL_ROLE_CASE);
    if (at.weight == -1) at.weight = cal_frame_only(is, keys->columns, CAL_ROLE_WEIGHT);
    struct {
        int column;
        cal_questions_key *to;
        cal_slice **cell;
        char *name;
    } all[3 + CAL_GROUPS_MORE] = {{at.group, &out->group, &q->group, q->group_name},
                                  {at.cases, &out->cases, &q->cases, q->case_name},
                                  {at.weight, &out->weight, NULL, q->weight_name}};
    for (int i = 0; i < at.more_groups; i++) {
        all[3 + i].column = at.more[i], all[3 + i].to = &out->more[i];
        all[3 + i].cell = &q->more[i].word, all[3 + i].name = q->more[i].name;
    }
    out->more_groups = q->more_groups = at.more_groups;
    for (int i = 0; i < 3 + at.more_groups; i++) {
        if (all[i].column < 0) continue;
        all[i].to->key = keys->head[all[i].column];
        all[i].to->cell = cal_arena_alloc(arena, (size_t)q->n * sizeof(cal_slice));
        if (all[i].cell) *all[i].cell = all[i].to->cell;
        cal_frame_column_name(all[i].name, keys, all[i].column);
    }
    if (out->weight.cell) q->weight = cal_arena_alloc(arena, (size_t)q->n * sizeof *q->weight);
    return arena->refused ? cal_refuse_memory(err, "%s: what stands beside its questions", keys->name)
                          : CAL_OK;
}

static void take_cell(const cal_questions_key *b, const cal_questions_line *l, int row) {
    if (!b->cell) return;
    b->cell[row] = (cal_slice){"", 0};
    for (int at = 1; at + 1 < l->count; at = cal_questions_after(l, at + 1)) {
        const cal_slice key = cal_questions_text(l, at);
        if (key.length != b->key.length || memcmp(key.at, b->key.at, (size_t)key.length)) continue;
        b->cell[row] = cal_questions_text(l, at + 1);
        return;
    }
}

cal_status cal_questions_take_columns(cal_questions *q, const cal_questions_columns *c,
                                      const cal_questions_line *l, const char *file, int row,
                                      cal_error *err) {
    take_cell(&c->group, l, row), take_cell(&c->cases, l, row), take_cell(&c->weight, l, row);
    for (int i = 0; i < c->more_groups; i++) take_cell(&c->more[i], l, row);
    if (!q->weight || cal_number_parse(&q->weight[row], c->weight.cell[row])) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: line %d: %s is '%.*s'; a weight is a number above 0", file,
                    l->number, q->weight_name, CAL_QUOTED(c->weight.cell[row]));
}

void cal_questions_note_columns(const cal_questions *q, const char *file, cal_notes *notes) {
    if (q->cases) CAL_NOTE(notes, "%.100s: %s is the case, whose rows stay together", file, q->case_name);
    if (q->group) CAL_NOTE(notes, "%.100s: %s groups the rows", file, q->group_name);
    for (int i = 0; i < q->more_groups; i++)
        CAL_NOTE(notes, "%.100s: %s groups the rows", file, q->more[i].name);
    if (q->weight)
        CAL_NOTE(notes, "%.100s: %s weighs the rows; calibrators are fitted without weights", file,
                 q->weight_name);
}
