// Cross-entropy less some of the entropy of the answer.
#include "zoo/loss.h"
#include "zoo/loss_parts.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    cal_shape s = cal_shape_of(g, batch->logits);
    cal_node log_p =
        cal_sub(g, batch->logits, cal_broadcast(g, cal_logsumexp(g, batch->logits), CAL_MATRIX, s));
    cal_node negative_entropy = cal_row_total(g, cal_mul(g, cal_exp_of(g, log_p), log_p));
    return cal_sub(g, cal_scale(g, negative_entropy, cal_choice_number(choice, "alpha")),
                   cal_log_p(g, batch->logits, batch->labels));
}

const cal_loss cal_loss_entropy = {
    .entry = {.id = "entropy",
              .label = "Cross-entropy with an entropy reward",
              .tex = "L = -\\log p_y - \\alpha H(p)",
              .source = "Pereyra et al. 2017, Sec. 3",
              .help = "Rewards doubt: the entropy of the answer is subtracted",
              .params = (const cal_param[]){{.name = "alpha",
                                             .help = "weight of the entropy; 0 is cross-entropy",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 0.1,
                                             .min = 0,
                                             .max = 10},
                                            {0}}},
    .build = build,
    .reduces_from = "entropy:alpha=0",
    .reduces_to = "ce",
};
