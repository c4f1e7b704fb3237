// Residuals c - a are smoothed by a Gaussian; the figure is the mean of the absolute result where there are
// samples. A narrower Gaussian sees more, so the width is where both agree: sigma = figure(sigma).
#include "zoo/metric_parts.h"
#include "zoo/smooth.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    bool cut = cal_choice_integer(choice, "kernel") == 0;
    double sigma = cal_choice_number(choice, "sigma");
    if (sigma == 0) sigma = cal_smooth_width(arena, scores, cut);
    *out = (cal_figure){.value = cal_smooth_error(arena, scores, sigma, cut)};
    cal_figure_part(out, "sigma", sigma);
}

const cal_metric cal_metric_smece = {
    .entry = {.id = "smece",
              .label = "Smooth ECE",
              .tex = "\\int \\lvert (r * K_\\sigma)(t) \\rvert\\,\\mathrm dt,\\quad "
                     "r = \\frac1n\\sum_i (c_i - a_i)\\,\\delta_{c_i},\\quad"
                     "\\sigma = \\mathrm{smECE}_\\sigma",
              .source = "Blasiok and Nakkiran 2023, as their package relplot computes it",
              .help = "Calibration error with a Gaussian instead of bins, as wide as the error is large",
              .params = (const cal_param[]){{.name = "sigma",
                                             .help = "Width of the Gaussian; 0 finds the one that agrees",
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
