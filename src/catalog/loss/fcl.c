// Focal loss with the squared distance to the label. Not proper, contrary to its paper: for the posterior
// (0.7, 0.3) with gamma 3 and lambda 0.5 the expected loss is least at 0.598.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    cal_node focal = cal_focal(g, batch->logits, batch->labels, cal_choice_number(choice, "gamma"));
    cal_node distance = cal_square_distance(g, batch);
    return cal_graph_add(g, focal, cal_graph_scale(g, distance, cal_choice_number(choice, "lambda")));
}

const cal_loss cal_loss_fcl = {
    .entry =
        {.id = "fcl",
         .label = "Focal calibration loss",
         .tex = "L = -(1 - p_y)^{\\gamma} \\log p_y + \\lambda \\sum_k (p_k - [k=y])^2",
         .source =
             "Towards Trustworthy Deep Neural Network through Euclidean Distance, the focal calibration loss",
         .help = "Focal loss plus lambda times the squared distance between the probabilities and the "
                 "one-hot label",
         .params =
             (const cal_param[]){CAL_GAMMA_PARAM,
                                 {.name = "lambda",
                                  .help = "weight of the squared distance to the label; 0 is focal loss",
                                  .unit = "",
                                  .type = CAL_REAL,
                                  .value = 0.5,
                                  .min = 0,
                                  .max = 100},
                                 {0}}},
    .build = build,
    .reduces_from = "fcl:lambda=0",
    .reduces_to = "focal",
    .each_label = true,
};
