#include "catalog/metric/metric.h"
#include "catalog/scores/binary/cumulative.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    const cal_cumulative c = cal_cumulative_of(scores);
    *out = (cal_figure){.value = cal_cumulative_max(&c)};
}

static void detail(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    cal_cumulative_parts(out, &cal_cumulative_ks, scores);
}

const cal_metric cal_metric_ks = {
    .entry = {.id = "ks",
              .label = "Kolmogorov-Smirnov calibration error",
              .tex = "\\max_m \\frac1n \\Big\\lvert \\sum_{i \\le m} (a_i - c_i) \\Big\\rvert,"
                     "\\quad c_1 \\le c_2 \\le \\dots \\le c_n",
              .source = "Gupta et al. 2021, equation 4 (the spline paper); p value by Arrieta-Ibarra et al. "
                        "2022 (ECCE-MAD): divided by sqrt(sum c (1 - c)) / n, the maximum of a Brownian "
                        "motion's magnitude",
              .help = "Largest gap between the cumulative confidence and the cumulative accuracy; no bins. "
                      "Equal confidences count as one step. Its p value is that of a model whose confidences "
                      "are all right, for large n, and too large if few confidences differ"},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .weighted = true,
    .compute = compute,
    .detail = detail,
};
