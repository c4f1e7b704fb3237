#include "base/maths/maths.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

static double least_of(const cal_choice *choice) {
    const double clip = cal_choice_number(choice, "clip");
    return clip > 0 ? cal_log(clip) : -__builtin_inf();
}

static double term(const cal_scores *scores, int i, const cal_choice *choice) {
    const double least = least_of(choice);
    return -(scores->log_p_label[i] > least ? scores->log_p_label[i] : least);
}

// Infinite if a label has probability 0; then the number of such labels is reported.
static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena;
    const double least = least_of(choice);
    double sum = 0;
    int impossible = 0;
    for (int i = 0; i < scores->n; i++) {
        double log_p = scores->log_p_label[i] > least ? scores->log_p_label[i] : least;
        sum -= cal_scores_weight(scores, i) * log_p;
        impossible += log_p == -__builtin_inf();
    }
    *out = (cal_figure){.value = sum / cal_scores_total(scores)};
    if (impossible) cal_figure_part(out, CAL_IMPOSSIBLE, impossible);
}

const cal_metric cal_metric_nll = {
    .entry = {.id = "nll",
              .label = "Negative log-likelihood",
              .tex = "-\\frac1n\\sum_i \\log p_{i y_i}",
              .source = "From the log-softmax of the logits, not clipped",
              .help = "Mean negative log-likelihood of the labels, in nats: grows without bound for "
                      "confident mistakes",
              .params =
                  (const cal_param[]){
                      {.name = "clip",
                       .help = "Lower bound that probabilities of the label are clipped to; 0: none, and a "
                               "label of probability 0 makes the figure infinite",
                       .type = CAL_REAL,
                       .value = 0,
                       .min = 0,
                       .max = 0.5},
                      {.name = NULL}}},
    .unit = "nats",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_ROWS,
    .headline = true,
    .each_epoch = true,
    .weighted = true,
    .compute = compute,
    .term = term,
};
