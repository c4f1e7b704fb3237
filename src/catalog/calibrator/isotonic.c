// Isotonic regression, each class against all others: the non-decreasing function of a class's probability
// with the least squared error against the one-hot label. Pooled adjacent violators give its levels. Between
// two levels it is a straight line from the last probability of the one to the first of the other. Beyond the
// ends it is flat, as in scikit-learn.
//
// Centred, each level is one point at the mean probability of its samples, so that the function rises between
// all levels. Only levels of 0 and 1 keep their width, as in the package cir of Oron and Flournoy.
#include <string.h>
#include "base/maths/maths.h"
#include "catalog/scores/binary/isotonic.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"
#include "catalog/calibrator/shared/classes.h"

typedef struct curve {
    int count;
    double *from, *to; // [count]
} curve;

static double centre(const cal_isotonic_level *l) {
    const double mean = l->moment / l->count; // rounding must not move it out of its level
    return mean < l->first ? l->first : mean > l->last ? l->last : mean;
}

static bool keep(curve *out, cal_arena *arena, const cal_isotonic_level *l, int levels, bool centred) {
    out->from = cal_arena_alloc(arena, 2 * (size_t)levels * sizeof *out->from);
    out->to = cal_arena_alloc(arena, 2 * (size_t)levels * sizeof *out->to);
    if (!out->from || !out->to) return false;
    for (int i = 0; i < levels; i++) {
        const double height = cal_isotonic_height(&l[i]);
        const bool point = centred && height > 0 && height < 1;
        out->from[out->count] = point ? centre(&l[i]) : l[i].first, out->to[out->count++] = height;
        if (l[i].last > l[i].first && !point)
            out->from[out->count] = l[i].last, out->to[out->count++] = height;
    }
    return true;
}

typedef struct columns { // [n], for the current class; p is also used as [k]
    double *p, *norm;
    int32_t *order, *scratch;
    cal_isotonic_level *level;
} columns;

static columns take_columns(cal_arena *own, int n, int k) {
    const size_t rows = (size_t)n;
    columns c;
    c.p = cal_arena_alloc(own, (size_t)(n > k ? n : k) * sizeof *c.p);
    c.norm = cal_arena_alloc(own, rows * sizeof *c.norm);
    c.order = cal_arena_alloc(own, rows * sizeof *c.order);
    c.scratch = cal_arena_alloc(own, rows * sizeof *c.scratch);
    c.level = cal_arena_alloc(own, rows * sizeof *c.level);
    return c;
}

