#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena;
    double threshold = cal_choice_number(choice, "threshold");
    int count = 0;
    double sure = 0, right = 0;
    for (int i = 0; i < scores->n; i++)
        if (scores->confidence[i] >= threshold) {
            const double weight = cal_scores_weight(scores, i);
            count++, sure += weight, right += weight * scores->correct[i];
        }
    *out = (cal_figure){.value = sure / cal_scores_total(scores)};
    cal_figure_part(out, "count", count);
    cal_figure_part(out, "accuracy", sure > 0 ? right / sure : __builtin_nan(""));
}

const cal_metric cal_metric_s99 = {
    .entry = {.id = "s99",
              .label = "High-confidence samples",
              .tex = "\\frac1n \\lvert\\{ i : c_i \\ge t \\}\\rvert",
              .source = "Mukhoti et al. 2020, table 3 (S99)",
              .help = "Fraction of samples with a confidence of at least 99 %, and their accuracy",
              .params = (const cal_param[]){{.name = "threshold",
                                             .help = "Confidence from which on a sample counts",
                                             .type = CAL_REAL,
                                             .value = 0.99,
                                             .min = 0,
                                             .max = 1},
                                            {.name = NULL}}},
    .unit = "%",
    .kind = CAL_PROPORTION,
    .needs = CAL_NEEDS_TOP,
    .larger_is_better = true,
    .weighted = true,
    .compute = compute,
};
