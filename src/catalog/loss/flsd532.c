// Focal loss with a gamma for each sample: 5, 3 or 2 by the label's probability.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    double first = cal_choice_number(choice, "threshold"), second = cal_choice_number(choice, "second");
    bool closed = cal_choice_integer(choice, "closed") == 1;
    cal_node loss = cal_focal(g, batch->logits, batch->labels, 2);
    loss = cal_focal_below(g, batch->logits, batch->labels, 3, second, closed, loss);
    return cal_focal_below(g, batch->logits, batch->labels, 5, first, closed, loss);
}

const cal_loss cal_loss_flsd532 = {
    .entry =
        {.id = "flsd532",
         .label = "Focal loss, sample-dependent 5, 3, 2",
         .tex = "L = -(1 - p_y)^{\\gamma} \\log p_y, \\quad \\gamma = 5 \\text{ if } p_y < 0.2, \\; 3 "
                "\\text{ if } "
                "p_y < 0.5, \\text{ else } 2",
         .source = "The Intriguing Effects of Focal Loss on the Calibration of Deep Neural Networks, Sec. 4 "
                   "(Mukhoti et al. 2020)",
         .help =
             "Focal loss with a larger gamma where the probability of the true class is small; gamma counts "
             "as constant in the gradient",
         .params = (const cal_param[]){CAL_FLSD_THRESHOLD("below it gamma is 5", 0.2),
                                       {.name = "second",
                                        .help = "below it, and not below the first, gamma is 3",
                                        .unit = "",
                                        .type = CAL_REAL,
                                        .value = 0.5,
                                        .min = 0,
                                        .max = 1},
                                       CAL_FLSD_CLOSED,
                                       {0}}},
    .build = build,
    .reduces_from = "flsd532:threshold=0,second=0",
    .reduces_to = "focal:gamma=2",
    .each_label = true,
};
