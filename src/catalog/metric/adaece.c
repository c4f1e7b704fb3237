#include "catalog/metric/metric.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    cal_mass mass = (cal_mass)cal_choice_integer(choice, "edges");
    if (cal_figure_equal_mass(out, arena, scores, NULL, cal_choice_integer(choice, "bins"), mass))
        out->value =
            cal_bins_norm(out->bin, out->bins, scores->n, (cal_norm)cal_choice_integer(choice, "norm"));
}

static int gaps(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    cal_figure figure;
    compute(&figure, arena, scores, choice);
    const int count =
        cal_figure_gaps(out, arena, &figure, scores, (cal_norm)cal_choice_integer(choice, "norm"));
    // A tie that an edge cuts is shared between its bins, rather than split by the order of its samples.
    for (int b = 0; b < count; b++)
        (*out)[b].residual = (figure.bin[b].confidence - figure.bin[b].accuracy) * (*out)[b].size;
    return count;
}

const cal_metric cal_metric_adaece = {
    .entry = {.id = "adaece",
              .label = "Adaptive calibration error",
              .tex = "\\sum_{b=1}^M \\frac{n_b}{n}\\,\\lvert \\mathrm{conf}_b - \\mathrm{acc}_b \\rvert",
              .source = "Nguyen and O'Connor 2015; sorted by confidence and cut as numpy's array_split does",
              .help = "Average gap between confidence and accuracy over bins with equally many samples",
              .params = (const cal_param[]){CAL_BINS_PARAM, CAL_MASS_PARAM, CAL_NORM_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .headline = true,
    .each_epoch = true,
    .compute = compute,
    .gaps = gaps,
};
