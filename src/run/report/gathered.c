#include "run/report/gathered.h"
#include <stdlib.h>
#include <string.h>

// A calibrator measured on the set it was fitted on looks better than it is, so only fit_on_test allows it.
static cal_status check_apart(const cal_outputs *a, const cal_outputs *b, cal_error *err) {
    size_t numbers = (size_t)a->n * (size_t)a->k;
    bool same = a->n == b->n && (a->wide ? memcmp(a->wide, b->wide, numbers * sizeof *a->wide)
                                         : memcmp(a->logits, b->logits, numbers * sizeof *a->logits)) == 0;
    if (!same) return CAL_OK;
    return cal_fail(
        err, CAL_USAGE,
        "the validation logits are the test logits: give other ones, or def.fit_on_test to measure "
        "calibrators on the set they were fitted on");
}

cal_status cal_gathered_check(const cal_gathered *in, bool fit_on_test, cal_error *err) {
    if (fit_on_test)
        return cal_fail(err, CAL_USAGE, "report: give either def.fit_on_test or validation outputs");
    if (in->validation.k != in->test.k)
        return cal_fail(err, CAL_FAILED, "validation logits have %d classes, but test logits have %d",
                        in->validation.k, in->test.k);
    return check_apart(&in->test, &in->validation, err);
}

cal_status cal_gathered_check_binary(const cal_gathered *in, const cal_report_files *files, bool fit_on_test,
                                     cal_error *err) {
    const cal_binary *a = &in->binary, *b = &in->val_binary;
    if (fit_on_test)
        return cal_fail(err, CAL_USAGE, "report: give either def.fit_on_test or validation outputs");
    if (!b->n)
        return cal_fail(
            err, CAL_FAILED,
            "%.100s is a binary task, but %.100s is not: give a label and the probability there, too",
            files->csv.name, files->val_csv.name);
    if (a->n != b->n || memcmp(a->p, b->p, 2 * (size_t)a->n * sizeof *a->p) != 0) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "the validation probabilities are the test probabilities: give other ones, or "
                    "def.fit_on_test to measure "
                    "calibrators on the set they were fitted on");
}

enum { GROUPS_MAX = 100 }; // of a column

// The groups of one column, in the order of their first samples; *kept is false where it has too many, or but one.
static void number_groups(bool *kept, cal_gathered *in, int32_t *to, const cal_slice *word, int n,
                          const char *file, const char *column) {
    const int before = in->groups;
    int first[GROUPS_MAX];
    *kept = false;
    for (int i = 0; i < n; i++) {
        int g = 0;
        while (g < in->groups - before &&
               (word[first[g]].length != word[i].length ||
                memcmp(word[first[g]].at, word[i].at, (size_t)word[i].length) != 0))
            g++;
        if (g == GROUPS_MAX) {
            CAL_NOTE(&in->notes,
                     "%.100s: %s holds more than %d different groups, so that no figures of groups are given",
                     file, column, GROUPS_MAX);
            in->groups = before;
            return;
        }
        if (g == in->groups - before) first[g] = i, in->groups++;
        to[i] = before + g;
    }
    *kept = in->groups - before > 1;
    if (!*kept) in->groups = before;
    for (int g = before; g < in->groups; g++) {
        cal_error said;
        const cal_slice name = word[first[g - before]];
        (void)cal_fail(&said, CAL_OK, "%.*s", CAL_QUOTED(name));
        cal_quotes_undouble(said.text);
        memcpy(in->group_name[g], said.text, strlen(said.text) + 1);
        in->group_names[g] = in->group_name[g];
    }
}

// With several columns a group's name says which one it is of.
static void name_columns(cal_gathered *in, const char *const *column, int columns) {
    for (int g = 0; g < in->groups && columns > 1; g++) {
        cal_error said;
        (void)cal_fail(&said, CAL_OK, "%.24s=%.36s", column[in->group_column[g]], in->group_name[g]);
        memcpy(in->group_name[g], said.text, strlen(said.text) + 1);
    }
    for (int c = 0; c < columns; c++) {
        const size_t at = strlen(in->group_by), length = strlen(column[c]);
        if (at + length + 3 > sizeof in->group_by) break;
        memcpy(in->group_by + at, ", ", c ? 2 : 0);
        memcpy(in->group_by + at + (c ? 2 : 0), column[c], length + 1);
    }
}

