#include "run/report/input/gathered.h"
#include <stdlib.h>
#include <string.h>

// A calibrator measured on the set of its fit looks better than it is, so only fit_on_test allows it.
static cal_status check_apart(const cal_outputs *a, const cal_outputs *b, cal_naming naming, cal_error *err) {
    const char *fit_on_test = cal_option_name(CAL_OPTION_FIT_ON_TEST, naming);
    const size_t numbers = (size_t)a->n * (size_t)a->k;
    const bool same = a->n == b->n &&
                      (a->probabilities ? memcmp(a->probabilities, b->probabilities, numbers * sizeof(double))
                                        : memcmp(a->logits, b->logits, numbers * sizeof(float))) == 0;
    if (!same) return CAL_OK;
    if (cal_outputs_are_binary(a))
        return cal_fail(err, CAL_USAGE,
                        "the validation probabilities are the test probabilities: give others, or "
                        "%s to measure calibrators on the set they were fitted on",
                        fit_on_test);
    return cal_fail(err, CAL_USAGE,
                    "the validation logits are the test logits: give other logits, or %s to measure "
                    "calibrators on the set they were fitted on",
                    fit_on_test);
}

cal_status cal_gathered_check(const cal_gathered *in, const char *test, const char *validation,
                              bool fit_on_test, cal_error *err) {
    const cal_outputs *a = &in->test.outputs, *b = &in->validation.outputs;
    if (fit_on_test)
        return cal_fail(err, CAL_USAGE, "report: give either %s or validation outputs",
                        cal_option_name(CAL_OPTION_FIT_ON_TEST, in->naming));
    if (cal_outputs_are_binary(a) && !cal_outputs_are_binary(b))
        return cal_fail(
            err, CAL_FAILED,
            "%.100s is a binary task, but %.100s is not: give a label and the probability there, too", test,
            validation);
    if (a->k != b->k)
        return cal_fail(err, CAL_FAILED, "validation logits have %d classes, but test logits have %d", b->k,
                        a->k);
    return check_apart(a, b, in->naming, err);
}

enum { GROUPS_MAX = 100, BY = 256 }; // groups of a column, except labels; bytes of the columns' names

// Numbers the groups of columns, one column after the other.
typedef struct numbering {
    cal_gathered *in;
    const char *file; // null: adds no note
    int n, columns, count;
    int32_t *of;                   // [columns,n]
    int *column;                   // [count]
    char (*name)[CAL_BINARY_WORD]; // [count]
    const char *kept[CAL_GROUP_COLUMNS];
} numbering;

// Numbers the groups of one column, in the order of their first samples. Leaves the column out if it has one
// group or more than `most`.
static void number_column(numbering *q, int *first, int most, const cal_slice *word, const char *column) {
    const int before = q->count;
    int32_t *to = q->of + (size_t)q->columns * (size_t)q->n;
    for (int i = 0; i < q->n; i++) {
        int g = i ? to[i - 1] - before : 0; // rows of labels are stored label by label
        if (i && cal_slice_order(word[first[g]], word[i]) != 0) g = 0;
        while (g < q->count - before && cal_slice_order(word[first[g]], word[i]) != 0) g++;
        if (g == most) {
            if (q->file)
                CAL_NOTE(
                    &q->in->notes,
                    "%.100s: %s holds more than %d different groups, so that no figures of groups are given",
                    q->file, column, most);
            q->count = before;
            return;
        }
        if (g == q->count - before) first[g] = i, q->count++;
        to[i] = before + g;
    }
    if (q->count - before < 2) q->count = before;
    for (int g = before; g < q->count; g++) {
        cal_error name;
        (void)cal_fail(&name, CAL_OK, "%.*s", CAL_QUOTED(word[first[g - before]]));
        memcpy(q->name[g], name.text, strlen(name.text) + 1);
        q->column[g] = q->columns;
    }
    if (q->count > before) q->kept[q->columns++] = column;
}

