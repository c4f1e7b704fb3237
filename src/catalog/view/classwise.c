#include "catalog/scores/figures.h"
#include "catalog/scores/proportion.h"
#include "catalog/view/view.h"

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores;
    int bins = cal_choice_integer(choice, "bins");
    const cal_bin *bin = cal_class_bins(&bins, arena, s, (cal_edges)cal_choice_integer(choice, "edges"));
    if (!bin) return;
    double sum = 0;
    out->begin(out->to, s->k * bins);
    for (int j = 0; j < s->k; j++, bin += bins) {
        double error = cal_bins_mean_gap(bin, bins, s->n);
        sum += error;
        for (int b = 0; b < bins; b++) {
            const double none = __builtin_nan("");
            double low = none, high = none;
            bool some = bin[b].count > 0;
            if (some) cal_wilson(&low, &high, bin[b].accuracy, bin[b].count);
            out->row(out->to,
                     (double[]){j, b, bin[b].low, bin[b].high, bin[b].count, some ? bin[b].confidence : none,
                                some ? bin[b].accuracy : none, low, high, error});
        }
    }
    cal_table_fact(out, "cwece", sum / s->k);
}

const cal_view cal_view_classwise = {
    .entry = {.id = "classwise",
              .label = "Reliability of each class",
              .tex = "\\mathrm{ECE}_j = \\sum_{b=1}^M \\frac{n_{bj}}{n}\\,"
                     "\\lvert \\mathrm{conf}_{bj} - \\mathrm{freq}_{bj} \\rvert",
              .source = "Kull et al. 2019, section 2; Nixon et al. 2019 (static calibration error)",
              .help = "For every class, bins of its probability against how often it is the label",
              .params = (const cal_param[]){CAL_BINS_PARAM, CAL_EDGES_PARAM, {.name = NULL}}},
    .columns = (const cal_column[]){{"class", "Class", ""},
                                    {"bin", "Bin", ""},
                                    {"low", "From", "%"},
                                    {"high", "To", "%"},
                                    {"count", "Samples", ""},
                                    {"confidence", "Mean probability of the class", "%"},
                                    {"frequency", "Share that are of the class", "%"},
                                    {"interval_low", "95 % from", "%"},
                                    {"interval_high", "95 % to", "%"},
                                    {"class_ece", "Calibration error of the class", "%"},
                                    {NULL}},
    .build = build,
};
