#include "catalog/metric/metric.h"
#include "catalog/scores/binary/binary.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    int n;
    (void)choice;
    const double *error = cal_binary_smooth_errors(&n, arena, s);
    *out = (cal_figure){.value = error ? cal_sorted_quantile(error, n, 0.9) : 0};
}

const cal_metric cal_metric_e90 = {
    .entry = {.id = "e90",
              .label = "90th percentile of the calibration error",
              .tex = "Q_{0.9}\\,\\lvert p_i - \\hat o(p_i)\\rvert",
              .source =
                  "Harrell 2015 (rms::val.prob); Austin and Steyerberg 2019; smoothed by lowess with span "
                  "2/3 and no robustness steps",
              .help = "The distance between the probability and the smoothed outcome (lowess) that a tenth "
                      "of the samples exceed"},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_BINARY,
    .headline = false,
    .compute = compute,
    .gaps = cal_figure_no_gaps,
};
