// Tests of calibration for each class against all others.
#include "catalog/scores/binary/cumulative.h"
#include "catalog/view/view.h"

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores;
    const double none = __builtin_nan("");
    cal_class_tests ks, kuiper;
    double *share = cal_arena_alloc(arena, (size_t)s->k * sizeof *share);
    (void)choice;
    if (!share || !cal_class_tests_make(&ks, arena, &cal_cumulative_ks, s) ||
        !cal_class_tests_make(&kuiper, arena, &cal_cumulative_kuiper, s)) {
        arena->refused = true;
        return;
    }
    for (int i = 0; i < s->n; i++) share[s->labels[i]] += cal_scores_weight(s, i) / cal_scores_total(s);
    out->begin(out->to, s->k);
    for (int j = 0; j < s->k; j++) {
        const bool known = !s->clustered; // rows of one case are not independent
        out->row(out->to,
                 (double[]){j, share[j], ks.value[j], known ? ks.p[j] : none, known ? ks.holm[j] : none,
                            kuiper.value[j], known ? kuiper.p[j] : none, known ? kuiper.holm[j] : none});
    }
}

const cal_view cal_view_class_tests = {
    .entry = {.id = "class_tests",
              .label = "Tests of each class",
              .tex = "\\max_m \\frac1n \\Big\\lvert \\sum_{i \\le m} (\\mathbf 1[y_i = j] - p_{ij}) "
                     "\\Big\\rvert,\\quad p_{1j} \\le p_{2j} \\le \\dots \\le p_{nj}",
              .source = "Arrieta-Ibarra et al. 2022; corrected for all classes by Holm 1979",
              .help =
                  "For each class the largest cumulative differences of its probability, with the p values "
                  "of ks and kuiper"},
    .columns = (const cal_column[]){{"class", "Class", ""},
                                    {"share", "Share of the samples", "%"},
                                    {"ks", "Largest cumulative difference", "%"},
                                    {"ks_p", "Its p value", ""},
                                    {"ks_holm", "Its p value among all classes", ""},
                                    {"kuiper", "Range of the cumulative differences", "%"},
                                    {"kuiper_p", "p value of the range", ""},
                                    {"kuiper_holm", "p value of the range among all classes", ""},
                                    {NULL}},
    .weighted = true,
    .build = build,
};
