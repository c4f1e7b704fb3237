// Focal loss by the margin between p_y and the largest smaller probability.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    double gamma = cal_choice_number(choice, "gamma");
    cal_node log_p = cal_log_p(g, batch->logits, batch->labels);
    if (gamma == 0) return cal_graph_scale(g, log_p, -1);
    cal_node log_base = cal_log_one_minus_margin(g, batch->logits, batch->labels);
    return cal_graph_scale(g, cal_graph_mul(g, cal_graph_exp(g, cal_graph_scale(g, log_base, gamma)), log_p),
                           -1);
}

const cal_loss cal_loss_dualfocal = {
    .entry = {.id = "dualfocal",
              .label = "Dual focal loss",
              .tex = "L = -(1 - p_y + p_j)^{\\gamma} \\log p_y, \\quad p_j = \\max_k \\{p_k : p_k < p_y\\}",
              .source = "Tao, Dong and Xu 2023, Eq. 6",
              .help =
                  "Focal loss that down-weights a sample by the margin between the probability of the true "
                  "class and the largest smaller one",
              .params =
                  (const cal_param[]){
                      {.name = "gamma",
                       .help = "how strongly samples with a margin are down-weighted; 0 is cross-entropy",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 5,
                       .min = 0,
                       .max = 20},
                      {0}}},
    .build = build,
    .reduces_from = "dualfocal:gamma=0",
    .reduces_to = "ce",
};
