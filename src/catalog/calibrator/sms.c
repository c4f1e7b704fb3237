// Structured matrix scaling: a matrix and a shift of smoothed log probabilities (shared/smoothed.h). The
// penalty of an off-diagonal element grows with k^2/n, so that few samples leave vector scaling.
#include "catalog/calibrator/shared/affine.h"
#include "catalog/calibrator/shared/smoothed.h"

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    if (k <= CAL_AFFINE_CLASSES) cal_found_count(kept, 1), cal_found_count(kept, 1);
    return cal_affine_rows_counts(kept, choice, n, k, workers);
}

// The time of a product grows with the square of the classes, that of a report with their number.
static bool by_name(int n, int k) {
    (void)n;
    return k > 32;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const int k = s->k;
    cal_arena own = {0};
    (void)choice;
    if (k > CAL_AFFINE_CLASSES) return 0;
    cal_affine_rows m = cal_affine_rows_take(&own, s->n, k);
    cal_affine *const q = &m.affine;
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        const cal_smoothing by = cal_smoothing_of(s);
        const double size = (double)k / s->n;
        q->curvature = cal_smoothed_rows(m.rows, m.scratch, s, &by);
        q->rows = m.rows;
        q->diagonal = q->intercept = size, q->off = size * (k - 1);
        const double left = cal_affine_fit(out, 4, arena, q, s);
        out->found[2] = cal_found_number(arena, "T", by.temperature);
        out->found[3] = cal_found_number(arena, "uniform", by.uniform);
        out->at_bound = by.at_bound || left > cal_affine_close;
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

static void map(double *p, const cal_fit *found, const float *logits, int k) {
    double z[CAL_AFFINE_CLASSES];
    cal_smoothed_row(z, logits, k, *found->found[2].number, *found->found[3].number);
    cal_affine_map(p, found, z, k);
}

const cal_calibrator cal_calibrator_sms = {
    .entry = {.id = "sms",
              .label = "Structured matrix scaling",
              .tex = "\\mathrm{softmax}(A z + b),\\quad z = \\log\\left(\\tfrac{n}{n+1}\\,"
                     "\\mathrm{softmax}(\\ell/T) + \\tfrac{1}{(n+1)k}\\right)",
              .source =
                  "Berta et al. 2025, Structured Matrix Scaling; penalty (k/n)(|b|^2 + |diag A - 1|^2) + "
                  "(k(k-1)/n)|off-diagonal A|^2 on the mean NLL",
              .help = "Mixes the classes by a matrix after temperature scaling, the less the fewer samples a "
                      "class has; up to 200 classes"},
    .note = "Mixes the classes, so the predicted class may change.",
    .by_name = by_name,
    .soft = true,
    .fit = fit,
    .left_out = cal_affine_left_out,
    .counts = counts,
    .saved = (const cal_saved[]){CAL_AFFINE_SAVED, CAL_SMOOTHED_SAVED, {.name = NULL}},
    .restore = cal_affine_restore,
    .softmax = map,
};
