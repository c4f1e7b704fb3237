#include "catalog/metric/metric.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

static double term(const cal_scores *s, int i, const cal_choice *choice) {
    (void)choice;
    const double gap = s->confidence[i] - s->correct[i];
    return gap * gap;
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)arena;
    double sum = 0;
    for (int i = 0; i < s->n; i++) sum += cal_scores_weight(s, i) * term(s, i, choice);
    *out = (cal_figure){.value = sum / cal_scores_total(s)};
}

// The remaining part, `within`, comes from probabilities that differ within a bin; it may be negative.
static void detail(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_figure binned;
    const double total = cal_scores_total(s);
    double reliability = 0, resolution = 0, rate = 0;
    if (!cal_figure_equal_width(&binned, arena, s, cal_choice_integer(choice, "bins"), CAL_EDGES_RIGHT))
        return;
    for (int i = 0; i < s->n; i++) rate += cal_scores_weight(s, i) * s->correct[i];
    rate /= total;
    for (int b = 0; b < binned.bins; b++) {
        const cal_bin *bin = &binned.bin[b];
        if (!bin->count) continue;
        const double part = cal_bins_mass(bin) / total, gap = bin->confidence - bin->accuracy;
        const double above = bin->accuracy - rate;
        reliability += part * gap * gap, resolution += part * above * above;
    }
    const double uncertainty = rate * (1 - rate);
    cal_figure_part(out, "reliability", reliability);
    cal_figure_part(out, "resolution", resolution);
    cal_figure_part(out, "uncertainty", uncertainty);
    cal_figure_part(out, "within", out->value - (reliability - resolution + uncertainty));
}

const cal_metric cal_metric_binary_brier = {
    .entry = {.id = "binary_brier",
              .label = "Brier score of the positive class",
              .tex = "\\frac1n\\sum_i (p_i - y_i)^2 = \\mathrm{REL} - \\mathrm{RES} + \\mathrm{UNC}",
              .source = "Brier 1950, halved to one class: between 0 and 1; decomposed as in Murphy 1973 over "
                        "bins of equal width, with the spread within bins of Stephenson et al. 2008",
              .help = "Mean squared distance between the probability of the positive class and the outcome: "
                      "reliability minus resolution plus uncertainty",
              .params = (const cal_param[]){CAL_BINS_PARAM, {.name = NULL}}},
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_BINARY,
    .headline = true,
    .weighted = true,
    .compute = compute,
    .term = term,
    .detail = detail,
};
