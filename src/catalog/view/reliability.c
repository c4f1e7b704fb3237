#include "catalog/scores/bins.h"
#include "catalog/scores/proportion.h"
#include "catalog/view/view.h"

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    (void)choice;
    const double none = __builtin_nan("");
    const cal_figure *figure = in->figure;
    // Bins of the truth hold probabilities of being right, without sampling variation.
    bool outcomes = in->metric->needs != CAL_NEEDS_POSTERIOR;
    double *scratch = cal_arena_alloc(arena, ((size_t)in->scores->n + 1) * sizeof *scratch);
    if (!scratch) return;
    out->begin(out->to, figure->bins);
    for (int b = 0; b < figure->bins; b++) {
        const cal_bin *bin = &figure->bin[b];
        cal_chance_band chance = {none, none, none};
        double low = none, high = none, gap = bin->confidence - bin->accuracy;
        bool some = bin->count > 0;
        if (some && outcomes) {
            cal_wilson(&low, &high, bin->accuracy, bin->count);
            cal_binomial_band(&chance, scratch, bin->count, bin->confidence);
        }
        out->row(out->to, (double[]){b, bin->low, bin->high, bin->count, some ? bin->confidence : none,
                                     some ? bin->accuracy : none, some ? gap : none, low, high, chance.low,
                                     chance.high, chance.mean,
                                     (double)bin->count / in->scores->n * cal_bins_gap(bin)});
    }
    cal_table_fact(out, "value", figure->value);
    cal_table_fact(out, "outside", figure->outside);
}

const cal_view cal_view_reliability = {
    .entry = {.id = "reliability",
              .label = "Reliability diagram",
              .tex = "\\mathrm{conf}_b - \\mathrm{acc}_b",
              .source = "DeGroot and Fienberg 1983; Niculescu-Mizil and Caruana 2005; Wilson 1927",
              .help = "The bins of a metric: the confidence and the accuracy of each, and the accuracy that "
                      "chance alone would give",
              .params = (const cal_param[]){{.name = "metric",
                                             .help = "Metric whose bins are shown: those of ece have equal "
                                                     "width, those of adaece equal mass",
                                             .type = CAL_CHOICE,
                                             .kind = "metric",
                                             .preset = "ece"},
                                            CAL_BINS_PARAM,
                                            {.name = NULL}}},
    .columns = (const cal_column[]){{"bin", "Bin", ""},
                                    {"low", "From", "%"},
                                    {"high", "To", "%"},
                                    {"count", "Samples", ""},
                                    {"confidence", "Says", "%"},
                                    {"accuracy", "Is right", "%"},
                                    {"gap", "Gap", "%"},
                                    {"interval_low", "95 % from", "%"},
                                    {"interval_high", "95 % to", "%"},
                                    {"chance_low", "Chance from", "%"},
                                    {"chance_high", "Chance to", "%"},
                                    {"chance_gap", "Gap by chance", "%"},
                                    {"part", "Adds to the error", "%"},
                                    {NULL}},
    .each_label = true,
    .needs = CAL_VIEW_NEEDS_TOP,
    .weighted = true,
    .build = build,
};
