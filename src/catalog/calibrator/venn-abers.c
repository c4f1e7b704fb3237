// Inductive Venn-Abers predictors, each class against all others. Isotonic regression on the validation
// samples and (s, 0), or (s, 1), has the value p0, or p1, at the score s. As functions of s both are steps at
// the samples' scores, which the fit computes in advance (algorithms 1 to 4). Scores are probabilities, of
// which only the order counts.
#include <string.h>
#include "catalog/calibrator/shared/fit.h"
#include "catalog/scores/sort.h"

// The fit keeps up to three numbers per sample and class.
enum { MOST = 2000000, CLASSES = 8 }; // CLASSES: whose scores are computed at a time

typedef struct curve {
    int count;
    double *at, *low, *high; // [count] distinct scores, and p0 and p1 at each
} curve;

// A corner of a sum diagram: the number of samples and of events up to it.
typedef struct corner {
    int64_t samples, events;
} corner;

typedef struct columns {
    double *p;   // [CLASSES][n] scores
    double *sum; // [n] sums of the softmax
    int32_t *order, *scratch;
    corner *sums, *hull; // [n + 1], [n + 2]
} columns;

static columns take(cal_arena *own, int n) {
    const size_t rows = (size_t)n;
    columns c;
    c.p = cal_arena_alloc(own, CLASSES * rows * sizeof *c.p);
    c.sum = cal_arena_alloc(own, rows * sizeof *c.sum);
    c.order = cal_arena_alloc(own, rows * sizeof *c.order);
    c.scratch = cal_arena_alloc(own, rows * sizeof *c.scratch);
    c.sums = cal_arena_alloc(own, (rows + 1) * sizeof *c.sums);
    c.hull = cal_arena_alloc(own, (rows + 2) * sizeof *c.hull);
    return c;
}

// The second of two classes has the complement of the first one's figures.
static int curves_of(int k) { return k == 2 ? 1 : k; }
static int class_of(int k, int index) { return k == 2 ? 1 : index; }

static bool fits_within(int n, int k) { return (int64_t)n * curves_of(k) <= MOST; }

static void take_curve(curve *out, cal_arena *arena, int n) {
    out->at = cal_arena_alloc(arena, (size_t)n * sizeof *out->at);
    out->low = cal_arena_alloc(arena, (size_t)n * sizeof *out->low);
    out->high = cal_arena_alloc(arena, (size_t)n * sizeof *out->high);
}

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    curve c;
    (void)choice, (void)workers;
    if (!fits_within(n, k)) return 0;
    take(&own, n);
    cal_arena_alloc(kept, (size_t)curves_of(k) * sizeof c);
    cal_found_count(kept, curves_of(k));
    for (int j = 0; j < curves_of(k); j++) take_curve(&c, kept, n);
    return own.taken;
}

// Returns true if b is on or above the line from a to c, a left of b left of c.
static bool above(const corner *a, const corner *b, const corner *c) {
    return (b->events - a->events) * (c->samples - b->samples) >=
           (c->events - b->events) * (b->samples - a->samples);
}

// Computes p1 at each of m distinct scores, from the sums of the samples up to it. The new sample, an event,
// moves from the first score to the last. Its p1 is the slope of the greatest convex minorant at the sample.
// The hull has its corners to the right of the sample, the leftmost on top. With `complement`, the results
// are one minus the slopes, in reverse.
static void steps(double *out, corner *hull, const corner *sums, int m, bool complement) {
    int top = 0;
    for (int i = m; i >= -1; i--) {
        const corner next = i < 0 ? (corner){-1, -1} : sums[i];
        while (top > 1 && above(&next, &hull[top - 1], &hull[top - 2])) top--;
        hull[top++] = next;
    }
    for (int i = 1; i <= m; i++) {
        const corner *left = &hull[top - 1], *right = &hull[top - 2];
        const int64_t samples = right->samples - left->samples, events = right->events - left->events;
        const corner moved = {sums[i].samples - 1, sums[i].events - 1};
        out[complement ? m - i : i - 1] = (double)(complement ? samples - events : events) / (double)samples;
        if (i == m || above(left, &moved, right)) continue;
        top--;
        while (top > 1 && above(&moved, &hull[top - 1], &hull[top - 2])) top--;
        hull[top++] = moved;
    }
}

