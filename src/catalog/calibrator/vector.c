// Vector scaling: softmax(s z + t) with a scale and a shift for each class.
//
// The mean of -log p_y is convex in (s, t), with derivatives `mean (p_j - onehot_j) z_j` and `mean (p_j -
// onehot_j)`. It is minimised by L-BFGS from s = 1, t = 0, with the inverse of the Hessian's diagonal as the
// first guess. The search ends when no derivative is larger than cal_scaling_close, or after its last step;
// the remaining gradient is part of the fit. Separable data has no maximum: the likelihood rises as scales or
// shifts grow. As its gradient vanishes too, separability is tested.
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/fit.h"
#include "catalog/calibrator/shared/scaling.h"

static double logit(const cal_fit *found, const float *z, int j) {
    return found->found[0].number[j] * z[j] + found->found[1].number[j];
}

// Returns true if the likelihood has no maximum: every label's logit is the largest, or one class's logit
// separates it. Scaling the whole fit, or this class's part, then raises the likelihood forever.
static bool separable(const cal_fit *found, const cal_scores *s) {
    bool all = true;
    for (int i = 0; i < s->n && all; i++) {
        const float *z = s->logits + (size_t)i * (size_t)s->k;
        for (int j = 0; j < s->k; j++)
            all &= j == s->labels[i] || logit(found, z, j) < logit(found, z, s->labels[i]);
    }
    for (int j = 0; j < s->k && !all; j++) all = cal_scaling_separates(s, j);
    return all;
}

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    (void)choice, (void)n, (void)workers;
    cal_scaling_take(&own, k);
    cal_found_count(kept, k), cal_found_count(kept, k);
    cal_found_count(kept, 1), cal_found_count(kept, 1);
    return own.taken;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)choice;
    cal_arena own = {0};
    const int k = s->k;
    double *scale, *shift;
    cal_scaling q = cal_scaling_take(&own, k);
    *out = (cal_fit){.way = "by_nll"};
    out->found[0] = cal_found_list(&scale, arena, "scale", k);
    out->found[1] = cal_found_list(&shift, arena, "shift", k);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        const double *x = q.search.x;
        // Single precision has room for the sums of logits up to 2^64. Larger ones begin at a scale that
        // makes them smaller.
        q.n = s->n, q.rows = s->logits, q.labels = s->labels, q.soft = s->soft,
        q.unit = cal_scaling_unit(s, 0x1p64f);
        const double left = cal_scaling_fit(&q);
        for (int j = 0; j < k; j++) scale[j] = x[j] * q.unit;
        double middle = 0; // adding a constant to all shifts changes nothing
        for (int j = 0; j < k; j++) middle += x[k + j] / k;
        for (int j = 0; j < k; j++) shift[j] = x[k + j] - middle;
        out->found[2] = cal_found_number(arena, "steps", q.search.steps);
        out->found[3] = cal_found_number(arena, "gradient", left);
        out->at_bound = !arena->refused && (left > cal_scaling_close || (!s->soft && separable(out, s)));
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

// p = softmax; returns the log of its divisor.
static double softmax(double *p, const cal_fit *found, const float *z, int k) {
    double top = logit(found, z, 0), sum = 0;
    for (int j = 1; j < k; j++) {
        double v = logit(found, z, j);
        if (v > top) top = v;
    }
    for (int j = 0; j < k; j++) {
        double e = cal_exp(logit(found, z, j) - top);
        if (p) p[j] = e;
        sum += e;
    }
    for (int j = 0; p && j < k; j++) p[j] /= sum;
    return top + cal_log(sum);
}

static void row(double *p, const cal_fit *found, const float *z, int k) { softmax(p, found, z, k); }

static double log_label(const cal_fit *found, const float *z, int k, int label) {
    return logit(found, z, label) - softmax(NULL, found, z, k);
}

// A constant added to all shifts changes nothing.
static int parameters(const cal_fit *fit) { return 2 * fit->found[0].count - 1; }

const cal_calibrator cal_calibrator_vector = {
    .entry = {.id = "vector",
              .label = "Vector scaling",
              .tex = "\\mathrm{softmax}(s \\odot z + t)",
              .source = "Guo et al. 2017, section 4.2",
              .help = "Scales and shifts the logits of each class, fitted by maximum likelihood"},
    .note =
        "Maps each class by itself, so the predicted class may change; at_bound says that the "
        "likelihood was still rising after the last step, or has no maximum since the scaled logits separate "
        "the classes.",
    .soft = true,
    .fit = fit,
    .parameters = parameters,
    .counts = counts,
    .saved = (const cal_saved[]){{"scale", CAL_SAVED_CLASSES, -CAL_SAVED_MOST, CAL_SAVED_MOST},
                                 {"shift", CAL_SAVED_CLASSES, -CAL_SAVED_MOST, CAL_SAVED_MOST},
                                 {.name = NULL}},
    .row = row,
    .log_label = log_label,
};
