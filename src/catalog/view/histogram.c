#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"
#include "catalog/view/view.h"

static void add_facts(cal_table *out, const cal_scores *s, double threshold) {
    double confidence = 0;
    int right = 0, sure = 0, sure_right = 0;
    for (int i = 0; i < s->n; i++) {
        confidence += s->confidence[i];
        right += s->correct[i];
        if (s->confidence[i] >= threshold) sure++, sure_right += s->correct[i];
    }
    cal_table_fact(out, "confidence", confidence / s->n);
    cal_table_fact(out, "accuracy", (double)right / s->n);
    cal_table_fact(out, "sure", (double)sure / s->n);
    cal_table_fact(out, "sure_accuracy", sure ? (double)sure_right / sure : __builtin_nan(""));
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores;
    cal_figure figure;
    if (!cal_figure_equal_width(&figure, arena, s, cal_choice_integer(choice, "bins"), CAL_EDGES_RIGHT))
        return;
    out->begin(out->to, figure.bins);
    for (int b = 0; b < figure.bins; b++) {
        const cal_bin *bin = &figure.bin[b];
        int right = (int)(bin->accuracy * bin->count + 0.5);
        out->row(out->to, (double[]){b, bin->low, bin->high, bin->count, (double)bin->count / s->n, right,
                                     bin->count - right, bin->count ? bin->accuracy : __builtin_nan("")});
    }
    add_facts(out, s, cal_choice_number(choice, "threshold"));
}

const cal_view cal_view_histogram = {
    .entry = {.id = "histogram",
              .label = "Confidence histogram",
              .tex = "",
              .source =
                  "Guo et al. 2017, figure 1; high-confidence samples as Mukhoti et al. 2020, table 3 (S99)",
              .help = "Number of right and of wrong samples in each confidence bin",
              .params = (const cal_param[]){CAL_BINS_PARAM,
                                            {.name = "threshold",
                                             .help = "Confidence from which on a sample counts",
                                             .type = CAL_REAL,
                                             .value = 0.99,
                                             .min = 0,
                                             .max = 1},
                                            {.name = NULL}}},
    .columns = (const cal_column[]){{"bin", "Bin", ""},
                                    {"low", "From", "%"},
                                    {"high", "To", "%"},
                                    {"count", "Samples", ""},
                                    {"share", "Share of all", "%"},
                                    {"right", "Right", ""},
                                    {"wrong", "Wrong", ""},
                                    {"accuracy", "Share that are right", "%"},
                                    {NULL}},
    .needs = CAL_VIEW_NEEDS_TOP,
    .weighted = true,
    .build = build,
};
