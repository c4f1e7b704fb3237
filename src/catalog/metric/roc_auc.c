#include "base/maths/maths.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/binary/binary.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)arena, (void)choice;
    *out = (cal_figure){.value = cal_binary_roc(s).area};
}

static void interval(double *low, double *high, cal_arena *arena, const cal_scores *s,
                     const cal_choice *choice) {
    const cal_roc_area roc = cal_binary_roc(s);
    const double reach = 1.959963984540054 * cal_sqrt(roc.variance);
    (void)arena, (void)choice;
    *low = roc.area - reach < 0 ? 0 : roc.area - reach;
    *high = roc.area + reach > 1 ? 1 : roc.area + reach;
}

const cal_metric cal_metric_roc_auc = {
    .entry = {.id = "roc_auc",
              .label = "Area under the ROC curve",
              .tex = "P(p^+ > p^-) + \\tfrac12 P(p^+ = p^-)",
              .source = "Hanley and McNeil 1982; interval as DeLong, DeLong and Clarke-Pearson 1988",
              .help =
                  "How often a positive sample gets a higher probability than a negative one, ties half: 50 "
                  "% is guessing. It says nothing about calibration"},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_BINARY,
    .headline = true,
    .larger_is_better = true,
    .weighted = true,
    .compute = compute,
    .interval = interval,
};
