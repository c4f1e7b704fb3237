#include "catalog/metric/metric.h"
#include "catalog/scores/binary/binary.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)choice;
    double b[2];
    const int left = cal_binary_cox(b, arena, s, false);
    *out = (cal_figure){.value = b[1], .note = cal_binary_cox_note(b[1], s, false)};
    if (left) cal_figure_part(out, "left_out", left);
}

const cal_metric cal_metric_cox_slope = {
    .entry = {.id = "cox_slope",
              .label = "Calibration slope",
              .tex = "\\operatorname{logit} P(y = 1) = a + b\\,\\operatorname{logit} p,\\quad b",
              .source = "Cox 1958; Steyerberg 2019, chapter 15; fitted together with the intercept",
              .help =
                  "Slope of a logistic regression of the outcome on the log odds: 1 is ideal, below 1 the "
                  "probabilities are too extreme, above 1 too timid"},
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_BINARY,
    .two_sided = true,
    .headline = true,
    .weighted = true,
    .compute = compute,
};
