#include "catalog/scores/figures.h"
#include "catalog/scores/proportion.h"
#include "catalog/view/view.h"

// [labels][bins] of each label's probability against its presence, and [labels] numbers of rows where it is
// known.
static const cal_bin *label_bins(int *rows, cal_arena *arena, const cal_view_input *in, int bins,
                                 cal_edges edges) {
    const cal_scores *s = in->scores;
    cal_bin *out = cal_arena_alloc(arena, (size_t)in->labels * (size_t)bins * sizeof *out);
    for (int j = 0, first = 0; out && j < in->labels; j++, first += *rows++) {
        int end = first;
        while (end < s->n && in->label_of[end] == j) end++;
        *rows = end - first;
        cal_bins_equal_width(out + (size_t)j * (size_t)bins,
                             &(cal_binning){.bins = bins,
                                            .n = *rows,
                                            .confidence = s->confidence + first,
                                            .correct = s->correct + first,
                                            .edges = edges});
    }
    return out;
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores;
    int bins = cal_choice_integer(choice, "bins");
    const cal_edges edges = (cal_edges)cal_choice_integer(choice, "edges");
    const int k = in->labels ? in->labels : s->k;
    int *rows = cal_arena_alloc(arena, (size_t)k * sizeof *rows), known = 0;
    if (!rows) return;
    for (int j = 0; j < k; j++) rows[j] = s->n;
    if (in->labels) bins += edges == CAL_EDGES_EXTRA;
    const cal_bin *bin =
        in->labels ? label_bins(rows, arena, in, bins, edges) : cal_class_bins(&bins, arena, s, edges);
    if (!bin) return;
    double sum = 0;
    out->begin(out->to, k * bins);
    for (int j = 0; j < k; j++, bin += bins) {
        // NaN for a label that is missing in every sample.
        const double error = rows[j] ? cal_bins_mean_gap(bin, bins, rows[j]) : __builtin_nan("");
        if (rows[j]) sum += error, known++;
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
    cal_table_fact(out, "cwece", sum / known);
}

const cal_view cal_view_classwise = {
    .entry = {.id = "classwise",
              .label = "Reliability of each class",
              .tex = "\\mathrm{ECE}_j = \\sum_{b=1}^M \\frac{n_{bj}}{n}\\,"
                     "\\lvert \\mathrm{conf}_{bj} - \\mathrm{freq}_{bj} \\rvert",
              .source = "Kull et al. 2019, section 2; Nixon et al. 2019 (static calibration error)",
              .help = "For every class, or every label of several, bins of its probability against how often "
                      "it is the label, "
                      "or present",
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
    .each_label = true,
    .build = build,
};
