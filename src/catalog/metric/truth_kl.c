#include "base/maths/maths.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

// log p from the logits, or from those that a calibrator mapped, if there are any: then no probability is
// rounded to zero.
static double row(double *p, const cal_scores *scores, int i) {
    const double *truth = cal_truth_row(scores, i);
    size_t from = (size_t)(scores->from ? scores->from[i] : i), k = (size_t)scores->k;
    const float *z = scores->logits ? scores->logits + from * k : NULL;
    double sum = 0;
    if (!z) cal_scores_row(p, scores, i);
    for (size_t j = 0; j < k; j++) {
        if (!(truth[j] > 0)) continue;
        double log_p =
            z ? scores->log_p_label[i] + ((double)z[j] - z[scores->labels[i]]) / scores->temperature
            : p[j] < 1e-260 && scores->log_p ? scores->log_p(scores, (int)from, (int)j)
                                             : cal_log(p[j]);
        sum += truth[j] * (cal_log(truth[j]) - log_p);
    }
    return sum;
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)choice;
    double *p = cal_arena_alloc(arena, (size_t)scores->k * sizeof *p), sum = 0;
    int impossible = 0;
    *out = (cal_figure){.value = __builtin_nan("")};
    if (!p || !scores->fill) return;
    for (int i = 0; i < scores->n; i++) {
        double one = row(p, scores, i);
        sum += one;
        impossible += one == __builtin_inf();
    }
    // A divergence of 0 may round to a negative value for logits of millions.
    out->value = sum < 0 ? 0 : sum / scores->n;
    if (impossible) cal_figure_part(out, CAL_IMPOSSIBLE, impossible);
}

const cal_metric cal_metric_truth_kl = {
    .entry = {.id = "truth_kl",
              .label = "Truth divergence",
              .tex = "\\frac1n\\sum_i \\sum_j \\pi_{ij} \\log\\frac{\\pi_{ij}}{p_{ij}},\\quad"
                     "\\pi_{ij} = P(y = j \\mid x_i)",
              .source = "Kullback and Leibler 1951, from the known posterior of the data",
              .help =
                  "Kullback-Leibler divergence of the predicted probabilities from the true ones, in nats"},
    .unit = "nats",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_POSTERIOR,
    .compute = compute,
};
