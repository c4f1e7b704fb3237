#include "catalog/metric/metric.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    cal_edges edges = (cal_edges)cal_choice_integer(choice, "edges");
    if (cal_figure_equal_width(out, arena, scores, cal_choice_integer(choice, "bins"), edges))
        out->value = cal_bins_norm(out->bin, out->bins, cal_scores_total(scores),
                                   (cal_norm)cal_choice_integer(choice, "norm"));
}

static int gaps(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    cal_figure figure;
    compute(&figure, arena, scores, choice);
    return cal_figure_gaps(out, arena, &figure, scores, (cal_norm)cal_choice_integer(choice, "norm"));
}

const cal_metric cal_metric_ece = {
    .entry = {.id = "ece",
              .label = "Expected calibration error",
              .tex = "\\sum_{b=1}^M \\frac{n_b}{n}\\,\\lvert \\mathrm{conf}_b - \\mathrm{acc}_b \\rvert",
              .source = "Naeini, Cooper, Hauskrecht 2015; Guo et al. 2017, equation 3; bins (i/M, (i+1)/M]",
              .help = "Average gap between confidence and accuracy over bins of equal width",
              .params = (const cal_param[]){CAL_BINS_PARAM, CAL_EDGES_PARAM, CAL_NORM_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .headline = true,
    .each_epoch = true,
    .weighted = true,
    .compute = compute,
    .gaps = gaps,
};
