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

// The groups, in the order of their first samples.
cal_status cal_gathered_groups(cal_gathered *in, const char *name, cal_error *err) {
    enum { GROUPS_MAX = 100 };
    const cal_binary *b = &in->binary;
    const cal_slice *group = b->n ? b->group : in->groups_of;
    const int n = b->n ? b->n : in->test.n;
    if (!group) return CAL_OK;
    if (b->n) memcpy(in->group_by, b->group_name, sizeof in->group_by);
    in->group = cal_arena_alloc(&in->arena, (size_t)n * sizeof *in->group);
    in->group_name = cal_arena_alloc(&in->arena, GROUPS_MAX * sizeof *in->group_name);
    in->group_names = cal_arena_alloc(&in->arena, GROUPS_MAX * sizeof *in->group_names);
    int *first = cal_arena_alloc(&in->arena, GROUPS_MAX * sizeof *first);
    if (in->arena.refused) return cal_refuse_memory(err, "the groups");
    for (int i = 0; i < n; i++) {
        const cal_slice word = group[i];
        int g = 0;
        while (g < in->groups && (group[first[g]].length != word.length ||
                                  memcmp(group[first[g]].at, word.at, (size_t)word.length) != 0))
            g++;
        if (g == GROUPS_MAX) {
            CAL_NOTE(&in->notes,
                     "%.100s: %s holds more than %d different groups, so that no figures of groups are given",
                     name, in->group_by, GROUPS_MAX);
            return in->group = NULL, CAL_OK;
        }
        if (g == in->groups) {
            cal_error said;
            first[in->groups++] = i;
            (void)cal_fail(&said, CAL_OK, "%.*s", CAL_QUOTED(word));
            memcpy(in->group_name[g], said.text, strlen(said.text) + 1);
            in->group_names[g] = in->group_name[g];
        }
        in->group[i] = g;
    }
    if (in->groups < 2) in->group = NULL;
    return CAL_OK;
}

static int compare(const void *a, const void *b) {
    const cal_slice *x = *(const cal_slice *const *)a, *y = *(const cal_slice *const *)b;
    const int length = x->length < y->length ? x->length : y->length,
              order = memcmp(x->at, y->at, (size_t)length);
    return order                    ? order
           : x->length != y->length ? (x->length > y->length) - (x->length < y->length)
           : x < y                  ? -1
                                    : x > y;
}

// The cases by number, in the order of their names.
cal_status cal_gathered_cases(cal_gathered *in, cal_error *err) {
    const cal_binary *b = &in->binary;
    if (b->row && !b->cases) return in->cases = b->row, in->case_count = b->rows, CAL_OK;
    if (!b->cases) return CAL_OK;
    const size_t n = (size_t)b->n;
    const cal_slice **sorted = cal_arena_alloc(&in->arena, n * sizeof *sorted);
    in->cases = cal_arena_alloc(&in->arena, n * sizeof *in->cases);
    if (in->arena.refused) return cal_refuse_memory(err, "the cases");
    for (size_t i = 0; i < n; i++) sorted[i] = &b->cases[i];
    qsort(sorted, n, sizeof *sorted, compare);
    for (size_t i = 0; i < n; i++) {
        const bool fresh = !i || sorted[i]->length != sorted[i - 1]->length ||
                           memcmp(sorted[i]->at, sorted[i - 1]->at, (size_t)sorted[i]->length) != 0;
        in->case_count += fresh;
        in->cases[sorted[i] - b->cases] = in->case_count - 1;
    }
    if (in->case_count == b->n) in->cases = NULL; // each row is a case of its own
    return CAL_OK;
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
