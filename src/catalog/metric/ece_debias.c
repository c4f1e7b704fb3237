#include "base/maths/maths.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/debias.h"
#include "catalog/scores/figures.h"
#include "catalog/scores/noncentral.h"

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

static bool make_bins(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    const int bins = cal_choice_integer(choice, "bins");
    return cal_choice_integer(choice, "edges")
               ? cal_figure_equal_width(out, arena, scores, bins, CAL_EDGES_RIGHT)
               : cal_figure_equal_mass(out, arena, scores, NULL, bins, CAL_MASS_TIES);
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    bool debias = cal_choice_integer(choice, "debias") == 0,
         squared = cal_choice_integer(choice, "norm") == 0;
    if (!make_bins(out, arena, scores, choice)) return;
    double sum = 0;
    for (int b = 0; b < out->bins; b++) {
        const cal_bin *bin = &out->bin[b];
        if (bin->count)
            sum += (double)bin->count / scores->n * (squared ? square(bin, debias) : magnitude(bin, debias));
    }
    out->value = !squared ? sum : sum > 0 ? cal_sqrt(sum) : 0;
    if (squared) cal_figure_part(out, "signed_square", sum);
}

// The variance of one outcome of a bin. The mean confidence counts as one more outcome, so that the variance
// is not 0 if all are right.
static double variance_of(const cal_bin *bin) {
    const double rate = (bin->accuracy * bin->count + bin->confidence) / (bin->count + 1);
    return rate * (1 - rate);
}

// n times the mean squared gap is a sum of noncentral chi-squared variables, one per bin, each times the
// variance of an outcome. A multiple of one such variable approximates it, with the mean and the variance of
// a calibrated model (Satterthwaite 1946). For large n this has both limits of Sun et al. 2024. The noise of
// a calibrated model is of order 1/n, else it is normal and of order 1/sqrt(n). A value more than one
// standard deviation below its mean by luck is treated like one that is one below.
static void truth(double *low, double *high, cal_arena *arena, const cal_scores *scores,
                  const cal_choice *choice) {
    cal_figure figure;
    double variance = 0, square_sum = 0, sum = 0;
    *low = *high = __builtin_nan("");
    if (cal_choice_integer(choice, "norm") || !make_bins(&figure, arena, scores, choice)) return;
    for (int b = 0; b < figure.bins; b++) {
        const cal_bin *bin = &figure.bin[b];
        if (bin->count < 2) continue;
        const double one = variance_of(bin);
        variance += one, square_sum += one * one;
        sum += bin->count * square(bin, true);
    }
    if (!(variance > 0)) return; // all confidences are 0 or 1, and right
    const double unit = square_sum / variance, degrees = variance / unit,
                 least = degrees - cal_sqrt(2 * degrees), value = sum / unit + degrees;
    const double x = value > least ? value : least > 0 ? least : 0, scale = unit / scores->n;
    *low = cal_sqrt(scale * cal_noncentral_shift(x, degrees, 1.959963984540054));
    *high = cal_sqrt(scale * cal_noncentral_shift(x, degrees, -1.959963984540054));
    if (*high > 1) *high = 1;
    if (*low > *high) *low = *high;
}

const cal_metric cal_metric_ece_debias = {
    .entry = {.id = "ece_debias",
              .label = "RMS calibration error, debiased",
              .tex = "\\Big(\\sum_b \\frac{n_b}{n} \\Big[(\\mathrm{conf}_b - \\mathrm{acc}_b)^2 - "
                     "\\frac{\\mathrm{acc}_b (1 - \\mathrm{acc}_b)}{n_b - 1}\\Big]\\Big)_+^{1/2}",
              .source =
                  "Kumar, Liang, Ma 2019, definition 4.1; bins of equal mass that keep equal "
                  "confidences together, as in their code; interval of the true error by both limits of Sun "
                  "et al. 2024, joined by a noncentral chi-squared distribution",
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
    .truth = truth,
};
