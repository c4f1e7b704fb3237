// Focal loss with the least gamma whose gradient is nowhere larger than that of
// cross-entropy above a given probability.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    return cal_focal(g, batch->logits, batch->labels, cal_gamma_of(cal_choice_number(choice, "p0")));
}

const cal_loss cal_loss_focal_p0 = {
    .entry =
        {.id = "focal-p0",
         .label = "Focal loss, gamma from a probability",
         .tex = "\\gamma = \\tfrac{a}{b} + \\tfrac{1}{\\log a} W_{-1}\\!\\left(-\\tfrac{a^{1 - a/b}}{b} "
                "\\log a\\right), "
                "\\quad a = 1 - p_0, \\; b = p_0 \\log p_0",
         .source =
             "The Intriguing Effects of Focal Loss on the Calibration of Deep Neural Networks, Proposition 2",
         .help =
             "Focal loss with the least gamma whose gradient is no larger than that of cross-entropy where "
             "the probability of the true class is above p0",
         .params =
             (const cal_param[]){{.name = "p0",
                                  .help = "probability of the label above which samples are down-weighted",
                                  .unit = "",
                                  .type = CAL_REAL,
                                  .value = 0.25,
                                  .min = 0.01,
                                  .max = 0.49},
                                 {0}}},
    .build = build,
    .each_label = true,
};
