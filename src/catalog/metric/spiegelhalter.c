#include "base/maths/maths.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/binary/tail.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)arena, (void)choice;
    double sum = 0, variance = 0;
    for (int i = 0; i < s->n; i++) {
        const double p = s->confidence[i], tilt = 1 - 2 * p;
        sum += (s->correct[i] - p) * tilt;
        variance += tilt * tilt * p * (1 - p);
    }
    *out = (cal_figure){.value = variance > 0 ? sum / cal_sqrt(variance) : __builtin_nan("")};
    cal_figure_part(out, "p_value", cal_normal_beyond(out->value));
}

const cal_metric cal_metric_spiegelhalter = {
    .entry = {.id = "spiegelhalter",
              .label = "Spiegelhalter's z",
              .tex =
                  "z = \\frac{\\sum_i (y_i - p_i)(1 - 2 p_i)}{\\sqrt{\\sum_i (1 - 2 p_i)^2 p_i (1 - p_i)}}",
              .source = "Spiegelhalter 1986",
              .help = "Whether the Brier score is further from its expected value than chance allows, if the "
                      "probabilities are right: a standard normal z, with a two-sided p value"},
    .kind = CAL_TEST,
    .needs = CAL_NEEDS_BINARY,
    .two_sided = true,
    .compute = compute,
};
