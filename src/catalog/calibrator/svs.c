// Structured vector scaling: a scale and a shift for each class, of smoothed log probabilities
// (shared/smoothed.h). The penalty grows with k/n, so that few samples leave temperature scaling as it is. It
// also makes the objective strictly convex: it has one minimum, also for separable data.
#include "catalog/calibrator/shared/scaling.h"
#include "catalog/calibrator/shared/smoothed.h"

enum { CLASSES_MAX = CAL_MAPPED_CLASSES };

typedef struct memory {
    cal_scaling scaling;
    float *rows;     // [n,k]
    double *scratch; // [k]
} memory;

static memory take(cal_arena *own, int n, int k) {
    memory m = {.scaling = cal_scaling_take(own, k)};
    m.rows = cal_arena_alloc(own, (size_t)n * (size_t)k * sizeof *m.rows);
    m.scratch = cal_arena_alloc(own, (size_t)k * sizeof *m.scratch);
    return m;
}

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    (void)choice, (void)workers;
    if (k > CLASSES_MAX) return 0;
    take(&own, n, k);
    cal_found_count(kept, k), cal_found_count(kept, k);
    for (int i = 0; i < 4; i++) cal_found_count(kept, 1);
    return own.taken;
}

// A copy of the rows would take much memory.
static bool by_name(int n, int k) { return (double)n * k > 1e8; }

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const int k = s->k;
    cal_arena own = {0};
    double *scale, *shift;
    (void)choice;
    if (k > CLASSES_MAX) return 0;
    memory m = take(&own, s->n, k);
    cal_scaling *const q = &m.scaling;
    *out = (cal_fit){.way = "by_nll"};
    out->found[0] = cal_found_list(&scale, arena, "scale", k);
    out->found[1] = cal_found_list(&shift, arena, "shift", k);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        const cal_smoothing by = cal_smoothing_of(s);
        q->curvature = cal_smoothed_rows(m.rows, m.scratch, s, &by);
        q->n = s->n, q->rows = m.rows, q->labels = s->labels, q->soft = s->soft,
        q->penalty = (double)k / s->n;
        const double left = cal_scaling_fit(q);
        for (int j = 0; j < k; j++) scale[j] = q->search.x[j], shift[j] = q->search.x[k + j];
        out->found[2] = cal_found_number(arena, "T", by.temperature);
        out->found[3] = cal_found_number(arena, "uniform", by.uniform);
        out->found[4] = cal_found_number(arena, "steps", q->search.steps);
        out->found[5] = cal_found_number(arena, "gradient", left);
        out->at_bound = by.at_bound || left > cal_scaling_close;
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

static void left_out(cal_text *why, int fits, const cal_scores *s) {
    if (!fits) cal_text_add(why, "it has at most %d classes, and these outputs have %d", CLASSES_MAX, s->k);
}

// A map to logits has room for a row of this number of classes.
static bool restore(cal_fit *found, cal_arena *arena, int k) {
    (void)found, (void)arena;
    return k <= CLASSES_MAX;
}

static void map(double *z, const cal_fit *found, const float *logits, int k) {
    const double *scale = found->found[0].number, *shift = found->found[1].number;
    cal_smoothed_row(z, logits, k, *found->found[2].number, *found->found[3].number);
    for (int j = 0; j < k; j++) z[j] = scale[j] * z[j] + shift[j];
}

// A scale and a shift of each class, and T. A constant added to all shifts changes nothing.
static int parameters(const cal_fit *fit) { return 2 * fit->found[0].count; }

const cal_calibrator cal_calibrator_svs = {
    .entry =
        {.id = "svs",
         .label = "Structured vector scaling",
         .tex = "\\mathrm{softmax}(s \\odot z + b),\\quad z = \\log\\left(\\tfrac{n}{n+1}\\,"
                "\\mathrm{softmax}(\\ell/T) + \\tfrac{1}{(n+1)k}\\right)",
         .source =
             "Berta et al. 2025, Structured Matrix Scaling; penalty (k/n)(|b|^2 + |s - 1|^2) on the mean NLL",
         .help = "Scales and shifts each class after temperature scaling, the less the fewer samples a class "
                 "has; up to 1000 classes"},
    .note = "Maps each class by itself, so the predicted class may change.",
    .by_name = by_name,
    .soft = true,
    .fit = fit,
    .parameters = parameters,
    .left_out = left_out,
    .counts = counts,
    .saved = (const cal_saved[]){{"scale", CAL_SAVED_CLASSES, -CAL_SAVED_MOST, CAL_SAVED_MOST},
                                 {"shift", CAL_SAVED_CLASSES, -CAL_SAVED_MOST, CAL_SAVED_MOST},
                                 CAL_SMOOTHED_SAVED,
                                 {.name = NULL}},
    .restore = restore,
    .softmax = map,
};
