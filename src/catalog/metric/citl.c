#include "catalog/metric/metric.h"
#include "catalog/scores/binary/binary.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)choice;
    double b[2], p = 0, y = 0;
    const int left = cal_binary_cox(b, arena, s, true);
    for (int i = 0; i < s->n; i++) {
        const double weight = cal_scores_weight(s, i);
        p += weight * s->confidence[i], y += weight * s->correct[i];
    }
    *out = (cal_figure){.value = b[0], .note = cal_binary_cox_note(b[0], s, true)};
    cal_figure_part(out, "expected", p / cal_scores_total(s));
    cal_figure_part(out, "observed", y / cal_scores_total(s));
    if (left) cal_figure_part(out, "left_out", left);
}

const cal_metric cal_metric_citl = {
    .entry = {.id = "citl",
              .label = "Calibration-in-the-large",
              .tex = "\\operatorname{logit} P(y = 1) = a + \\operatorname{logit} p",
              .source = "Cox 1958; Steyerberg 2019, chapter 15: the intercept with the slope held at 1",
              .help = "By how much the log odds are too low on the whole: 0 is ideal, below 0 the mean "
                      "probability is higher than the rate of the positive class"},
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_BINARY,
    .two_sided = true,
    .headline = true,
    .weighted = true,
    .compute = compute,
};