// p0 is one minus p1 of the mirrored outcomes in the reverse order.
static void mirror(corner *sums, int m) {
    const corner all = sums[m];
    for (int a = 0, b = m; a <= b; a++, b--) {
        const corner first = sums[a], last = sums[b];
        sums[a].samples = all.samples - last.samples;
        sums[a].events = sums[a].samples - (all.events - last.events);
        sums[b].samples = all.samples - first.samples;
        sums[b].events = sums[b].samples - (all.events - first.events);
    }
}

static void fit_class(curve *out, const columns *c, const double *p, const cal_scores *s, int class_index) {
    corner sum = {0, 0};
    int m = 0;
    cal_sort_order(c->order, c->scratch, p, s->n);
    c->sums[0] = sum;
    for (int i = 0; i < s->n;) {
        out->at[m] = p[c->order[i]];
        for (; i < s->n && p[c->order[i]] == out->at[m]; i++)
            sum.samples++, sum.events += s->labels[c->order[i]] == class_index;
        c->sums[++m] = sum;
    }
    out->count = m;
    steps(out->high, c->hull, c->sums, m, false);
    mirror(c->sums, m);
    steps(out->low, c->hull, c->sums, m, true);
}

// Scores have the bits of cal_probabilities, since a tie with a sample counts.
static void fill_scores(const columns *c, const cal_scores *s, int first, int count) {
    double e[CLASSES];
    for (int i = 0; i < s->n; i++) {
        const float *z = s->logits + (size_t)i * s->k, top = z[s->predicted[i]];
        if (!first) c->sum[i] = cal_exp_row(NULL, z, s->k, top, 1);
        cal_exp_row(e, z + class_of(s->k, first), count, top, 1);
        for (int j = 0; j < count; j++) c->p[(size_t)j * (size_t)s->n + (size_t)i] = e[j] / c->sum[i];
    }
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const int all = curves_of(s->k);
    cal_arena own = {0};
    double *steps_of;
    (void)choice;
    if (!fits_within(s->n, s->k)) return 0;
    const columns c = take(&own, s->n);
    curve *curves = cal_arena_alloc(arena, (size_t)all * sizeof *curves);
    *out = (cal_fit){.way = "by_class", .state = curves};
    out->found[0] = cal_found_list(&steps_of, arena, "steps", all);
    if (own.refused) arena->refused = true;
    for (int first = 0; !arena->refused && first < all; first += CLASSES) {
        const int count = all - first < CLASSES ? all - first : CLASSES;
        fill_scores(&c, s, first, count);
        for (int j = 0; j < count; j++) {
            curve *now = &curves[first + j];
            take_curve(now, arena, s->n);
            if (arena->refused) break;
            fit_class(now, &c, c.p + (size_t)j * (size_t)s->n, s, class_of(s->k, first + j));
            steps_of[first + j] = now->count;
        }
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

static bool by_name(int n, int k) { return (int64_t)n * k > 100000; }

static void left_out(cal_text *why, int fits, const cal_scores *s) {
    if (!fits && !fits_within(s->n, s->k))
        cal_text_add(why, "the set it is fitted on has more than %d probabilities", MOST);
}

static void find(double *low, double *high, const curve *c, double score) {
    int first = 0, end = c->count; // the first at[] that is not below the score
    while (first < end) {
        const int middle = first + (end - first) / 2;
        if (c->at[middle] < score) first = middle + 1;
        else end = middle;
    }
    const int last = first < c->count && c->at[first] == score ? first : first - 1;
    *high = first < c->count ? c->high[first] : 1;
    *low = last >= 0 ? c->low[last] : 0;
}

static void interval(double *low, double *high, const cal_fit *found, const float *z, int k) {
    const curve *c = found->state;
    cal_probabilities(high, z, k, 1);
    for (int j = 0; j < curves_of(k); j++) {
        const int at = class_of(k, j);
        find(&low[at], &high[at], &c[j], high[at]);
    }
    if (k == 2) low[0] = 1 - high[1], high[0] = 1 - low[1];
}

static void row(double *p, const cal_fit *found, const float *z, int k) {
    const curve *c = found->state;
    double sum = 0;
    cal_probabilities(p, z, k, 1);
    for (int j = 0; j < curves_of(k); j++) {
        double low, high;
        find(&low, &high, &c[j], p[class_of(k, j)]);
        sum += p[class_of(k, j)] = high / (1 - low + high);
    }
    if (k == 2) p[0] = 1 - p[1];
    else
        for (int j = 0; j < k; j++) p[j] /= sum;
}

static void save(cal_found *out, cal_arena *arena, const cal_fit *fit) {
    const curve *c = fit->state;
    const int all = fit->found[0].count;
    double *steps_of, *list[3];
    int points = 0;
    for (int j = 0; j < all; j++) points += c[j].count;
    out[0] = cal_found_list(&steps_of, arena, "steps", all);
    out[1] = cal_found_list(&list[0], arena, "scores", points);
    out[2] = cal_found_list(&list[1], arena, "p0", points);
    out[3] = cal_found_list(&list[2], arena, "p1", points);
    for (int j = 0; !arena->refused && j < all; j++) {
        const double *const from[3] = {c[j].at, c[j].low, c[j].high};
        steps_of[j] = c[j].count;
        for (int q = 0; q < 3; list[q] += c[j].count, q++)
            memcpy(list[q], from[q], (size_t)c[j].count * sizeof *list[q]);
    }
}

static bool restore(cal_fit *fit, cal_arena *arena, int k) {
    const cal_found *found = fit->found;
    const int points = found[1].count;
    curve *c = cal_arena_alloc(arena, (size_t)curves_of(k) * sizeof *c);
    double *copy = cal_arena_alloc(arena, 3 * (size_t)points * sizeof *copy);
    int at = 0;
    if (arena->refused || found[0].count != curves_of(k)) return false;
    if (found[2].count != points || found[3].count != points) return false;
    for (int q = 0; q < 3; q++)
        memcpy(copy + q * (size_t)points, found[1 + q].number, (size_t)points * sizeof *copy);
    for (int j = 0; j < curves_of(k); j++) {
        const double count = found[0].number[j];
        if (!(count >= 1 && count <= points - at)) return false;
        c[j] = (curve){(int)count, copy + at, copy + points + at, copy + 2 * (size_t)points + at};
        if (!cal_found_ascends(c[j].at, c[j].count)) return false;
        at += c[j].count;
    }
    fit->state = c;
    return at == points;
}

// Steps of nearly every sample: no number of them says how free the map is.
static int parameters(const cal_fit *fit) {
    (void)fit;
    return -1;
}

const cal_calibrator cal_calibrator_venn_abers = {
    .entry = {.id = "venn-abers",
              .label = "Venn-Abers",
              .tex = "p = \\frac{p_1}{1 - p_0 + p_1},\\quad p_y = f(s),\\ f\\ \\text{isotonic on}\\ "
                     "\\{(s_i, y_i)\\} \\cup \\{(s, y)\\}",
              .source = "Vovk, Petej and Fedorova 2015, algorithms 1 to 4; merged by log loss; each class "
                        "against all others",
              .help =
                  "Fits isotonic regression twice per sample, once as if it were of the class and once as "
                  "if not, and merges the two probabilities"},
    .note = "Each probability has an interval from p0 to p1, of which the merged value is inside. Of more "
            "than two classes the merged values are divided by their sum, so that the predicted class may "
            "change.",
    .fit = fit,
    .by_name = by_name,
    .left_out = left_out,
    .counts = counts,
    .parameters = parameters,
    .saved = (const cal_saved[]){{"steps", CAL_SAVED_ANY, 1, MOST},
                                 {"scores", CAL_SAVED_ANY, 0, 1},
                                 {"p0", CAL_SAVED_ANY, 0, 1},
                                 {"p1", CAL_SAVED_ANY, 0, 1},
                                 {.name = NULL}},
    .save = save,
    .restore = restore,
    .interval = interval,
    .row = row,
};
