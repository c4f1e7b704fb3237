#include "catalog/metric/metric.h"
#include "catalog/scores/certainty/selective.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_selective curve;
    const bool known = cal_selective_of(&curve, arena, s, choice);
    *out = (cal_figure){.value = known ? cal_selective_accuracy(&curve, cal_choice_number(choice, "coverage"))
                                       : __builtin_nan("")};
}

static void interval(double *low, double *high, cal_arena *arena, const cal_scores *s,
                     const cal_choice *choice) {
    cal_selective curve;
    *low = *high = __builtin_nan("");
    if (cal_selective_of(&curve, arena, s, choice))
        cal_selective_accuracy_interval(low, high, &curve, cal_choice_number(choice, "coverage"));
}

const cal_metric cal_metric_selective_accuracy = {
    .entry = {.id = "selective_accuracy",
              .label = "Accuracy at a given coverage",
              .tex = "1 - \\frac1m\\sum_{i \\le m} \\mathbf 1[\\hat y_i \\ne y_i],\\quad m = \\lceil c n "
                     "\\rceil,\\ c_1 \\ge c_2 \\ge \\dots",
              .source = "At 10 % in HELM (Liang et al. 2023); averaged over all orders of equal scores. "
                        "Interval: Wilson "
                        "1927, widened since the threshold varies",
              .help = "Accuracy of the most certain samples",
              .params =
                  (const cal_param[]){{.name = "coverage",
                                       .help = "Fraction of samples that are answered, the most certain ones",
                                       .unit = "",
                                       .type = CAL_REAL,
                                       .value = 0.1,
                                       .min = 0,
                                       .max = 1,
                                       .open_min = true},
                                      CAL_CERTAINTY_PARAM,
                                      {.name = NULL}}},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_TOP,
    .on_request = true,
    .larger_is_better = true,
    .compute = compute,
    .interval = interval,
    .lacks = cal_selective_lacks,
};
