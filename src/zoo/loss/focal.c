// Focal loss: cross-entropy that loses interest in samples the network is already sure of.
#include "zoo/loss.h"
#include "zoo/loss_parts.h"

// (1 - p)^gamma = e^(gamma log(1 - p)): finite with all its derivatives at p = 1, also for 0 < gamma < 1.
static cal_node build(cal_graph *g, cal_node logits, cal_node labels, const cal_choice *choice) {
    double gamma = cal_choice_number(choice, "gamma");
    cal_node log_p = cal_log_p(g, logits, labels);
    if (gamma == 0) return cal_scale(g, log_p, -1);
    cal_node factor = cal_exp_of(g, cal_scale(g, cal_log_one_minus_p(g, logits, labels), gamma));
    return cal_scale(g, cal_mul(g, factor, log_p), -1);
}

const cal_loss cal_loss_focal = {
    .entry = {.id = "focal",
              .label = "Focal loss",
              .tex = "L = -(1 - p_y)^{\\gamma} \\log p_y",
              .source = "Lin et al. 2017, Eq. 4; for calibration Mukhoti et al. 2020, Sec. 4",
              .help = "Turns down the samples that are already answered with confidence",
              .params =
                  (const cal_param[]){
                      {.name = "gamma",
                       .help = "how much confident samples are turned down; 0 is cross-entropy",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 3,
                       .min = 0,
                       .max = 20},
                      {0}}},
    .build = build,
    .reduces_from = "focal:gamma=0",
    .reduces_to = "ce",
};
