#include "base/maths/maths.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"
#include "catalog/view/view.h"

// One row per known label: its sample and label, its presence, and its probability.
static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores;
    cal_figure figure;
    if (!cal_figure_equal_width(&figure, arena, s, cal_choice_integer(choice, "bins"), CAL_EDGES_RIGHT))
        return;
    double ece = cal_bins_mean_gap(figure.bin, figure.bins, s->n);
    out->begin(out->to, s->n);
    for (int i = 0; i < s->n; i++) {
        double c = s->confidence[i], loss = -s->log_p_label[i];
        int b = cal_bins_find(figure.bin, figure.bins, CAL_EDGES_RIGHT, c);
        // A bin adds |sum of c - a| / n: a sample's contribution has the sign of its bin.
        double sign = figure.bin[b].confidence >= figure.bin[b].accuracy ? 1 : -1;
        double part = ece > 0 ? sign * (c - s->correct[i]) / s->n / ece : __builtin_nan("");
        double truth = s->posterior ? cal_truth_right(s, i) : __builtin_nan("");
        const bool label = in->label_of;
        out->row(out->to, (double[]){label ? s->cases[i] : i, label ? in->label_of[i] : s->labels[i],
                                     label ? c > 0.5 : s->predicted[i], cal_scores_right(s, i),
                                     in->before->confidence[i], c, s->correct[i] ? c : cal_exp(-loss), loss,
                                     b, part, truth});
    }
    cal_table_fact(out, "ece", ece);
}

const cal_view cal_view_samples = {
    .entry =
        {.id = "samples",
         .label = "Samples",
         .tex = "",
         .source = "Each sample's part of the calibration error has the sign of its bin's gap; all "
                   "parts together are 1",
         .help = "Every sample: its class, its prediction, and its part of the calibration error; of several "
                 "labels every one that is known, with the probability that it is present",
         .params = (const cal_param[]){CAL_BINS_PARAM, {.name = NULL}}},
    .columns = (const cal_column[]){{"row", "Row", ""},
                                    {"label", "True class, or the label", ""},
                                    {"predicted", "Predicted class, or whether it is said to be present", ""},
                                    {"right", "Right", ""},
                                    {"before", "Confidence before T", "%"},
                                    {"confidence", "Confidence", "%"},
                                    {"p_label", "Probability of the true class", "%"},
                                    {"loss", "NLL", "nats"},
                                    {"bin", "Bin", ""},
                                    {"part", "Part of the calibration error", "%"},
                                    {"truth", "True probability of the answer, or of being present", "%"},
                                    {NULL}},
    .each_label = true,
    .build = build,
};
