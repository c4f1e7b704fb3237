#include "catalog/metric/metric.h"
#include "catalog/scores/binary/cumulative.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    const cal_cumulative c = cal_cumulative_of(scores);
    *out = (cal_figure){.value = cal_cumulative_range(&c)};
}

static void detail(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    cal_cumulative_parts(out, &cal_cumulative_kuiper, scores);
}

const cal_metric cal_metric_kuiper = {
    .entry = {.id = "kuiper",
              .label = "Kuiper calibration error",
              .tex = "\\max_{l \\le m} \\frac1n \\Big\\lvert \\sum_{l < i \\le m} (a_i - c_i) \\Big\\rvert,"
                     "\\quad c_1 \\le c_2 \\le \\dots \\le c_n",
              .source =
                  "Arrieta-Ibarra et al. 2022 (ECCE-R), with a p value: divided by "
                  "sqrt(sum c (1 - c)) / n, the range of a Brownian motion (Feller 1951). Rossellini et "
                  "al. 2025 call it the cutoff calibration error",
              .help =
                  "Largest gap between confidence and accuracy summed over any interval of confidences, as a "
                  "share of all samples; no bins. Equal confidences count as one step. Its p value is that "
                  "of a model whose confidences are all right, for large n, and too large if few confidences "
                  "differ"},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .weighted = true,
    .compute = compute,
    .detail = detail,
};
