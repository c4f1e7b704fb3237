// Dirichlet calibration: a matrix and a shift of log probabilities, with off-diagonal and intercept
// regularisation (ODIR). Probabilities below the smallest normal number count as that, as in the authors'
// code.
#include "catalog/calibrator/shared/affine.h"
#include "catalog/calibrator/shared/smoothed.h"

static const double lowest = -708; // lower bound of log p

static void take_logs(double *z, const float *logits, int k) {
    float top = logits[0];
    for (int j = 1; j < k; j++) top = logits[j] > top ? logits[j] : top;
    const double norm = cal_probabilities(z, logits, k, 1);
    for (int j = 0; j < k; j++) {
        z[j] = (double)logits[j] - top - norm;
        if (z[j] < lowest) z[j] = lowest;
    }
}

// Returns true if the objective has no minimum: a class without rows, or rows whose labels the diagonal alone
// tells. It is not penalised.
static bool separable(const cal_affine_rows *m, const cal_fit *found, const cal_scores *s) {
    const int k = s->k;
    bool all = true;
    for (int i = 0; i < s->n && all; i++) {
        const float *x = m->rows + (size_t)i * (size_t)k;
        const double *a = found->found[0].number, own = a[s->labels[i] * (k + 1)] * x[s->labels[i]];
        for (int j = 0; j < k; j++) all &= j == s->labels[i] || a[j * (k + 1)] * x[j] < own;
    }
    for (int j = 0; j < k && !all; j++) {
        bool some = false;
        for (int i = 0; i < s->n && !some; i++) some = s->labels[i] == j;
        all = !some;
    }
    return all;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const int k = s->k;
    cal_arena own = {0};
    if (k > CAL_AFFINE_CLASSES) return 0;
    cal_affine_rows m = cal_affine_rows_take(&own, s->n, k);
    cal_affine *const q = &m.affine;
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        for (int i = 0; i < s->n; i++) {
            take_logs(m.scratch, s->logits + (size_t)i * (size_t)k, k);
            for (int j = 0; j < k; j++) m.rows[(size_t)i * (size_t)k + (size_t)j] = (float)m.scratch[j];
            q->curvature += s->square[i] / s->n / k;
        }
        q->rows = m.rows;
        q->off = cal_choice_number(choice, "lambda") / k / (k - 1);
        q->intercept = cal_choice_number(choice, "mu") / k;
        const double left = cal_affine_fit(out, 2, arena, q, s);
        out->at_bound = !arena->refused && (left > cal_affine_close || (!s->soft && separable(&m, out, s)));
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

static void map(double *p, const cal_fit *found, const float *logits, int k) {
    double z[CAL_AFFINE_CLASSES];
    take_logs(z, logits, k);
    cal_affine_map(p, found, z, k);
}

const cal_calibrator cal_calibrator_dirichlet = {
    .entry = {.id = "dirichlet",
              .label = "Dirichlet calibration",
              .tex = "\\mathrm{softmax}(A \\log p + b)",
              .source =
                  "Kull et al. 2019, with ODIR: the mean NLL + lambda mean of off-diagonal A^2 + mu mean of "
                  "b^2",
              .help =
                  "Mixes the log probabilities of all classes by a matrix, with a penalty for mixing; up to "
                  "200 classes",
              .params = (const cal_param[]){{.name = "lambda",
                                             .help = "Penalty of the mean squared off-diagonal element",
                                             .unit = "",
                                             .value = 1,
                                             .min = 0,
                                             .max = 1e9},
                                            {.name = "mu",
                                             .help = "Penalty of the mean squared shift",
                                             .unit = "",
                                             .value = 1,
                                             .min = 0,
                                             .max = 1e9},
                                            {.name = NULL}}},
    .note =
        "Overfits if k^2 + k parameters are many for the samples: its authors choose lambda and mu by "
        "cross-validation, here they are given; at_bound says that the objective was still falling after the "
        "last step, or has no minimum.",
    .by_name = cal_affine_by_name,
    .soft = true,
    .fit = fit,
    .left_out = cal_affine_left_out,
    .counts = cal_affine_rows_counts,
    .saved = (const cal_saved[]){CAL_AFFINE_SAVED, {.name = NULL}},
    .restore = cal_affine_restore,
    .softmax = map,
};
