// Cross-entropy with the penalty of the same name.
#include "catalog/terms/terms.h"
#include "catalog/penalty/penalty.h"

const cal_loss cal_loss_entropy = {
    .entry = {.id = "entropy",
              .label = "Cross-entropy with an entropy bonus",
              .tex = "L = -\\log p_y - \\alpha H(p)",
              .source = "Pereyra et al. 2017, Sec. 3",
              .help =
                  "Entropy bonus (confidence penalty): subtracts alpha times the entropy of the prediction",
              .params = cal_params_entropy},
    .build = cal_cross_entropy,
    .penalty = &cal_penalty_entropy,
    .reduces_from = "entropy:alpha=0",
    .reduces_to = "ce",
    .each_label = true,
};
