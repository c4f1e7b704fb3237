// Residuals c - a are smoothed by a Gaussian; the figure is the area under the absolute result. A narrower
// Gaussian finds more error, so the width is the fixed point: sigma = figure(sigma).
#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"
#include "catalog/scores/smooth/smooth.h"
#include "catalog/scores/smooth/relplot.h"

static cal_smooth_ece by_relplot(cal_arena *arena, const cal_scores *scores, double sigma) {
    if (sigma == 0) sigma = cal_relplot_width(arena, scores);
    return (cal_smooth_ece){cal_relplot_error(arena, scores, sigma), sigma};
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    double sigma = cal_choice_number(choice, "sigma");
    cal_smooth_ece found = cal_choice_integer(choice, "kernel") ? by_relplot(arena, scores, sigma)
                           : sigma > 0                          ? cal_smooth_error(arena, scores, sigma)
                                                                : cal_smooth_agreed(arena, scores);
    *out = (cal_figure){.value = found.value};
    cal_figure_part(out, "sigma", found.sigma);
}

const cal_metric cal_metric_smece = {
    .entry =
        {.id = "smece",
         .label = "Smooth ECE",
         .tex = "\\int_0^1 \\Big\\lvert \\frac1n\\sum_i (c_i - a_i)\\,K_\\sigma(t, c_i) \\Big\\rvert\\,"
                "\\mathrm dt,\\quad \\sigma = \\mathrm{smECE}_\\sigma",
         .source = "Blasiok and Nakkiran 2023, section 3; K is reflected at 0 and 1, so that every sample "
                   "has mass 1. Their package relplot halves that of samples at 0 and 1 "
                   "(kernel=relplot)",
         .help = "Calibration error with a Gaussian kernel instead of bins, as wide as the error is large",
         .params =
             (const cal_param[]){{.name = "sigma",
                                  .help = "Width of the Gaussian; 0 finds the width that equals the error",
                                  .type = CAL_REAL,
                                  .value = 0,
                                  .min = 0,
                                  .max = 1},
                                 CAL_SMOOTH_KERNEL,
                                 {.name = NULL}},
         .check = cal_smooth_check},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .compute = compute,
};
