// Cost of answering or asking over the cost of asking. Its interval is from the standard error of a mean, in
// which samples of one case count together.
#include "base/maths/maths.h"
#include "catalog/scores/certainty/asking.h"
#include "catalog/view/view.h"

// sums: scratch, one for each case.
static void write_row(cal_table *out, const cal_scores *s, double ask, double *sums) {
    const double total = cal_scores_total(s), z = 1.959963984540054;
    double cost = 0, answered = 0, wrong = 0, always = 0, least = 0, square = 0;
    for (int i = 0; i < s->n; i++) {
        const double weight = cal_scores_weight(s, i) / total;
        const bool alone = cal_asking_answers(s, i, ask), error = !cal_scores_right(s, i);
        cost += weight * cal_asking_cost(s, i, ask);
        answered += alone ? weight : 0;
        wrong += alone && error ? weight : 0;
        always += error ? weight : 0;
        if (s->posterior) least += weight * cal_asking_least(s, i, ask);
    }
    for (int u = 0; u < cal_scores_units(s); u++) sums[u] = 0;
    for (int i = 0; i < s->n; i++)
        sums[cal_scores_unit(s, i)] += cal_scores_weight(s, i) / total * (cal_asking_cost(s, i, ask) - cost);
    for (int u = 0; u < cal_scores_units(s); u++) square += sums[u] * sums[u];
    const double half = z * cal_sqrt(square);
    out->row(out->to, (double[]){ask, cost, cost > half ? cost - half : 0, cost + half, answered, wrong,
                                 always, s->posterior ? least : __builtin_nan("")});
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const int points = cal_choice_integer(choice, "points");
    double *sums = cal_arena_alloc(arena, (size_t)cal_scores_units(in->scores) * sizeof *sums);
    if (!sums) return;
    out->begin(out->to, points);
    for (int i = 1; i <= points; i++) write_row(out, in->scores, i / (points + 1.0), sums);
}

const cal_view cal_view_cost = {
    .entry = {.id = "cost",
              .label = "Cost of answering or asking",
              .tex =
                  "\\frac1n\\sum_i \\begin{cases} \\mathbf 1[\\hat y_i \\ne y_i] & 1 - \\hat p_i < c \\\\ c "
                  "& 1 - \\hat p_i \\ge c \\end{cases}",
              .source = "Chow 1970; the least cost by the true posterior",
              .help = "Mean cost over the cost c of asking, if a wrong answer costs 1 and the model answers "
                      "alone where it expects that to be cheaper",
              .params = (const cal_param[]){{.name = "points",
                                             .help = "Costs of asking, evenly spaced between 0 and 1",
                                             .unit = "points",
                                             .type = CAL_INTEGER,
                                             .value = 99,
                                             .min = 1,
                                             .max = 999},
                                            {.name = NULL}}},
    .columns = (const cal_column[]){{"ask", "Cost of asking", ""},
                                    {"cost", "Mean cost", ""},
                                    {"low", "95 % from", ""},
                                    {"high", "95 % to", ""},
                                    {"answered", "Answered alone", "%"},
                                    {"wrong", "Answered wrongly", "%"},
                                    {"always_answer", "Cost of always answering", ""},
                                    {"least", "Least possible cost, by the true posterior", ""},
                                    {NULL}},
    .needs = CAL_VIEW_NEEDS_TOP,
    .weighted = true,
    .build = build,
};
