#include "catalog/metric/metric.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    double right = 0;
    for (int i = 0; i < scores->n; i++) right += cal_scores_weight(scores, i) * cal_scores_right(scores, i);
    *out = (cal_figure){.value = right / cal_scores_total(scores)};
}

const cal_metric cal_metric_accuracy = {
    .entry = {.id = "accuracy",
              .label = "Accuracy",
              .tex = "\\frac1n\\sum_i \\mathbf 1[\\arg\\max_j p_{ij} = y_i]",
              .source = "Of equally probable classes the first is the prediction",
              .help = "Fraction of samples whose most probable class is the label"},
    .unit = "%",
    .larger_is_better = true,
    .kind = CAL_PROPORTION,
    .needs = CAL_NEEDS_TOP,
    .headline = true,
    .each_epoch = true,
    .weighted = true,
    .compute = compute,
};
