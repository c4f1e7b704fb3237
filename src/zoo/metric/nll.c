#include "zoo/metric.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)arena, (void)choice;
    double sum = 0;
    for (int i = 0; i < scores->n; i++) sum -= scores->log_p_label[i];
    *out = (cal_figure){.value = sum / scores->n};
}

const cal_metric cal_metric_nll = {
    .entry =
        {.id = "nll",
         .label = "Negative log-likelihood",
         .tex = "-\\frac1n\\sum_i \\log p_{i y_i}",
         .source = "From the log-softmax of the logits, not clipped",
         .help =
             "How surprised the model is by the labels, in nats: grows without bound for confident mistakes"},
    .unit = "nats",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_ROWS,
    .headline = true,
    .each_epoch = true,
    .compute = compute,
};
