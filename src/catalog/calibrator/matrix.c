// Matrix scaling: softmax(A z + b) of the logits by maximum likelihood.
//
// The mean of -log p_y is convex in (A, b), and is minimised from A = 1, b = 0. If its k^2 + k parameters are
// many for the samples, it has no minimum: the likelihood rises as A grows. The search then ends after its
// last step, or where the gradient vanishes, for which separability is tested.
#include "catalog/calibrator/shared/affine.h"
#include "catalog/calibrator/shared/scaling.h"
#include "catalog/calibrator/shared/smoothed.h"

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    (void)choice, (void)n, (void)workers;
    if (k > CAL_AFFINE_CLASSES) return 0;
    cal_affine_take(&own, k);
    cal_affine_count(kept, k);
    return own.taken;
}

static void map(double *p, const cal_fit *found, const float *logits, int k) {
    double z[CAL_AFFINE_CLASSES];
    for (int j = 0; j < k; j++) z[j] = logits[j];
    cal_affine_map(p, found, z, k);
}

// Returns true if the likelihood has no maximum: every label's logit is the largest, or one class's logit
// separates it.
static bool separable(const cal_fit *found, const cal_scores *s) {
    double z[CAL_AFFINE_CLASSES];
    bool all = true;
    for (int i = 0; i < s->n && all; i++) {
        map(z, found, s->logits + (size_t)i * (size_t)s->k, s->k);
        for (int j = 0; j < s->k; j++) all &= j == s->labels[i] || z[j] < z[s->labels[i]];
    }
    for (int j = 0; j < s->k && !all; j++) all = cal_scaling_separates(s, j);
    return all;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const int k = s->k;
    cal_arena own = {0};
    (void)choice;
    if (k > CAL_AFFINE_CLASSES) return 0;
    cal_affine q = cal_affine_take(&own, k);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        // Products of larger logits, summed, would exceed single precision.
        q.unit = cal_scaling_unit(s, 0x1p40f);
        q.rows = s->logits;
        for (int i = 0; i < s->n; i++) q.curvature += s->square[i] / s->n / k;
        const double left = cal_affine_fit(out, 2, arena, &q, s);
        out->at_bound = !arena->refused && (left > cal_affine_close || (!s->soft && separable(out, s)));
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

const cal_calibrator cal_calibrator_matrix = {
    .entry = {.id = "matrix",
              .label = "Matrix scaling",
              .tex = "\\mathrm{softmax}(A z + b)",
              .source = "Guo et al. 2017, section 4.2",
              .help = "Mixes the logits of all classes by a matrix, fitted by maximum likelihood; up to 200 "
                      "classes"},
    .note =
        "Overfits: it has k^2 + k parameters for k classes, and on 100 classes a comparison measured an NLL "
        "of "
        "26 to 37 on new samples; at_bound says that the likelihood was still rising after the last step, or "
        "has no maximum.",
    .by_name = cal_affine_by_name,
    .soft = true,
    .fit = fit,
    .left_out = cal_affine_left_out,
    .counts = counts,
    .saved = (const cal_saved[]){CAL_AFFINE_SAVED, {.name = NULL}},
    .restore = cal_affine_restore,
    .softmax = map,
};