// With several columns, a group's name includes its column.
static void name_columns(char by[BY], numbering *q) {
    for (int g = 0; g < q->count && q->columns > 1; g++) {
        cal_error name;
        (void)cal_fail(&name, CAL_OK, "%.24s=%.36s", q->kept[q->column[g]], q->name[g]);
        memcpy(q->name[g], name.text, strlen(name.text) + 1);
    }
    for (int c = 0; c < q->columns; c++) {
        const size_t at = strlen(by), length = strlen(q->kept[c]);
        if (at + length + 3 > BY) break;
        memcpy(by + at, ", ", c ? 2 : 0);
        memcpy(by + at + (c ? 2 : 0), q->kept[c], length + 1);
    }
}

// The first column may have `most` groups.
static cal_status number_groups(cal_groups *out, cal_gathered *in, const char *file, int most,
                                const cal_row_columns *columns, int n, cal_error *err) {
    const size_t groups = (size_t)most + (size_t)columns->groups * GROUPS_MAX;
    numbering q = {.in = in, .file = file, .n = n};
    if (!columns->groups) return CAL_OK;
    int *begins = cal_arena_alloc(&in->arena, groups * sizeof *begins);
    q.of = cal_arena_alloc(&in->arena, (size_t)columns->groups * (size_t)n * sizeof *q.of);
    q.column = cal_arena_alloc(&in->arena, groups * sizeof *q.column);
    q.name = cal_arena_alloc(&in->arena, groups * sizeof *q.name);
    const char **names = cal_arena_alloc(&in->arena, groups * sizeof *names);
    char *by = cal_arena_alloc(&in->arena, BY);
    if (in->arena.refused) return cal_refuse_memory(err, "the groups");
    for (int c = 0; c < columns->groups; c++)
        number_column(&q, begins, c ? GROUPS_MAX : most, columns->group[c].word, columns->group[c].name);
    name_columns(by, &q);
    for (int g = 0; g < q.count; g++) names[g] = q.name[g];
    if (q.columns) *out = (cal_groups){q.of, q.column, by, names, NULL, q.count};
    return CAL_OK;
}

// In multi-label data, the groups of samples become groups of rows.
static cal_status spread_groups(cal_outputs *o, cal_arena *arena, cal_error *err) {
    cal_groups *g = &o->sample_groups;
    const int columns = g->count ? g->column[g->count - 1] + 1 : 0;
    const size_t n = (size_t)o->n, rows = (size_t)o->samples;
    int32_t *of = cal_arena_alloc(arena, (size_t)columns * n * sizeof *of + 1);
    int *samples = cal_arena_alloc(arena, (size_t)g->count * sizeof *samples + 1);
    if (arena->refused) return cal_refuse_memory(err, "the groups");
    for (size_t c = 0; c < (size_t)columns; c++) {
        for (size_t i = 0; i < rows; i++) samples[g->of[c * rows + i]]++;
        for (size_t i = 0; i < n; i++) of[c * n + i] = g->of[c * rows + (size_t)o->sample_of[i]];
    }
    if (columns) g->of = of, g->samples = samples;
    return CAL_OK;
}

// Takes the column of scores. Labels and options of one sample have no score each.
static cal_status take_scores(cal_gathered *in, const char *file, cal_error *err) {
    cal_outputs *o = &in->test.outputs;
    const cal_row_columns *rows = in->test.samples.score ? &in->test.samples : &in->test.rows;
    if (!rows->score) return CAL_OK;
    if (o->task == CAL_TASK_MULTI_LABEL)
        return cal_fail(err, CAL_USAGE, "columns: score= is read of classes, predictions and binary tasks");
    o->score = rows->score;
    CAL_NOTE(&in->notes, "%.100s: %s is the score of each row, larger for more certain ones", file,
             rows->score_name);
    return CAL_OK;
}

