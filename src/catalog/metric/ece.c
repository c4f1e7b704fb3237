#include "catalog/metric/metric.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

static cal_norm norm_of(const cal_choice *choice) { return (cal_norm)cal_choice_integer(choice, "norm"); }

// Bins of [1/k, 1], each compared with a fixed confidence. As in pycalib, these are spaced equally from
// 1/k + 1/2M to 1 - 1/2M, which is the midpoint of each bin only if 1/k is 0.
static void by_midpoint(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const cal_edges edges = (cal_edges)cal_choice_integer(choice, "edges");
    const int bins = cal_choice_integer(choice, "bins");
    cal_binning in = {.bins = bins + (edges == CAL_EDGES_EXTRA),
                      .n = s->n,
                      .confidence = s->confidence,
                      .correct = s->correct,
                      .weight = s->weight,
                      .edges = edges,
                      .low = s->positive || s->k < 2 ? 0 : 1.0 / s->k};
    *out = (cal_figure){.value = __builtin_nan("")};
    out->bin = cal_arena_alloc(arena, (size_t)in.bins * sizeof *out->bin);
    cal_bin *at = cal_arena_alloc(arena, (size_t)in.bins * sizeof *at);
    if (arena->refused) return;
    out->bins = cal_bins_equal_width(out->bin, &in);
    const double step = bins > 1 ? (1 - in.low - 1.0 / bins) / (bins - 1) : 0;
    for (int b = 0; b < in.bins; b++) {
        at[b] = out->bin[b];
        if (b < bins) at[b].confidence = in.low + 0.5 / bins + b * step;
    }
    out->value = cal_bins_norm(at, in.bins, cal_scores_total(s), norm_of(choice));
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    const cal_edges edges = (cal_edges)cal_choice_integer(choice, "edges");
    if (cal_choice_integer(choice, "against")) by_midpoint(out, arena, scores, choice);
    else if (cal_figure_equal_width(out, arena, scores, cal_choice_integer(choice, "bins"), edges))
        out->value = cal_bins_norm(out->bin, out->bins, cal_scores_total(scores), norm_of(choice));
}

// Fixed confidences are not those of the samples, so that a gap to them is not a sum of residuals.
static int gaps(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    cal_figure figure;
    if (cal_choice_integer(choice, "against")) return cal_figure_no_gaps(out, arena, scores, choice);
    compute(&figure, arena, scores, choice);
    return cal_figure_gaps(out, arena, &figure, scores, norm_of(choice));
}

const cal_metric cal_metric_ece = {
    .entry = {.id = "ece",
              .label = "Expected calibration error",
              .tex = "\\sum_{b=1}^M \\frac{n_b}{n}\\,\\lvert \\mathrm{conf}_b - \\mathrm{acc}_b \\rvert",
              .source = "Naeini, Cooper, Hauskrecht 2015; Guo et al. 2017, equation 3; bins (i/M, (i+1)/M]",
              .help = "Average gap between confidence and accuracy over bins of equal width",
              .params = (const cal_param[]){CAL_BINS_PARAM,
                                            CAL_EDGES_PARAM,
                                            CAL_NORM_PARAM,
                                            {.name = "against",
                                             .help = "What a bin's accuracy is compared with: the mean "
                                                     "confidence of its samples, or a fixed confidence, as "
                                                     "in pycalib, whose bins cover 1/k to 1",
                                             .type = CAL_CHOICE,
                                             .choices = "mean/midpoint"},
                                            {.name = NULL}}},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .headline = true,
    .each_epoch = true,
    .weighted = true,
    .compute = compute,
    .gaps = gaps,
};
