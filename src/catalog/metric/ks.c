#include "catalog/metric/metric.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    const double total = cal_scores_total(scores);
    double sum = 0, largest = 0;
    for (int at = 0; at < scores->n; at++) {
        int i = scores->order[at];
        sum += cal_scores_weight(scores, i) * (scores->correct[i] - scores->confidence[i]) / total;
        // Within a tie the sum depends on the order of rows.
        if (at + 1 < scores->n && scores->confidence[scores->order[at + 1]] == scores->confidence[i])
            continue;
        if (__builtin_fabs(sum) > largest) largest = __builtin_fabs(sum);
    }
    *out = (cal_figure){.value = largest};
}

const cal_metric cal_metric_ks = {
    .entry = {.id = "ks",
              .label = "Kolmogorov-Smirnov calibration error",
              .tex = "\\max_m \\frac1n \\Big\\lvert \\sum_{i \\le m} (a_i - c_i) \\Big\\rvert,"
                     "\\quad c_1 \\le c_2 \\le \\dots \\le c_n",
              .source = "Gupta et al. 2021, equation 4 (the spline paper)",
              .help = "Largest gap between the cumulative confidence and the cumulative accuracy; no bins"},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .weighted = true,
    .compute = compute,
};
