#include "catalog/metric/metric.h"
#include "catalog/scores/certainty/asking.h"
#include "catalog/scores/figures.h"

static double term(const cal_scores *s, int i, const cal_choice *choice) {
    return cal_asking_cost(s, i, cal_choice_number(choice, "ask"));
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const double ask = cal_choice_number(choice, "ask"), total = cal_scores_total(s);
    double cost = 0, answered = 0, wrong = 0, least = 0;
    (void)arena;
    for (int i = 0; i < s->n; i++) {
        const double weight = cal_scores_weight(s, i) / total;
        cost += weight * cal_asking_cost(s, i, ask);
        if (cal_asking_answers(s, i, ask)) answered += weight;
        if (!cal_scores_right(s, i)) wrong += weight;
        if (s->posterior) least += weight * cal_asking_least(s, i, ask);
    }
    *out = (cal_figure){.value = cost};
    cal_figure_part(out, "answered", answered);
    cal_figure_part(out, "always_answer", wrong);
    cal_figure_part(out, "always_ask", ask);
    if (s->posterior) cal_figure_part(out, "least_possible", least);
}

const cal_metric cal_metric_cost = {
    .entry = {.id = "cost",
              .label = "Cost of answering or asking",
              .tex =
                  "\\frac1n\\sum_i \\begin{cases} \\mathbf 1[\\hat y_i \\ne y_i] & 1 - \\hat p_i < c \\\\ c "
                  "& 1 - \\hat p_i \\ge c \\end{cases}",
              .source = "Chow 1970; a wrong answer costs 1, asking costs c",
              .help = "Mean cost if the model answers alone where it expects to be wrong less often than "
                      "asking costs, and asks elsewhere: lower is better",
              .params = (const cal_param[]){{.name = "ask",
                                             .help = "Cost of asking a person, in wrong answers",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 0.1,
                                             .min = 0.0001,
                                             .max = 0.9999},
                                            {.name = NULL}}},
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_TOP,
    .on_request = true,
    .weighted = true,
    .compute = compute,
    .term = term,
};
