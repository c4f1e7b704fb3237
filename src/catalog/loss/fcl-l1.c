// Focal loss with the absolute distance to the label.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    cal_node focal = cal_focal(g, batch->logits, batch->labels, cal_choice_number(choice, "gamma"));
    cal_node distance = cal_absolute_distance(g, batch);
    return cal_graph_add(g, focal, cal_graph_scale(g, distance, cal_choice_number(choice, "lambda")));
}

const cal_loss cal_loss_fcl_l1 = {
    .entry = {.id = "fcl-l1",
              .label = "Focal calibration loss, absolute",
              .tex = "L = -(1 - p_y)^{\\gamma} \\log p_y + \\lambda \\sum_k \\lvert p_k - [k=y] \\rvert",
              .source = "The focal calibration loss with the absolute distance, for comparison",
              .help = "Focal loss plus lambda times the absolute distance between the probabilities and the "
                      "one-hot label",
              .params =
                  (const cal_param[]){
                      CAL_GAMMA_PARAM,
                      {.name = "lambda",
                       .help = "weight of the absolute distance to the label; 0 is focal loss",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 0.5,
                       .min = 0,
                       .max = 100},
                      {0}}},
    .build = build,
    .reduces_from = "fcl-l1:lambda=0",
    .reduces_to = "focal",
    .each_label = true,
};
