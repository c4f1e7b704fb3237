// Reads the labels and probabilities of a binary task from a table.
#include "run/tables/binary.h"
#include "run/tables/columns/binary_guess.h"
#include "run/tables/columns/roles.h"
#include "run/tables/frame/marks.h"
#include "run/tables/frame/read.h"
#include "run/tables/readings/positive.h"
#include "run/tables/readings/suggest.h"
#include <string.h>
#include "base/maths/maths.h"

typedef struct job {
    const cal_frame *frame;
    const cal_binary_columns *columns;
    const cal_outputs_options *reading;
    cal_label_values values;
    cal_slice value[2]; // the label's different values; the second may be empty
    int positive;       // index of the positive one
    char why[CAL_POSITIVE_WHY];
} job;

static cal_status missing(const cal_frame *f, int row, int column, const char *what, cal_error *err) {
    char name[CAL_BINARY_WORD];
    const cal_slice cell = cal_frame_cell(f, row, column);
    cal_frame_column_name(name, f, column);
    return cal_fail(err, CAL_FAILED, "%s: line %d: %s is '%.*s'; %s", f->name, f->line[row], name,
                    CAL_QUOTED(cell), what);
}

static cal_status find_values(job *j, cal_error *err) {
    const cal_frame *f = j->frame;
    j->values = cal_column_label_values(f, j->columns->label);
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, j->columns->label);
        if (cal_cell_ignored(NULL, &j->values, cell)) continue;
        if (!cell.length || cal_slice_is(cell, "nan") || cal_slice_is(cell, "NaN") ||
            cal_slice_is(cell, "NA"))
            return missing(f, i, j->columns->label, "leave out rows without a label", err);
        if (!j->value[0].length || cal_slice_same(cell, j->value[0])) j->value[0] = cell;
        else if (!j->value[1].length || cal_slice_same(cell, j->value[1])) j->value[1] = cell;
        else
            return missing(f, i, j->columns->label,
                           "a binary task has two different labels, and this is the third; for more classes "
                           "give a column of "
                           "probabilities for each, or for soft labels .npy files",
                           err);
    }
    return f->n ? CAL_OK : cal_fail(err, CAL_FAILED, "%s: no rows of predictions", f->name);
}

// ---- probabilities

static cal_status read_numbers(double *to, bool *percents, const job *j, cal_error *err) {
    *percents = false;
    for (int i = 0; i < j->frame->n; i++) {
        bool percent;
        if (!cal_frame_number(&to[i], &percent, j->frame, cal_frame_cell(j->frame, i, j->columns->p)))
            return missing(j->frame, i, j->columns->p, "it must be a number; leave out rows without one",
                           err);
        *percents |= percent;
    }
    return CAL_OK;
}

// Clips probabilities that rounding put just outside 0 and 1, unless all numbers are that small.
static void clip(const job *j, double *value, double *least, double *most) {
    const double beyond = 1e-4;
    int count = 0;
    if (*least < -beyond || *most > 1 + beyond || *most < 0.01 || (*least >= 0 && *most <= 1)) return;
    for (int i = 0; i < j->frame->n; i++) {
        count += value[i] < 0 || value[i] > 1;
        value[i] = value[i] < 0 ? 0 : value[i] > 1 ? 1 : value[i];
    }
    CAL_NOTE(
        j->reading->notes,
        "%.200s: rounding left %d of %d probabilities outside 0 to 1, by at most 0.0001; they are clipped",
        j->frame->name, count, j->frame->n);
    *least = *least < 0 ? 0 : *least, *most = *most > 1 ? 1 : *most;
}

static cal_status decide_kind(bool *logits, const job *j, double *value, bool *percents, cal_error *err) {
    const cal_output_kind kind = j->columns->odds ? CAL_OUTPUT_LOGITS : j->reading->kind;
    double least = __builtin_inf(), most = -__builtin_inf();
    int at = 0;
    for (int i = 0; i < j->frame->n; i++) {
        least = value[i] < least ? value[i] : least;
        most = value[i] > most ? value[i] : most;
        if (!(value[at] < 0 || value[at] > 1)) at = i;
    }
    if (kind != CAL_OUTPUT_LOGITS) clip(j, value, &least, &most);
    *logits = kind == CAL_OUTPUT_LOGITS || (kind == CAL_OUTPUT_UNKNOWN && least < 0);
    if (!*logits && !*percents && least >= 0 && most > 1 && most <= 100 &&
        cal_column_percent(j->frame, j->columns->p)) {
        for (int i = 0; i < j->frame->n; i++) value[i] /= 100;
        *percents = true;
        return CAL_OK;
    }
    if (*logits || (least >= 0 && most <= 1)) return CAL_OK;
    if (kind == CAL_OUTPUT_PROBABILITIES || *percents)
        return missing(j->frame, at, j->columns->p, "a probability is from 0 to 1", err);
    char name[CAL_BINARY_WORD];
    cal_frame_column_name(name, j->frame, j->columns->p);
    return cal_fail(err, CAL_FAILED,
                    "%s: %s runs from %.6g to %.6g: no probabilities, which are from 0 to 1, and without a "
                    "number below 0 no "
                    "log odds either; divide percent by 100, or say logit=%s if they are log odds",
                    j->frame->name, name, least, most, name);
}

