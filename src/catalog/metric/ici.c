#include "catalog/metric/metric.h"
#include "catalog/scores/binary/binary.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    int n;
    (void)choice;
    const double *error = cal_binary_smooth_errors(&n, arena, s);
    double sum = 0;
    for (int i = 0; error && i < n; i++) sum += error[i];
    *out = (cal_figure){.value = sum / n};
    if (error) cal_figure_part(out, "largest", error[n - 1]);
}

const cal_metric cal_metric_ici = {
    .entry = {.id = "ici",
              .label = "Integrated calibration index",
              .tex = "\\frac1n\\sum_i \\lvert p_i - \\hat o(p_i)\\rvert",
              .source =
                  "Harrell 2015 (rms::val.prob); Austin and Steyerberg 2019; smoothed by lowess with span "
                  "2/3 and no robustness steps",
              .help = "Mean distance between the probability and the smoothed outcome (lowess)"},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_BINARY,
    .headline = true,
    .compute = compute,
    .gaps = cal_figure_no_gaps,
};