cal_status cal_gathered_groups(cal_gathered *in, const char *file, cal_error *err) {
    cal_outputs *o = &in->test.outputs;
    const cal_row_columns *rows = &in->test.rows;
    const int most = o->labels_each > GROUPS_MAX ? o->labels_each : GROUPS_MAX;
    o->weight = rows->weight;
    if (rows->weight && !o->weight_name)
        o->weight_name = cal_arena_text(&in->arena, rows->weight_name, strlen(rows->weight_name));
    cal_status status = take_scores(in, file, err);
    if (!status) status = number_groups(&o->groups, in, file, most, rows, o->n, err);
    if (status || o->task != CAL_TASK_MULTI_LABEL) return status;
    status = number_groups(&o->sample_groups, in, file, GROUPS_MAX, &in->test.samples, o->samples, err);
    return status ? status : spread_groups(o, &in->arena, err);
}

static int compare(const void *a, const void *b) {
    const cal_slice *x = *(const cal_slice *const *)a, *y = *(const cal_slice *const *)b;
    const int order = cal_slice_order(*x, *y);
    return order ? order : (x > y) - (x < y);
}

// Numbers the cases in the order of their names; *out is null if each row is a separate case.
static cal_status number_cases(const int32_t **out, int *count, cal_arena *arena, const cal_slice *cases,
                               int rows, cal_error *err) {
    const size_t n = (size_t)rows;
    const cal_slice **sorted = cal_arena_alloc(arena, n * sizeof *sorted + 1);
    int32_t *number = cal_arena_alloc(arena, n * sizeof *number + 1);
    if (arena->refused) return cal_refuse_memory(err, "the cases");
    for (size_t i = 0; i < n; i++) sorted[i] = &cases[i];
    qsort(sorted, n, sizeof *sorted, compare);
    for (size_t i = 0; i < n; i++) {
        const bool fresh = !i || cal_slice_order(*sorted[i], *sorted[i - 1]) != 0;
        *count += fresh;
        number[sorted[i] - cases] = *count - 1;
    }
    *out = *count < rows ? number : NULL;
    return CAL_OK;
}

static cal_status take_cases(cal_table_outputs *table, cal_arena *arena, cal_error *err) {
    cal_outputs *o = &table->outputs;
    if (table->rows.cases)
        return number_cases(&o->cases, &o->case_count, arena, table->rows.cases, o->n, err);
    if (o->task == CAL_TASK_MULTI_LABEL) o->cases = o->sample_of, o->case_count = o->samples;
    return CAL_OK;
}

cal_status cal_gathered_cases(cal_gathered *in, cal_error *err) {
    cal_outputs *validation = &in->validation.outputs;
    cal_status status = take_cases(&in->test, &in->arena, err);
    if (!status) status = take_cases(&in->validation, &in->arena, err);
    if (status || !validation->n || validation->task == CAL_TASK_MULTI_LABEL) return status;
    return number_groups(&validation->groups, in, NULL, GROUPS_MAX, &in->validation.rows, validation->n, err);
}

cal_status cal_gathered_check_pair(const cal_gathered *in, const char *a, const char *b, cal_error *err) {
    const cal_outputs *x = &in->test.outputs;
    const cal_outputs *y = &in->other.outputs;
    if (x->n != y->n)
        return cal_fail(err, CAL_FAILED,
                        "%.100s has %d rows, but %.100s %d; models are compared on the same samples", a, x->n,
                        b, y->n);
    for (int i = 0; i < x->n; i++)
        if (x->labels[i] != y->labels[i])
            return cal_fail(err, CAL_FAILED,
                            "%.100s and %.100s have different labels in row %d; models are compared on the "
                            "same samples, in the "
                            "same order",
                            a, b, i);
    return CAL_OK;
}

cal_outputs cal_gathered_other(const cal_gathered *in) {
    const cal_outputs *theirs = &in->other.outputs;
    cal_outputs out = in->test.outputs;
    out.logits = theirs->logits, out.probabilities = theirs->probabilities, out.odds = theirs->odds;
    out.score = theirs->score;
    return out;
}
