// The curve is the kernel regression of right or wrong on the confidence, with the width that smooth ECE
// finds. It is left out where the Gaussian's weights sum to less than one sample. A Gaussian with weights w
// counts as `(sum w)^2 / sum w^2` samples, also at the ends, where a sample's mirror image is not a second
// one. The interval is Wilson's for this number.
#include "catalog/scores/proportion.h"
#include "catalog/scores/smooth/smooth.h"
#include "catalog/scores/smooth/relplot.h"
#include "catalog/view/view.h"

static const double root_2 = 1.41421356237309515, root_2pi = 2.506628274631000502;
static const double least = 0.001; // a curve needs a width even without an error

static void add_row(cal_table *out, double t, const cal_smoothed *at, int n) {
    const double none = __builtin_nan("");
    double low = none, high = none, accuracy = none;
    if (at->weight >= 1) {
        accuracy = at->right / at->count;
        accuracy = accuracy < 0 ? 0 : accuracy > 1 ? 1 : accuracy; // only by rounding
        cal_wilson(&low, &high, accuracy, at->samples);
    }
    out->row(out->to, (double[]){t, accuracy, low, high, at->count / n, at->samples});
}

static cal_smooth_ece find(cal_arena *arena, const cal_scores *s, double sigma, bool relplot) {
    if (relplot) {
        if (sigma == 0) sigma = cal_relplot_width(arena, s);
        return (cal_smooth_ece){cal_relplot_error(arena, s, sigma), sigma};
    }
    return sigma > 0 ? cal_smooth_error(arena, s, sigma) : cal_smooth_agreed(arena, s);
}

// Their package has sums of weights, not numbers of samples. If samples are evenly spaced, (sum w)^2 / sum
// w^2 is sqrt(2) times the weights' sum over the largest.
static void draw_relplot(cal_smoothed *at, int points, cal_arena *arena, const cal_scores *s, double sigma) {
    cal_relplot_sums *sums = cal_arena_alloc(arena, (size_t)points * sizeof *sums);
    if (sums) cal_relplot_smooth(sums, points, arena, s, sigma, false);
    for (int i = 0; i < points && !arena->refused; i++) {
        double weight = sums[i].count * sigma * root_2pi;
        at[i] = (cal_smoothed){sums[i].value, sums[i].count, weight, root_2 * weight};
    }
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores;
    bool relplot = cal_choice_integer(choice, "kernel") == 1;
    int points = cal_choice_integer(choice, "points");
    cal_smoothed *at = cal_arena_alloc(arena, (size_t)points * sizeof *at);
    cal_smooth_ece found = find(arena, s, cal_choice_number(choice, "sigma"), relplot);
    if (found.sigma < least && cal_choice_number(choice, "sigma") == 0) found.sigma = least;
    if (at) (relplot ? draw_relplot : cal_smooth_curve)(at, points, arena, s, found.sigma);
    if (arena->refused) return;
    out->begin(out->to, points);
    for (int i = 0; i < points; i++) add_row(out, (double)i / (points - 1), &at[i], s->n);
    cal_table_fact(out, "sigma", found.sigma);
    cal_table_fact(out, "smece", found.value);
}

const cal_view cal_view_smooth = {
    .entry = {.id = "smooth",
              .label = "Smooth reliability",
              .tex = "\\hat\\mu(t) = \\frac{\\sum_i K_\\sigma(t, c_i)\\, a_i}{\\sum_i K_\\sigma(t, c_i)}",
              .source = "Blasiok and Nakkiran 2023, section 3; K is reflected at 0 and 1",
              .help = "Accuracy as a smooth function of the confidence, without bins",
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
                                    {"accuracy", "Smoothed accuracy", "%"},
                                    {"interval_low", "95 % from", "%"},
                                    {"interval_high", "95 % to", "%"},
                                    {"density", "Density of confidences", ""},
                                    {"samples", "Samples that count here", ""},
                                    {NULL}},
    .each_label = true,
    .needs = CAL_VIEW_NEEDS_TOP,
    .build = build,
};
