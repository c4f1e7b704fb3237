// Inverse focal loss: up-weights samples whose label already has a high probability.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    double gamma = cal_choice_number(choice, "gamma");
    cal_node log_p = cal_log_p(g, batch->logits, batch->labels);
    if (gamma == 0) return cal_graph_scale(g, log_p, -1);
    cal_node log_base = cal_graph_log(g, cal_graph_offset(g, cal_graph_exp(g, log_p), 1));
    return cal_graph_scale(g, cal_graph_mul(g, cal_graph_exp(g, cal_graph_scale(g, log_base, gamma)), log_p),
                           -1);
}

const cal_loss cal_loss_inv_focal = {
    .entry = {.id = "inv-focal",
              .label = "Inverse focal loss",
              .tex = "L = -(1 + p_y)^{\\gamma} \\log p_y",
              .source = "Wang, Feng and Zhang 2021",
              .help = "Up-weights samples whose label already has a high probability",
              .params =
                  (const cal_param[]){
                      {.name = "gamma",
                       .help = "how strongly confident samples are up-weighted; 0 is cross-entropy",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 1,
                       .min = 0,
                       .max = 20},
                      {0}}},
    .build = build,
    .reduces_from = "inv-focal:gamma=0",
    .reduces_to = "ce",
    .each_label = true,
};
