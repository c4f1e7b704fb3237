#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

static double scale(const cal_scores *scores, const cal_choice *choice) {
    const double by[] = {1, 1.0 / scores->k, 0.5};
    return by[cal_choice_integer(choice, "scale")];
}

static double term(const cal_scores *scores, int i, const cal_choice *choice) {
    return scores->square[i] * scale(scores, choice);
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena;
    double sum = 0;
    for (int i = 0; i < scores->n; i++) sum += cal_scores_weight(scores, i) * scores->square[i];
    *out = (cal_figure){.value = sum / cal_scores_total(scores) * scale(scores, choice)};
}

// Over the bins of every class, calibration is the mean of (conf - acc)^2. Refinement is the mean of acc (1 -
// acc), the score of a model with confidence acc. The rest, which may be negative, comes from confidences
// that differ within a bin.
static void detail(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    // The class bins require equal weights, and the same classes in every sample.
    if (scores->weight || scores->how.ragged) return;
    int bins = cal_choice_integer(choice, "bins");
    const cal_bin *bin = cal_class_bins(&bins, arena, scores, CAL_EDGES_RIGHT);
    double calibration = 0, refinement = 0, unit = scale(scores, choice) / scores->n;
    for (int64_t b = 0; bin && b < (int64_t)scores->k * bins; b++) {
        double gap = bin[b].confidence - bin[b].accuracy;
        calibration += bin[b].count * gap * gap;
        refinement += bin[b].count * bin[b].accuracy * (1 - bin[b].accuracy);
    }
    cal_figure_part(out, "calibration", calibration * unit);
    cal_figure_part(out, "refinement", refinement * unit);
    cal_figure_part(out, "within", out->value - (calibration + refinement) * unit);
}

const cal_metric cal_metric_brier = {
    .entry = {.id = "brier",
              .label = "Brier score",
              .tex = "\\frac1n\\sum_i\\sum_j (p_{ij} - \\mathbf 1[j = y_i])^2",
              .source = "Brier 1950: summed over classes, so between 0 and 2; decomposed as in DeGroot and "
                        "Fienberg 1983, with the spread within bins of Stephenson et al. 2008",
              .help = "Mean squared distance between the probabilities and the one-hot label",
              .params =
                  (const cal_param[]){{.name = "scale",
                                       .help = "Summed over the classes, divided by their number, or by two",
                                       .type = CAL_CHOICE,
                                       .choices = "sum/per-class/half"},
                                      CAL_BINS_PARAM,
                                      {.name = NULL}}},
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_CLASSES,
    .headline = true,
    .each_epoch = true,
    .weighted = true,
    .of_options = true,
    .compute = compute,
    .term = term,
    .detail = detail,
};
