#include "catalog/metric/metric.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    int64_t taken = 0, found = 0, positives = 0;
    double sum = 0;
    (void)arena, (void)choice;
    for (int i = 0; i < s->n; i++) positives += s->correct[i];
    for (int i = s->n; i > 0;) { // from the largest probability; equal ones are taken together
        const double p = s->confidence[s->order[i - 1]];
        const int64_t before = found;
        for (; i > 0 && s->confidence[s->order[i - 1]] == p; i--)
            taken++, found += s->correct[s->order[i - 1]];
        sum += (double)(found - before) * ((double)found / (double)taken);
    }
    *out = (cal_figure){.value = positives ? sum / (double)positives : __builtin_nan("")};
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
    .compute = compute,
};
