#include "catalog/metric/metric.h"
#include "catalog/scores/certainty/selective.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_selective curve;
    const bool known = cal_selective_of(&curve, arena, s, choice);
    *out = (cal_figure){.value = known ? cal_selective_coverage(&curve, cal_choice_number(choice, "risk"))
                                       : __builtin_nan("")};
}

static void interval(double *low, double *high, cal_arena *arena, const cal_scores *s,
                     const cal_choice *choice) {
    cal_selective curve;
    *low = *high = __builtin_nan("");
    if (cal_selective_of(&curve, arena, s, choice))
        cal_selective_coverage_interval(low, high, &curve, cal_choice_number(choice, "risk"));
}

const cal_metric cal_metric_coverage_at_risk = {
    .entry =
        {.id = "coverage_at_risk",
         .label = "Coverage at a given risk",
         .tex = "\\max\\{m/n : \\tfrac1m\\sum_{i \\le m} \\mathbf 1[\\hat y_i \\ne y_i] \\le "
                "r\\},\\quad c_1 \\ge c_2 \\ge \\dots",
         .source =
             "Geifman and El-Yaniv 2017; cut between different scores only. Interval: all thresholds that a "
             "95 % band of the errors leaves possible",
         .help = "Largest fraction of samples that can be answered alone with at most this error, as "
                 "seen on these samples",
         .params = (const cal_param[]){CAL_RISK_PARAM, CAL_CERTAINTY_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_TOP,
    .on_request = true,
    .larger_is_better = true,
    .compute = compute,
    .lacks = cal_selective_lacks,
    .interval = interval,
};
