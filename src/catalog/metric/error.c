#include "catalog/metric/metric.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    double wrong = 0;
    for (int i = 0; i < scores->n; i++) wrong += cal_scores_weight(scores, i) * !cal_scores_right(scores, i);
    *out = (cal_figure){.value = wrong / cal_scores_total(scores)};
}

static double term(const cal_scores *scores, int i, const cal_choice *choice) {
    (void)choice;
    return !cal_scores_right(scores, i);
}

const cal_metric cal_metric_error = {
    .entry = {.id = "error",
              .label = "Error",
              .tex = "\\frac1n\\sum_i \\mathbf 1[\\arg\\max_j p_{ij} \\ne y_i]",
              .source = "Of equally probable classes the first is the prediction",
              .help = "Fraction of samples whose most probable class is not the label"},
    .unit = "%",
    .kind = CAL_PROPORTION,
    .needs = CAL_NEEDS_TOP,
    .headline = true,
    .each_epoch = true,
    .weighted = true,
    .compute = compute,
    .term = term,
};
