#include "catalog/metric/metric.h"
#include "catalog/scores/debias.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    double sum = 0;
    if (!cal_figure_equal_width(out, arena, scores, cal_choice_integer(choice, "bins"), CAL_EDGES_RIGHT))
        return;
    for (int b = 0; b < out->bins; b++) {
        const cal_bin *bin = &out->bin[b];
        if (bin->count) sum += (double)bin->count / scores->n * cal_bin_debiased_gap(bin);
    }
    out->value = sum > 0 ? sum : 0;
    cal_figure_part(out, "signed", sum);
}

// The true error is that of ECE with the same bins.
static int gaps(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    cal_figure figure;
    compute(&figure, arena, scores, choice);
    return cal_figure_gaps(out, arena, &figure, scores, CAL_NORM_1);
}

const cal_metric cal_metric_ece_debias_l1 = {
    .entry = {.id = "ece_debias_l1",
              .label = "ECE, debiased",
              .tex =
                  "\\Big(\\sum_b \\frac{n_b}{n} \\Big[2\\,\\lvert g_b \\rvert - \\mathbb E\\,\\lvert g_b + "
                  "\\varepsilon_b \\rvert\\Big]\\Big)_+,\\quad g_b = \\mathrm{conf}_b - "
                  "\\mathrm{acc}_b,\\quad \\varepsilon_b \\sim \\mathcal N\\Big(0, "
                  "\\frac{\\mathrm{acc}_b (1 - \\mathrm{acc}_b)}{n_b}\\Big)",
              .source = "Kumar, Liang, Ma 2019, section 4, with p = 1 in the limit of infinitely many "
                        "resamples; the bins of ECE",
              .help = "ECE less its bias, as found by redrawing the accuracies of its bins; a mean of "
                      "absolute gaps, like ECE. Where the gaps are chance alone, a part of them remains",
              .params = (const cal_param[]){CAL_BINS_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .compute = compute,
    .gaps = gaps,
    .debiased = true,
};
