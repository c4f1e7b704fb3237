#include "catalog/metric/metric.h"
#include "catalog/scores/certainty/selective.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_selective curve;
    const bool known = cal_selective_of(&curve, arena, s, choice);
    *out = (cal_figure){.value = known ? cal_selective_aurc(&curve) : __builtin_nan("")};
}

const cal_metric cal_metric_aurc = {
    .entry = {.id = "aurc",
              .label = "Area under the risk-coverage curve",
              .tex = "\\frac1n\\sum_{m=1}^n \\frac1m\\sum_{i \\le m} \\mathbf 1[\\hat y_i \\ne y_i],"
                     "\\quad c_1 \\ge c_2 \\ge \\dots \\ge c_n",
              .source = "Geifman, Uziel and El-Yaniv 2019; averaged over all orders of equal scores",
              .help = "Mean error of the most confident samples, over how many of them are answered: the "
                      "lower, the better "
                      "confidence says what to leave to others",
              .params = (const cal_param[]){CAL_CERTAINTY_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_TOP,
    .on_request = true,
    .compute = compute,
    .lacks = cal_selective_lacks,
};
