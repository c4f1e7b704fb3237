#include "catalog/metric/metric.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    cal_edges edges = (cal_edges)cal_choice_integer(choice, "edges");
    if (cal_figure_equal_width(out, arena, scores, cal_choice_integer(choice, "bins"), edges))
        out->value = cal_bins_norm(out->bin, out->bins, cal_scores_total(scores), CAL_NORM_MAX);
}

const cal_metric cal_metric_mce = {
    .entry = {.id = "mce",
              .label = "Maximum calibration error",
              .tex = "\\max_{b:\\,n_b > 0} \\lvert \\mathrm{conf}_b - \\mathrm{acc}_b \\rvert",
              .source = "Naeini, Cooper, Hauskrecht 2015; Guo et al. 2017, equation 5; bins (i/M, (i+1)/M]",
              .help =
                  "Largest gap between confidence and accuracy of any bin; a bin of one sample can set it",
              .params = (const cal_param[]){CAL_BINS_PARAM, CAL_EDGES_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .headline = true,
    .each_epoch = true,
    .weighted = true,
    .compute = compute,
    .gaps = cal_figure_no_gaps,
};
