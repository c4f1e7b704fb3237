#include "catalog/metric/metric.h"
#include "catalog/scores/binary/binary.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)choice;
    double b[2];
    const int left = cal_binary_cox(b, arena, s, false);
    *out = (cal_figure){.value = b[0], .note = cal_binary_cox_note(b[0], s, false)};
    if (left) cal_figure_part(out, "left_out", left);
}

const cal_metric cal_metric_cox_intercept = {
    .entry = {.id = "cox_intercept",
              .label = "Calibration intercept",
              .tex = "\\operatorname{logit} P(y = 1) = a + b\\,\\operatorname{logit} p,\\quad a",
              .source = "Cox 1958; Steyerberg 2019, chapter 15; fitted together with the slope",
              .help =
                  "Intercept of a logistic regression of the outcome on the log odds, with its slope: 0 is "
                  "ideal. Whether probabilities are too high or too low on the whole is said by citl"},
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_BINARY,
    .two_sided = true,
    .weighted = true,
    .compute = compute,
};
