#include "catalog/metric/metric.h"
#include "catalog/scores/certainty/selective.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_selective curve;
    const bool known = cal_selective_of(&curve, arena, s, choice);
    *out = (cal_figure){.value = known ? cal_selective_augrc(&curve) : __builtin_nan("")};
}

const cal_metric cal_metric_augrc = {
    .entry = {.id = "augrc",
              .label = "Area under the generalised risk-coverage curve",
              .tex = "\\frac1n\\sum_{m=1}^n \\frac1n\\Bigl(\\sum_{i < m} e_i + \\tfrac12 e_m\\Bigr),\\quad "
                     "e_i = \\mathbf 1[\\hat y_i \\ne y_i],\\ c_1 \\ge c_2 \\ge \\dots",
              .source = "Traub et al. 2024; equal scores count a half, as in AUROC",
              .help = "Mean fraction of samples that are answered wrongly, over how many are answered: lower "
                      "is better",
              .params = (const cal_param[]){CAL_CERTAINTY_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_TOP,
    .on_request = true,
    .compute = compute,
    .lacks = cal_selective_lacks,
};