// Upper bounds, since the number of levels is known only after fitting. Every level of a class but its lowest
// contains a sample of the class, so all classes together have at most n + k.
static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    enum { ROUNDED = 3 }; // an arena rounds a list up to this many levels
    const size_t lists = ((size_t)n + (1 + ROUNDED) * (size_t)k) * 4 * sizeof(double);
    cal_arena own = {.counts = true};
    (void)choice, (void)workers;
    take_columns(&own, n, k);
    cal_arena_alloc(kept, (size_t)k * sizeof(curve));
    cal_found_count(kept, k);
    cal_arena_alloc(kept, lists + lists / 3); // blocks that are at least three quarters full
    return own.taken;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const bool centred = cal_choice_integer(choice, "centred");
    cal_arena own = {0};
    const columns c = take_columns(&own, s->n, s->k);
    double *const p = c.p, *const norm = c.norm, *levels;
    int32_t *const order = c.order, *const scratch = c.scratch;
    cal_isotonic_level *const level_of = c.level;
    curve *curves = cal_arena_alloc(arena, (size_t)s->k * sizeof *curves);
    *out = (cal_fit){.way = "by_class", .state = curves};
    out->found[0] = cal_found_list(&levels, arena, "levels", s->k);
    if (own.refused) arena->refused = true;
    // Probabilities are computed one column at a time, never as a whole matrix.
    for (int i = 0; !arena->refused && i < s->n; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        norm[i] = z[s->predicted[i]] + cal_probabilities(p, z, s->k, 1);
    }
    for (int j = 0; !arena->refused && j < s->k; j++) {
        for (int i = 0; i < s->n; i++) p[i] = cal_exp(s->logits[(size_t)i * s->k + j] - norm[i]);
        cal_sort_order(order, scratch, p, s->n);
        int count = cal_isotonic_pool(level_of, p, order, s->labels, j, NULL, NULL, s->n);
        levels[j] = count;
        if (!keep(&curves[j], arena, level_of, count, centred)) break;
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

static double map(const cal_fit *found, int class_index, double probability) {
    const curve *c = (const curve *)found->state + class_index;
    return cal_interpolate(c->from, c->to, c->count, probability);
}

static void row(double *p, const cal_fit *found, const float *z, int k) {
    cal_classes_row(p, found, z, k, map);
}

static void save(cal_found *out, cal_arena *arena, const cal_fit *fit) {
    const curve *c = fit->state;
    const int k = fit->found[0].count;
    double *points, *from, *to;
    int all = 0;
    for (int j = 0; j < k; j++) all += c[j].count;
    out[0] = cal_found_list(&points, arena, "points", k);
    out[1] = cal_found_list(&from, arena, "from", all);
    out[2] = cal_found_list(&to, arena, "to", all);
    if (arena->refused) return;
    for (int j = 0; j < k; from += c[j].count, to += c[j].count, j++) {
        points[j] = c[j].count;
        memcpy(from, c[j].from, (size_t)c[j].count * sizeof *from);
        memcpy(to, c[j].to, (size_t)c[j].count * sizeof *to);
    }
}

static bool restore(cal_fit *fit, cal_arena *arena, int k) {
    const cal_found *points = &fit->found[0], *from = &fit->found[1], *to = &fit->found[2];
    curve *c = cal_arena_alloc(arena, (size_t)k * sizeof *c);
    double *x = cal_arena_alloc(arena, (size_t)from->count * sizeof *x), *y;
    y = cal_arena_alloc(arena, (size_t)from->count * sizeof *y);
    int at = 0;
    if (arena->refused || from->count != to->count) return false;
    memcpy(x, from->number, (size_t)from->count * sizeof *x);
    memcpy(y, to->number, (size_t)from->count * sizeof *y);
    for (int j = 0; j < k; j++) {
        const int count = (int)points->number[j];
        if (count < 1 || count > from->count - at || !cal_found_ascends(x + at, count)) return false;
        c[j] = (curve){count, x + at, y + at};
        at += count;
    }
    fit->state = c;
    return at == from->count;
}

static int parameters(const cal_fit *fit) {
    double levels = 0;
    for (int j = 0; j < fit->found[0].count; j++) levels += fit->found[0].number[j];
    return (int)levels;
}

const cal_calibrator cal_calibrator_isotonic = {
    .entry = {.id = "isotonic",
              .label = "Isotonic regression",
              .tex = "\\min_{f\\ \\text{non-decreasing}}\\ \\sum_i (f(p_{ij}) - \\mathbf 1[y_i = j])^2",
              .source = "Zadrozny and Elkan 2002; each class against all others as Guo et al. 2017, section "
                        "4.2; centred as Oron and Flournoy 2017",
              .help = "Maps the probability of each class by the non-decreasing function with the least "
                      "squared error",
              .params = (const cal_param[]){{.name = "centred",
                                             .help = "Whether each level becomes one point, so that the "
                                                     "function rises between all levels",
                                             .type = CAL_CHOICE,
                                             .choices = "no/yes"},
                                            {.name = NULL}}},
    .note = CAL_CLASSES_NOTE,
    .fit = fit,
    .parameters = parameters,
    .counts = counts,
    .saved = (const cal_saved[]){{"points", CAL_SAVED_CLASSES, 1, INT32_MAX},
                                 {"from", CAL_SAVED_ANY, 0, 1},
                                 {"to", CAL_SAVED_ANY, 0, 1},
                                 {.name = NULL}},
    .save = save,
    .restore = restore,
    .row = row,
};
