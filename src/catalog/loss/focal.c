// Focal loss: cross-entropy that down-weights samples whose label already has a high probability.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    return cal_focal(g, batch->logits, batch->labels, cal_choice_number(choice, "gamma"));
}

const cal_loss cal_loss_focal = {
    .entry = {.id = "focal",
              .label = "Focal loss",
              .tex = "L = -(1 - p_y)^{\\gamma} \\log p_y",
              .source = "Lin et al. 2017, Eq. 4; for calibration Mukhoti et al. 2020, Sec. 4",
              .help = "Down-weights samples whose label already has a high probability",
              .params = (const cal_param[]){CAL_GAMMA_PARAM, {0}}},
    .build = build,
    .reduces_from = "focal:gamma=0",
    .reduces_to = "ce",
    .each_label = true,
};
