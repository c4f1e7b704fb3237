#include "catalog/scores/certainty/roc.h"
#include "catalog/view/view.h"

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores, *other = s->ood;
    cal_ood_score kind = (cal_ood_score)cal_choice_integer(choice, "score");
    double *here = cal_arena_alloc(arena, (size_t)s->n * sizeof *here);
    double *there = cal_arena_alloc(arena, (size_t)other->n * sizeof *there);
    cal_roc roc;
    if (arena->refused || !cal_ood_score_of(here, arena, s, kind) ||
        !cal_ood_score_of(there, arena, other, kind)) {
        arena->refused = true; // with logits every kind is available
        return;
    }
    cal_roc_make(&roc, arena, here, s->n, there, other->n);
    if (arena->refused) return;
    out->begin(out->to, roc.points);
    for (int i = 0; i < roc.points; i++)
        out->row(out->to, (double[]){roc.false_positives[i], roc.true_positives[i]});
    cal_table_fact(out, "auroc", roc.area);
    cal_table_fact(out, "samples", other->n);
}

const cal_view cal_view_roc = {
    .entry = {.id = "roc",
              .label = "ROC of out-of-distribution detection",
              .tex = "\\bigl(P(s > t),\\ P(s' > t)\\bigr)",
              .source = "Hendrycks and Gimpel 2017; energy as Liu et al. 2020",
              .help = "Fraction of out-of-distribution samples that each threshold detects, and of "
                      "in-distribution samples that it flags by mistake",
              .params = (const cal_param[]){CAL_OOD_SCORE_PARAM, {.name = NULL}}},
    .needs = CAL_VIEW_NEEDS_OOD,
    .columns = (const cal_column[]){{"false_positives", "In-distribution samples flagged", "%"},
                                    {"true_positives", "Out-of-distribution samples detected", "%"},
                                    {NULL}},
    .build = build,
};
