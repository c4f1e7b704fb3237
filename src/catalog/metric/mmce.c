#include "base/maths/maths.h"
#include "catalog/metric/metric.h"

// The Laplace kernel of two samples is a product over the gaps between them. So the weighted sum over all
// samples below follows from that of the previous sample, and one pass over the sorted samples is enough.
static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena;
    double width = cal_choice_number(choice, "width"), below = 0, sum = 0, before = 0;
    for (int at = 0; at < scores->n; at++) {
        int i = scores->order[at];
        double c = scores->confidence[i], r = c - scores->correct[i];
        if (c > before) below *= cal_exp((before - c) / width);
        sum += r * (r + 2 * below);
        below += r;
        before = c;
    }
    double square = sum / ((double)scores->n * scores->n);
    if (square < 0) square = 0; // rounding; the kernel is positive definite
    *out = (cal_figure){.value = cal_choice_integer(choice, "form") ? square : cal_sqrt(square)};
}

// The square is not a norm.
static int gaps(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)out, (void)arena, (void)scores;
    return cal_choice_integer(choice, "form") ? CAL_NO_TRUTH : 0;
}

const cal_metric cal_metric_mmce = {
    .entry = {.id = "mmce",
              .label = "Maximum mean calibration error",
              .tex = "\\Big(\\frac1{n^2}\\sum_{i,j} (c_i - a_i)(c_j - a_j)\\,"
                     "e^{-\\lvert c_i - c_j \\rvert / w}\\Big)^{1/2}",
              .source = "Kumar, Sarawagi, Jain 2018, equation 3, with the Laplace kernel of their code",
              .help = "Calibration error with a Laplace kernel instead of bins",
              .params = (const cal_param[]){{.name = "width",
                                             .help = "Width w of the Laplace kernel",
                                             .type = CAL_REAL,
                                             .value = 0.4,
                                             .min = 0.001,
                                             .max = 100},
                                            {.name = "form",
                                             .help = "The root, or the square as published code has it",
                                             .type = CAL_CHOICE,
                                             .choices = "root/squared"},
                                            {.name = NULL}}},
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .compute = compute,
    .gaps = gaps,
};
