// Cost of answering or asking over the cost of asking, with the interval of a mean.
#include "catalog/scores/certainty/asking.h"
#include "catalog/scores/variance.h"
#include "catalog/view/view.h"

// sums: scratch, one for each case.
static void write_row(cal_table *out, const cal_scores *s, double ask, double *sums) {
    const double total = cal_scores_total(s);
    double cost = 0, answered = 0, wrong = 0, always = 0, least = 0;
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
    const int units = cal_scores_units(s);
    const double reach = cal_units_reach(cal_units_variance(sums, units), units);
    out->row(out->to, (double[]){ask, cost, cost < reach ? 0 : cost - reach, cost + reach, answered, wrong,
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
              .params = (const cal_param[]){CAL_VIEW_POINTS("Costs of asking, evenly spaced between 0 and 1"),
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
