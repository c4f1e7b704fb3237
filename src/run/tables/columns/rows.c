#include "run/tables/columns/rows.h"
#include <string.h>
#include "run/tables/columns/binary.h"
#include "run/tables/columns/names.h"
#include "run/tables/frame/selection.h"

static cal_slice *texts_of(cal_arena *arena, char name[CAL_BINARY_WORD], const cal_frame *f, int column) {
    cal_slice *out = cal_arena_alloc(arena, (size_t)f->n * sizeof *out + 1);
    cal_frame_column_name(name, f, column);
    for (int i = 0; out && i < f->n; i++) out[i] = cal_frame_text(arena, f, cal_frame_cell(f, i, column));
    return out;
}

static cal_status read_scores(cal_row_columns *out, cal_arena *arena, const cal_frame *f, int column,
                              cal_error *err) {
    if (column < 0) return CAL_OK;
    out->score = cal_arena_alloc(arena, (size_t)f->n * sizeof *out->score);
    if (!out->score) return cal_refuse_memory(err, "%s: its scores", f->name);
    cal_frame_column_name(out->score_name, f, column);
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        bool percent;
        if (!cal_frame_number(&out->score[i], &percent, f, cell) || out->score[i] - out->score[i] != 0)
            return cal_fail(err, CAL_FAILED, "%s: line %d: %s is '%.*s'; a score is a finite number", f->name,
                            f->line[i], out->score_name, CAL_QUOTED(cell));
    }
    return CAL_OK;
}

cal_status cal_row_columns_read(cal_row_columns *out, cal_arena *arena, const cal_frame *f,
                                const cal_binary_columns *at, cal_error *err) {
    if (at->group >= 0) {
        cal_group_column *first = &out->group[out->groups++];
        first->word = texts_of(arena, first->name, f, at->group);
    }
    for (int i = 0; i < at->more_groups; i++) {
        cal_group_column *more = &out->group[out->groups++];
        more->word = texts_of(arena, more->name, f, at->more[i]);
    }
    if (at->cases >= 0) out->cases = texts_of(arena, out->case_name, f, at->cases);
    return arena->refused ? cal_refuse_memory(err, "%s: its groups and cases", f->name)
                          : read_scores(out, arena, f, at->score, err);
}

cal_status cal_row_weights_read(cal_row_columns *out, cal_arena *arena, const cal_frame *f, int column,
                                cal_error *err) {
    if (column < 0) return CAL_OK;
    out->weight = cal_arena_alloc(arena, (size_t)f->n * sizeof *out->weight);
    if (!out->weight) return cal_refuse_memory(err, "%s: its weights", f->name);
    cal_frame_column_name(out->weight_name, f, column);
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        bool percent;
        if (!cal_frame_number(&out->weight[i], &percent, f, cell))
            return cal_fail(err, CAL_FAILED, "%s: line %d: %s is '%.*s'; a weight is a number above 0",
                            f->name, f->line[i], out->weight_name, CAL_QUOTED(cell));
    }
    return cal_weights_settle(out->weight, f->n, f->name, err);
}

cal_status cal_weights_settle(double *weight, int n, const char *name, cal_error *err) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (!(weight[i] > 0) || weight[i] - weight[i] != 0)
            return cal_fail(
                err, CAL_FAILED,
                "%s: row %d: a weight is %g; weights are above 0: leave out rows that do not count", name, i,
                weight[i]);
        sum += weight[i];
    }
    for (int i = 0; i < n; i++) weight[i] /= sum / n;
    if (sum - sum != 0) return cal_fail(err, CAL_FAILED, "%s: its weights are too large", name);
    return CAL_OK;
}

void cal_row_groups_note(const cal_row_columns *c, const char *file, cal_notes *notes) {
    for (int i = 0; i < c->groups; i++) CAL_NOTE(notes, "%.100s: %s groups the rows", file, c->group[i].name);
}

void cal_row_cases_note(const cal_row_columns *c, const char *file, cal_notes *notes) {
    if (c->cases) CAL_NOTE(notes, "%.100s: %s is the case, whose rows stay together", file, c->case_name);
}

void cal_row_weights_note(const cal_row_columns *c, const char *file, cal_notes *notes) {
    if (c->weight)
        CAL_NOTE(notes, "%.100s: %s weighs the rows; calibrators are fitted without weights", file,
                 c->weight_name);
}

bool cal_csv_groups_wanted(const cal_binary_columns *columns) {
    return columns->group >= 0 || columns->cases >= 0 || columns->weight != -1 || columns->score >= 0;
}

cal_status cal_csv_groups_take(cal_row_columns *out, cal_arena *arena, cal_frame *f,
                               const cal_binary_columns *columns, cal_error *err) {
    bool gone[CAL_FRAME_COLUMNS] = {false};
    const cal_status status = cal_row_columns_read(out, arena, f, columns, err);
    if (columns->group >= 0) gone[columns->group] = true;
    for (int i = 0; i < columns->more_groups; i++) gone[columns->more[i]] = true;
    if (columns->cases >= 0) gone[columns->cases] = true;
    if (columns->score >= 0) gone[columns->score] = true;
    for (int c = 0; c < f->columns && columns->weight != -1; c++) {
        if (c == columns->weight) {
            if (!f->head[c].length) f->head[c] = (cal_slice){"weight", 6};
            f->weight = f->head[c];
        } else if (cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_WEIGHT) gone[c] = true;
    }
    if (!status) cal_frame_drop_columns(f, gone);
    return status;
}

cal_status cal_csv_groups_settle(const cal_row_columns *about, const cal_outputs *outputs, const char *file,
                                 const cal_outputs_options *reading, cal_error *err) {
    const bool classes = outputs->task != CAL_TASK_BINARY && !outputs->confidence,
               by_user = reading->columns && strstr(reading->columns, "group=");
    cal_row_cases_note(about, file, reading->notes);
    if (!about->groups) return CAL_OK;
    if (!classes && by_user)
        return cal_fail(
            err, CAL_USAGE,
            "%.120s: columns: group=%s goes with a column for each class, or with a label and its "
            "probability",
            file, about->group[0].name);
    if (!classes)
        return cal_fail(err, CAL_FAILED,
                        "%.120s: the column %s holds words, which would be groups; those go with a column "
                        "for each class, "
                        "or with a label and its probability: leave it out",
                        file, about->group[0].name);
    cal_row_groups_note(about, file, reading->notes);
    return CAL_OK;
}