static void add_notes(const cal_table_outputs *t, const job *j, bool percents) {
    const cal_outputs *b = &t->outputs;
    const cal_row_columns *rows = &t->rows;
    cal_notes *notes = j->reading->notes;
    const char *file = j->frame->name;
    char kind[120];
    cal_error text;
    double least = __builtin_inf(), most = -__builtin_inf();
    int happened = 0, known = 0;
    for (int i = 0; i < b->n; i++) {
        const double value = b->odds ? b->odds[i] : b->probabilities[2 * (size_t)i + 1];
        least = value < least ? value : least, most = value > most ? value : most;
        happened += b->labels[i] == 1, known += b->labels[i] == 0 || b->labels[i] == 1;
    }
    (void)cal_fail(&text, CAL_OK, "%s, from %.4g to %.4g",
                   b->odds    ? "log odds"
                   : percents ? "percent"
                              : "probabilities",
                   percents ? least * 100 : least, percents ? most * 100 : most);
    memcpy(kind, text.text, strlen(text.text) < sizeof kind ? strlen(text.text) + 1 : sizeof kind);
    kind[sizeof kind - 1] = 0;
    CAL_NOTE(notes,
             "%.100s: read as a binary task: %s is the label, %s the probability that it is %s%s (%s; %d of "
             "%d rows are %s)",
             file, t->label_name, t->p_name, b->positive, j->why, kind, happened, known, b->positive);
    if (j->frame->named && least < 0.5 && !b->odds &&
        cal_name_role(j->frame->head[j->columns->label]) == CAL_ROLE_CORRECT)
        CAL_NOTE(notes,
                 "%.100s: %.4g %% of the answers are correct; accuracy and error judge the claim that an "
                 "answer with p below 0.5 is wrong",
                 file, 100.0 * happened / known);
    if (rows->groups && rows->cases)
        CAL_NOTE(notes, "%.100s: %s is the group, %s the case, whose rows stay together", file,
                 rows->group[0].name, rows->case_name);
    else if (rows->groups) CAL_NOTE(notes, "%.100s: %s is the group", file, rows->group[0].name);
    else cal_row_cases_note(rows, file, notes);
    for (int i = 1; i < rows->groups; i++)
        CAL_NOTE(notes, "%.100s: %s is another group", file, rows->group[i].name);
    cal_row_weights_note(rows, file, notes);
}

// Names the positive class.
static const char *positive_of(cal_arena *arena, const job *j) {
    cal_error word;
    const cal_slice positive = j->value[j->positive];
    cal_frame_show(&word, j->frame, positive);
    if (!positive.length) (void)cal_fail(&word, CAL_OK, "1");
    return cal_arena_text(arena, word.text, strlen(word.text));
}

static cal_status describe(const cal_columns_read **out, cal_arena *arena, const cal_frame *f,
                           const cal_binary_columns *columns, cal_error *err) {
    cal_read_column column[CAL_FRAME_COLUMNS];
    for (int c = 0; c < f->columns; c++) {
        bool about =
            c == columns->group || c == columns->cases || c == columns->weight || c == columns->score;
        for (int i = 0; i < columns->more_groups; i++) about |= c == columns->more[i];
        column[c] = (cal_read_column){c == columns->label ? CAL_READ_LABEL
                                      : c == columns->p   ? CAL_READ_OUTPUT
                                      : about             ? CAL_READ_ABOUT
                                                          : CAL_READ_NOT,
                                      f->named ? f->head[c] : (cal_slice){"", 0}, c};
    }
    return cal_read_describe(out, arena, column, f->columns, f, err);
}

cal_status cal_binary_read(cal_table_outputs *out, cal_arena *arena, const cal_frame *f,
                           const cal_binary_columns *columns, const cal_outputs_options *reading,
                           cal_error *err) {
    job j = {.frame = f, .columns = columns, .reading = reading};
    const size_t n = (size_t)f->n;
    bool logits = false, percents = false;
    *out = (cal_table_outputs){.outputs = {.task = CAL_TASK_BINARY, .n = f->n, .k = 2}};
    cal_status status = find_values(&j, err);
    if (!status) status = cal_binary_positive(&j.positive, j.why, f, columns, j.value, reading, err);
    if (status) return status;
    int32_t *labels = cal_arena_alloc(arena, n * sizeof *labels);
    double *p = cal_arena_alloc(arena, n * 2 * sizeof *p), *value = cal_arena_alloc(arena, n * sizeof *value);
    out->outputs.positive = positive_of(arena, &j);
    if (arena->refused) return cal_refuse_memory(err, "%s: %zu rows", f->name, n);
    status = cal_row_columns_read(&out->rows, arena, f, columns, err);
    if (!status) status = read_numbers(value, &percents, &j, err);
    if (!status) status = decide_kind(&logits, &j, value, &percents, err);
    if (!status) status = cal_table_ask_hard(f, columns->label, columns->p, value, reading, err);
    if (status) return status;
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, columns->label);
        if (!cal_cell_ignored(&labels[i], &j.values, cell))
            labels[i] = cal_slice_same(cell, j.value[0]) == (j.positive == 0);
        p[2 * (size_t)i] = logits ? cal_sigmoid(-value[i]) : 1 - value[i];
        p[2 * (size_t)i + 1] = logits ? cal_sigmoid(value[i]) : value[i];
    }
    out->outputs.labels = labels, out->outputs.probabilities = p;
    out->outputs.odds = logits ? value : NULL;
    cal_frame_column_name(out->label_name, f, columns->label);
    cal_frame_column_name(out->p_name, f, columns->p);
    status = cal_row_weights_read(&out->rows, arena, f, columns->weight, err);
    if (!status) status = describe(&out->outputs.read, arena, f, columns, err);
    if (!status) add_notes(out, &j, percents);
    return status;
}
