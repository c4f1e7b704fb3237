// Focal loss with a gamma for each sample: 5 where the label's probability is small, 3 elsewhere.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    double threshold = cal_choice_number(choice, "threshold");
    bool closed = cal_choice_integer(choice, "closed") == 1;
    return cal_focal_below(g, batch->logits, batch->labels, 5, threshold, closed,
                           cal_focal(g, batch->logits, batch->labels, 3));
}

const cal_loss cal_loss_flsd53 = {
    .entry =
        {.id = "flsd53",
         .label = "Focal loss, sample-dependent 5, 3",
         .tex = "L = -(1 - p_y)^{\\gamma} \\log p_y, \\quad \\gamma = 5 \\text{ if } p_y < 0.2, \\text{ else "
                "} 3",
         .source = "The Intriguing Effects of Focal Loss on the Calibration of Deep Neural Networks, Sec. 4 "
                   "(Mukhoti et al. 2020); the code's open 0.2, not the text's closed 0.19",
         .help =
             "Focal loss with a larger gamma where the probability of the true class is small; gamma counts "
             "as constant in the gradient",
         .params = (const cal_param[]){CAL_FLSD_THRESHOLD("0.2 in the code, 0.19 in the text", 0.2),
                                       CAL_FLSD_CLOSED,
                                       {0}}},
    .build = build,
    .reduces_from = "flsd53:threshold=0",
    .reduces_to = "focal",
    .each_label = true,
};
