#include "zoo/metric.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    double sum = 0;
    for (int i = 0; i < scores->n; i++) sum += scores->square[i];
    *out = (cal_figure){.value = sum / scores->n};
}

const cal_metric cal_metric_brier = {
    .entry = {.id = "brier",
              .label = "Brier score",
              .tex = "\\frac1n\\sum_i\\sum_j (p_{ij} - \\mathbf 1[j = y_i])^2",
              .source = "Brier 1950: summed over classes, so between 0 and 2",
              .help = "Squared distance between the probabilities and what happened"},
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_ROWS,
    .headline = true,
    .each_epoch = true,
    .compute = compute,
};
