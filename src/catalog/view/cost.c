// Cost of answering or asking over the cost of asking, with the interval of a mean.
#include "catalog/scores/certainty/asking.h"
#include "catalog/scores/variance.h"
#include "catalog/view/view.h"

typedef struct estimate {
    double value, low, high;
} estimate;

// Cost of a model on sample i, minus that of another one if there is one.
static double term(const cal_scores *model, const cal_scores *other, int i, double ask) {
    return cal_asking_cost(model, i, ask) - (other ? cal_asking_cost(other, i, ask) : 0);
}

// The mean over the samples of `s`, with a 95 % interval. sums: scratch, one for each case.
static estimate mean_of(const cal_scores *s, const cal_scores *model, const cal_scores *other, double ask,
                        double *sums) {
    const double total = cal_scores_total(s);
    const int units = cal_scores_units(s);
    double mean = 0;
    for (int i = 0; i < s->n; i++) mean += cal_scores_weight(s, i) / total * term(model, other, i, ask);
    for (int u = 0; u < units; u++) sums[u] = 0;
    for (int i = 0; i < s->n; i++)
        sums[cal_scores_unit(s, i)] += cal_scores_weight(s, i) / total * (term(model, other, i, ask) - mean);
    const double reach = cal_units_reach(cal_units_variance(sums, units), units);
    return (estimate){mean, mean - reach, mean + reach};
}

static void write_row(cal_table *out, const cal_view_input *in, double ask, double *sums) {
    const cal_scores *s = in->scores;
    const double total = cal_scores_total(s), none = __builtin_nan("");
    const estimate cost = mean_of(s, s, NULL, ask, sums);
    estimate other = {none, none, none}, difference = other;
    double answered = 0, wrong = 0, always = 0, least = 0;
    for (int i = 0; i < s->n; i++) {
        const double weight = cal_scores_weight(s, i) / total;
        const bool alone = cal_asking_answers(s, i, ask), error = !cal_scores_right(s, i);
        answered += alone ? weight : 0;
        wrong += alone && error ? weight : 0;
        always += error ? weight : 0;
        if (s->posterior) least += weight * cal_asking_least(s, i, ask);
    }
    if (in->other) {
        other = mean_of(s, in->other, NULL, ask, sums);
        difference = mean_of(s, s, in->other, ask, sums);
    }
    out->row(out->to, (double[]){ask, cost.value, cost.low < 0 ? 0 : cost.low, cost.high, answered, wrong,
                                 always, s->posterior ? least : none, other.value, difference.value,
                                 difference.low, difference.high});
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const int points = cal_choice_integer(choice, "points");
    double *sums = cal_arena_alloc(arena, (size_t)cal_scores_units(in->scores) * sizeof *sums);
    if (!sums) return;
    out->begin(out->to, points);
    for (int i = 1; i <= points; i++) write_row(out, in, i / (points + 1.0), sums);
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
                                    {"other", "Mean cost of the other model", ""},
                                    {"difference", "Difference to it", ""},
                                    {"difference_low", "Difference, 95 % from", ""},
                                    {"difference_high", "Difference, 95 % to", ""},
                                    {NULL}},
    .needs = CAL_VIEW_NEEDS_TOP,
    .weighted = true,
    .compares = true,
    .build = build,
};
