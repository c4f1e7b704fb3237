#include "base/maths/maths.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/debias.h"
#include "catalog/scores/figures.h"

// A bin's contribution to the mean squared gap: the squared gap less the variance of its accuracy, which
// cannot be estimated from one sample.
static double square(const cal_bin *bin, bool debias) {
    double gap = bin->confidence - bin->accuracy;
    if (!debias) return gap * gap;
    return bin->count < 2 ? 0 : gap * gap - bin->accuracy * (1 - bin->accuracy) / (bin->count - 1);
}

static double magnitude(const cal_bin *bin, bool debias) {
    return debias ? cal_bin_debiased_gap(bin) : __builtin_fabs(bin->confidence - bin->accuracy);
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    int bins = cal_choice_integer(choice, "bins");
    bool debias = cal_choice_integer(choice, "debias") == 0,
         squared = cal_choice_integer(choice, "norm") == 0;
    if (cal_choice_integer(choice, "edges")
            ? !cal_figure_equal_width(out, arena, scores, bins, CAL_EDGES_RIGHT)
            : !cal_figure_equal_mass(out, arena, scores, NULL, bins, CAL_MASS_TIES))
        return;
    double sum = 0;
    for (int b = 0; b < out->bins; b++) {
        const cal_bin *bin = &out->bin[b];
        if (bin->count)
            sum += (double)bin->count / scores->n * (squared ? square(bin, debias) : magnitude(bin, debias));
    }
    out->value = !squared ? sum : sum > 0 ? cal_sqrt(sum) : 0;
    if (squared) cal_figure_part(out, "signed_square", sum);
}

const cal_metric cal_metric_ece_debias = {
    .entry = {.id = "ece_debias",
              .label = "RMS calibration error, debiased",
              .tex = "\\Big(\\sum_b \\frac{n_b}{n} \\Big[(\\mathrm{conf}_b - \\mathrm{acc}_b)^2 - "
                     "\\frac{\\mathrm{acc}_b (1 - \\mathrm{acc}_b)}{n_b - 1}\\Big]\\Big)_+^{1/2}",
              .source = "Kumar, Liang, Ma 2019, definition 4.1; bins of equal mass that keep equal "
                        "confidences together, as in their code",
              .help = "Root mean square (RMS) of the gaps, less the bias from having few samples in a bin. "
                      "ECE is a mean of absolute gaps: compare it with ece_debias_l1",
              .params = (const cal_param[]){CAL_BINS_PARAM,
                                            {.name = "edges",
                                             .help = "Bins of equal mass, or of equal width",
                                             .type = CAL_CHOICE,
                                             .choices = "mass/width"},
                                            {.name = "norm",
                                             .help = "The root of the mean squared gap, or the mean gap less "
                                                     "the bias that redrawn accuracies show",
                                             .type = CAL_CHOICE,
                                             .choices = "2/1"},
                                            {.name = "debias",
                                             .help = "Whether the bias is subtracted",
                                             .type = CAL_CHOICE,
                                             .choices = "yes/no"},
                                            {.name = NULL}}},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .compute = compute,
    .gaps = cal_figure_no_gaps,
};
