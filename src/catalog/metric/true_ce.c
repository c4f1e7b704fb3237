#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

// The true probability that the prediction is right replaces the label, so label sampling adds no noise. The
// gap of a bin is the calibration error of the samples in it.
static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    *out = (cal_figure){.value = __builtin_nan("")};
    if (!scores->posterior) return;
    double *eta = cal_arena_alloc(arena, (size_t)scores->n * sizeof *eta);
    if (!eta) return;
    for (int i = 0; i < scores->n; i++) eta[i] = cal_truth_right(scores, i);
    if (cal_figure_equal_mass(out, arena, scores, eta, cal_choice_integer(choice, "bins"), CAL_MASS_SPLIT))
        out->value = cal_bins_mean_gap(out->bin, out->bins, scores->n);
}

const cal_metric cal_metric_true_ce = {
    .entry = {.id = "true_ce",
              .label = "True calibration error",
              .tex = "\\mathbb E\\,\\lvert c - \\mathbb E[\\eta \\mid c] \\rvert,\\quad"
                     "\\eta = P(y = \\arg\\max_j p_j \\mid x)",
              .source = "From the known posterior of the data, over bins with equally many samples",
              .help = "Calibration error against the true probabilities, if the data has them",
              .params = (const cal_param[]){CAL_BINS_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_POSTERIOR,
    .headline = true,
    .each_epoch = true,
    .compute = compute,
};
