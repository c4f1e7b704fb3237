#include "run/outputs/subset.h"
#include <stdio.h>
#include <string.h>
#include "run/outputs/labels.h"

typedef struct rows {
    cal_arena *arena;
    const int32_t *row;
    int n;
} rows;

// Copies elements of `size` bytes of each row; null if there are none.
static void *take(const rows *r, const void *from, size_t size) {
    char *to = from ? cal_arena_alloc(r->arena, (size_t)r->n * size + 1) : NULL;
    for (int i = 0; to && i < r->n; i++)
        memcpy(to + (size_t)i * size, (const char *)from + (size_t)r->row[i] * size, size);
    return to;
}

static const int32_t *take_cases(int *count, const rows *r, const int32_t *cases) {
    int32_t *to = take(r, cases, sizeof *to);
    int32_t *number = to ? cal_arena_alloc(r->arena, (size_t)*count * sizeof *number + 1) : NULL;
    int used = 0;
    for (int i = 0; number && i < r->n; i++) {
        if (!number[to[i]]) number[to[i]] = ++used; // 1 more than the new number
        to[i] = number[to[i]] - 1;
    }
    *count = used;
    return to;
}

static const double *take_weights(const rows *r, const double *weight) {
    double *to = take(r, weight, sizeof *to), sum = 0;
    for (int i = 0; to && i < r->n; i++) sum += to[i];
    for (int i = 0; to && i < r->n; i++) to[i] *= r->n / sum;
    return to;
}

static void take_groups(cal_groups *g, const rows *r, int n) {
    const int columns = g->count ? (g->column ? g->column[g->count - 1] : 0) + 1 : 0;
    const size_t kept = (size_t)r->n;
    int32_t *of = g->of ? cal_arena_alloc(r->arena, (size_t)columns * kept * sizeof *of + 1) : NULL;
    for (int c = 0; of && c < columns; c++)
        for (int i = 0; i < r->n; i++)
            of[(size_t)c * kept + (size_t)i] = g->of[(size_t)c * (size_t)n + (size_t)r->row[i]];
    g->of = of;
}

cal_status cal_outputs_subset(cal_outputs *o, cal_arena *arena, const int32_t *row, int n, cal_error *err) {
    const rows r = {arena, row, n};
    const size_t k = (size_t)o->k;
    o->logits = take(&r, o->logits, k * sizeof *o->logits);
    o->probabilities = take(&r, o->probabilities, k * sizeof *o->probabilities);
    o->wide = take(&r, o->wide, k * sizeof *o->wide);
    o->posterior = take(&r, o->posterior, k * sizeof *o->posterior);
    o->soft = take(&r, o->soft, k * sizeof *o->soft);
    o->confidence = take(&r, o->confidence, sizeof *o->confidence);
    o->predicted = take(&r, o->predicted, sizeof *o->predicted);
    o->odds = take(&r, o->odds, sizeof *o->odds);
    o->labels = take(&r, o->labels, sizeof *o->labels);
    o->options = take(&r, o->options, sizeof *o->options);
    o->score = take(&r, o->score, sizeof *o->score);
    o->weight = take_weights(&r, o->weight);
    o->cases = take_cases(&o->case_count, &r, o->cases);
    take_groups(&o->groups, &r, o->n);
    o->n = n;
    return arena->refused ? cal_refuse_memory(err, "%d rows", n) : CAL_OK;
}

enum { MARKS = 3, MARK_LIST = 24 };

// The marks of ignored rows among the labels, in the order of the rows.
typedef struct marks {
    int32_t value[MARKS];
    int kinds, count;
} marks;

static bool is_class(const cal_outputs *o, int32_t label) { return label >= 0 && label < o->k; }

// Returns true if all rows whose label is not a class have marks such as PyTorch's -100, but not every row.
static bool find_ignored(marks *m, const cal_outputs *o) {
    *m = (marks){.count = 0};
    for (int i = 0; i < o->n; i++) {
        const int32_t label = o->labels[i];
        if (is_class(o, label)) continue;
        if (!cal_label_is_mark(label)) return false;
        int at = 0;
        while (at < m->kinds && m->value[at] != label) at++;
        if (at == m->kinds) m->value[m->kinds++] = label;
        m->count++;
    }
    return m->count > 0 && m->count < o->n;
}

static void list_marks(char list[MARK_LIST], const marks *m) {
    int at = 0;
    for (int i = 0; i < m->kinds; i++)
        at += snprintf(list + at, MARK_LIST - (size_t)at, "%s%d", i ? ", " : "", (int)m->value[i]);
}

// Returns true for two classes labelled -1 and 1.
static bool are_signs(const cal_outputs *o, const marks *m) {
    bool ones = o->k == 2 && m->kinds == 1 && m->value[0] == -1;
    for (int i = 0; i < o->n; i++) ones &= o->labels[i] == 1 || o->labels[i] == -1;
    return ones;
}

static cal_status read_signs(cal_outputs *o, cal_arena *arena, const char *name, cal_notes *notes,
                             cal_error *err) {
    int32_t *labels = cal_arena_alloc(arena, (size_t)o->n * sizeof *labels);
    if (!labels) return cal_refuse_memory(err, "%d rows", o->n);
    for (int i = 0; i < o->n; i++) labels[i] = o->labels[i] == 1;
    o->labels = labels;
    CAL_NOTE(notes, "%.200s: its labels are -1 and 1, read as the classes 0 and 1", name);
    return CAL_OK;
}

cal_status cal_outputs_drop_ignored(cal_outputs *o, cal_outputs *other, cal_arena *arena, const char *name,
                                    const cal_outputs_options *reading, cal_error *err) {
    cal_notes *notes = reading->notes;
    marks m;
    char list[MARK_LIST];
    int n = 0;
    const bool labelled = o->task == CAL_TASK_CLASSES || o->task == CAL_TASK_BINARY;
    if (!labelled || !o->n || !o->labels || !o->k || !find_ignored(&m, o)) return CAL_OK;
    if (o->task == CAL_TASK_CLASSES && are_signs(o, &m)) {
        const cal_status status = read_signs(o, arena, name, notes, err);
        return status || !other ? status : read_signs(other, arena, name, NULL, err);
    }
    int32_t *row = cal_arena_alloc(arena, (size_t)o->n * sizeof *row);
    if (!row) return cal_refuse_memory(err, "%d rows", o->n);
    for (int i = 0; i < o->n; i++)
        if (is_class(o, o->labels[i])) row[n++] = i;
    list_marks(list, &m);
    if (reading->strict)
        return cal_fail(err, CAL_FAILED,
                        "%.200s: %d of %d labels are %s, which marks rows to ignore; %s refuses them", name,
                        m.count, o->n, list, cal_option_name(CAL_OPTION_STRICT, reading->naming));
    CAL_NOTE(
        notes,
        "%.200s: %d of %d labels are %s, which marks rows to ignore, since there is no such class: these "
        "rows are left out",
        name, m.count, o->n, list);
    cal_status status = cal_outputs_subset(o, arena, row, n, err);
    if (!status && other) status = cal_outputs_subset(other, arena, row, n, err);
    return status;
}
