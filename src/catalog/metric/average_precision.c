#include "catalog/metric/metric.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    double taken = 0, found = 0, positives = 0, sum = 0;
    (void)arena, (void)choice;
    for (int i = 0; i < s->n; i++) positives += cal_scores_weight(s, i) * s->correct[i];
    for (int i = s->n; i > 0;) { // from the largest probability down; equal ones together
        const double p = s->confidence[s->order[i - 1]];
        const double before = found;
        for (; i > 0 && s->confidence[s->order[i - 1]] == p; i--) {
            const double weight = cal_scores_weight(s, s->order[i - 1]);
            taken += weight, found += weight * s->correct[s->order[i - 1]];
        }
        sum += (found - before) * (found / taken);
    }
    *out = (cal_figure){.value = positives > 0 ? sum / positives : __builtin_nan("")};
}

const cal_metric cal_metric_average_precision = {
    .entry = {.id = "average_precision",
              .label = "Average precision",
              .tex = "\\sum_k (R_k - R_{k-1})\\,P_k",
              .source =
                  "Area under the precision-recall curve as a sum over thresholds, without interpolation "
                  "(scikit-learn's average_precision_score)",
              .help =
                  "Mean precision over the thresholds, each weighted by the recall that it adds; guessing "
                  "gives the rate of the positive class"},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_BINARY,
    .larger_is_better = true,
    .weighted = true,
    .compute = compute,
};
