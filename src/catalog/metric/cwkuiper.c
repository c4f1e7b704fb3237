#include "catalog/metric/metric.h"
#include "catalog/scores/binary/cumulative.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)choice;
    cal_cumulative_classes(out, arena, &cal_cumulative_kuiper, scores);
}

const cal_metric cal_metric_cwkuiper = {
    .entry = {.id = "cwkuiper",
              .label = "Class-wise Kuiper calibration error",
              .tex = "\\max_{l \\le m} \\frac1n \\Big\\lvert \\sum_{l < i \\le m} (\\mathbf 1[y_i = j] - "
                     "p_{ij}) \\Big\\rvert,\\quad p_{1j} \\le p_{2j} \\le \\dots \\le p_{nj}",
              .source = "Arrieta-Ibarra et al. 2022 (ECCE-R), each class against all others; p value by "
                        "Bonferroni, number of classes by Holm 1979",
              .help = "The figure kuiper of the class that is furthest beyond chance. Its p value is the "
                      "smallest one times the number of classes; also the number of classes below 5 % after "
                      "Holm's correction"},
    .unit = "%",
    .kind = CAL_TEST,
    .needs = CAL_NEEDS_CLASSES,
    .on_request = true,
    .weighted = true,
    .compute = compute,
};
