#include "catalog/view/view.h"

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    (void)choice;
    const cal_scores *s = in->scores;
    const size_t k = (size_t)s->k;
    int *count = cal_arena_alloc(arena, k * k * sizeof *count);
    double *confidence = cal_arena_alloc(arena, k * k * sizeof *confidence);
    int *of_class = cal_arena_alloc(arena, k * sizeof *of_class);
    if (arena->refused) return;
    for (int i = 0; i < s->n; i++) {
        size_t at = (size_t)s->labels[i] * k + (size_t)s->predicted[i];
        count[at]++;
        confidence[at] += s->confidence[i];
        of_class[s->labels[i]]++;
    }
    out->begin(out->to, s->k * s->k);
    for (int j = 0; j < s->k; j++)
        for (int p = 0; p < s->k; p++) {
            size_t at = (size_t)j * k + (size_t)p;
            const double none = __builtin_nan("");
            double fraction = of_class[j] ? (double)count[at] / of_class[j] : none;
            double mean = count[at] ? confidence[at] / count[at] : none;
            out->row(out->to, (double[]){j, p, count[at], fraction, mean});
        }
}

const cal_view cal_view_confusion = {
    .entry = {.id = "confusion",
              .label = "Confusion matrix",
              .tex = "n_{jl} = \\lvert\\{ i : y_i = j,\\ \\arg\\max p_i = l \\}\\rvert",
              .source = "Rows are true classes, columns predicted ones",
              .help = "How often each class is predicted as each other one, and how confidently"},
    .columns = (const cal_column[]){{"label", "True class", ""},
                                    {"predicted", "Predicted class", ""},
                                    {"count", "Samples", ""},
                                    {"share", "Share of the true class", "%"},
                                    {"confidence", "Mean confidence", "%"},
                                    {NULL}},
    .build = build,
};
