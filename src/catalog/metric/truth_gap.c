#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    double sum = 0;
    for (int i = 0; i < scores->n; i++)
        sum += __builtin_fabs(scores->confidence[i] - cal_truth_right(scores, i));
    *out = (cal_figure){.value = sum / scores->n};
}

const cal_metric cal_metric_truth_gap = {
    .entry = {.id = "truth_gap",
              .label = "Truth gap",
              .tex = "\\frac1n\\sum_i \\lvert c_i - \\eta_i \\rvert,\\quad"
                     "\\eta_i = P(y = \\arg\\max_j p_{ij} \\mid x_i)",
              .source = "From the known posterior of the data: calibration error plus grouping loss "
                        "(Perez-Lebel et al. 2023)",
              .help = "Mean absolute difference between the confidence of each sample and its true "
                      "probability of being right"},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_POSTERIOR,
    .compute = compute,
};
