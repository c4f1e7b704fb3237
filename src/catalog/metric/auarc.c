#include "catalog/metric/metric.h"
#include "catalog/scores/certainty/selective.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_selective curve;
    const bool known = cal_selective_of(&curve, arena, s, choice);
    *out = (cal_figure){.value = known ? 1 - cal_selective_aurc(&curve) : __builtin_nan("")};
}

const cal_metric cal_metric_auarc = {
    .entry = {.id = "auarc",
              .label = "Area under the accuracy-rejection curve",
              .tex = "1 - \\mathrm{AURC}",
              .source = "Nadeem, Zucker and Hanczar 2009; averaged over all orders of equal scores",
              .help = "Mean accuracy of the most certain samples, over how many of them are answered: larger "
                      "is better",
              .params = (const cal_param[]){CAL_CERTAINTY_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_TOP,
    .larger_is_better = true,
    .on_request = true,
    .compute = compute,
    .lacks = cal_selective_lacks,
};