cal_status cal_gathered_groups(cal_gathered *in, const char *name, cal_error *err) {
    const cal_binary *b = &in->binary;
    const cal_group_column *more = b->n ? b->more : in->more;
    const int n = b->n ? b->n : in->test.n, most = 1 + (b->n ? b->more_groups : in->more_groups);
    const cal_slice *group = b->n ? b->group : in->groups_of;
    char first[CAL_BINARY_WORD];
    const char *kept_name[CAL_GROUPS_MORE + 1];
    int columns = 0;
    if (!group) return CAL_OK;
    memcpy(first, b->n ? b->group_name : in->group_by, sizeof first);
    in->group_by[0] = 0;
    const size_t groups = (size_t)most * GROUPS_MAX;
    in->group = cal_arena_alloc(&in->arena, (size_t)most * (size_t)n * sizeof *in->group);
    in->group_column = cal_arena_alloc(&in->arena, groups * sizeof *in->group_column);
    in->group_name = cal_arena_alloc(&in->arena, groups * sizeof *in->group_name);
    in->group_names = cal_arena_alloc(&in->arena, groups * sizeof *in->group_names);
    if (in->arena.refused) return cal_refuse_memory(err, "the groups");
    for (int c = 0; c < most; c++) {
        const int before = in->groups;
        const char *column = c ? more[c - 1].name : first;
        bool kept;
        number_groups(&kept, in, in->group + (size_t)columns * (size_t)n, c ? more[c - 1].word : group, n,
                      name, column);
        for (int g = before; g < in->groups; g++) in->group_column[g] = columns;
        if (kept) kept_name[columns++] = column;
    }
    name_columns(in, kept_name, columns);
    if (!columns) in->group = NULL;
    return CAL_OK;
}

static int compare(const void *a, const void *b) {
    const cal_slice *x = *(const cal_slice *const *)a, *y = *(const cal_slice *const *)b;
    const int order = cal_slice_order(*x, *y);
    return order ? order : (x > y) - (x < y);
}

// The cases by number, in the order of their names; *out is null where each row is a case of its own.
static cal_status number_cases(int32_t **out, int *count, cal_arena *arena, const cal_slice *cases, int rows,
                               cal_error *err) {
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

static cal_status cases_of(int32_t **out, int *count, cal_arena *arena, const cal_binary *b,
                           const cal_slice *others, int n, cal_error *err) {
    const cal_slice *cases = b->n ? b->cases : others;
    *out = NULL, *count = 0;
    if (cases) return number_cases(out, count, arena, cases, b->n ? b->n : n, err);
    if (b->row) *out = b->row, *count = b->rows;
    return CAL_OK;
}

cal_status cal_gathered_cases(cal_gathered *in, cal_error *err) {
    const int n = in->predictions.n ? in->predictions.n : in->test.n;
    const cal_status status =
        cases_of(&in->cases, &in->case_count, &in->arena, &in->binary, in->cases_of, n, err);
    return status ? status
                  : cases_of(&in->val_cases, &in->val_case_count, &in->arena, &in->val_binary,
                             in->val_cases_of, in->validation.n, err);
}

cal_status cal_gathered_same(const char *a, const char *b, const int32_t *x, const int32_t *y, int n, int m,
                             cal_error *err) {
    if (n != m)
        return cal_fail(err, CAL_FAILED,
                        "%.100s has %d rows, but %.100s %d; models are compared on the same samples", a, n, b,
                        m);
    for (int i = 0; i < n; i++)
        if (x[i] != y[i])
            return cal_fail(err, CAL_FAILED,
                            "%.100s and %.100s have different labels in row %d; models are compared on the "
                            "same samples, in the "
                            "same order",
                            a, b, i);
    return CAL_OK;
}
