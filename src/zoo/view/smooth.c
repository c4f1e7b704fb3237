// The curve is the kernel regression of right or wrong on the confidence, with the width that smooth ECE
// finds. Where the Gaussian weighs less than one whole sample there is no curve. A Gaussian with weights w
// counts as many samples as (sum w)^2 / sum w^2, which is the root of 2 times their sum over the largest
// where samples lie evenly: the interval is Wilson's for so many.
#include "zoo/proportion.h"
#include "zoo/smooth.h"
#include "zoo/view.h"

static const double root_2 = 1.41421356237309515, root_2pi = 2.506628274631000502;

static void add_row(cal_table *out, double t, const cal_smoothed *at, double sigma, int n) {
    const double none = __builtin_nan("");
    double weight = at->count * sigma * root_2pi, samples = root_2 * weight;
    double density = at->count / n, low = none, high = none, accuracy = none;
    if (weight >= 1) {
        accuracy = at->value / at->count;
        if (accuracy > 1) accuracy = 1; // but for rounding it is not
        cal_wilson(&low, &high, accuracy, samples);
    }
    out->row(out->to, (double[]){t, accuracy, low, high, density, samples});
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores;
    bool cut = cal_choice_integer(choice, "kernel") == 0;
    int points = cal_choice_integer(choice, "points");
    double sigma = cal_choice_number(choice, "sigma");
    cal_smoothed *at = cal_arena_alloc(arena, (size_t)points * sizeof *at);
    if (sigma == 0) sigma = cal_smooth_width(arena, s, cut);
    double error = cal_smooth_error(arena, s, sigma, cut);
    if (at) cal_smooth(at, points, arena, s, &(cal_smoothing){.sigma = sigma, .cut = cut});
    if (arena->refused) return;
    out->begin(out->to, points);
    for (int i = 0; i < points; i++) add_row(out, (double)i / (points - 1), &at[i], sigma, s->n);
    cal_table_fact(out, "sigma", sigma);
    cal_table_fact(out, "smece", error);
}

const cal_view cal_view_smooth = {
    .entry = {.id = "smooth",
              .label = "Smooth reliability",
              .tex = "\\hat\\mu(t) = \\frac{\\sum_i K_\\sigma(t, c_i)\\, a_i}{\\sum_i K_\\sigma(t, c_i)}",
              .source = "Blasiok and Nakkiran 2023, section 3; mesh and width as their package relplot",
              .help = "How often the network is right over its confidence, without bins",
              .params = (const cal_param[]){{.name = "points",
                                             .help = "Confidences from 0 to 1 at which the curve is computed",
                                             .unit = "points",
                                             .type = CAL_INTEGER,
                                             .value = 201,
                                             .min = 2,
                                             .max = 10001},
                                            {.name = "sigma",
                                             .help = "Width of the Gaussian; 0 takes that of smooth ECE",
                                             .type = CAL_REAL,
                                             .value = 0,
                                             .min = 0,
                                             .max = 1},
                                            CAL_SMOOTH_KERNEL,
                                            {.name = NULL}},
              .check = cal_smooth_check},
    .columns = (const cal_column[]){{"confidence", "Confidence", "%"},
                                    {"accuracy", "Smoothed share that is right", "%"},
                                    {"interval_low", "95 % from", "%"},
                                    {"interval_high", "95 % to", "%"},
                                    {"density", "Density of confidences", ""},
                                    {"samples", "Samples that count here", ""},
                                    {NULL}},
    .build = build,
};
