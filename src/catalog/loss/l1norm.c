// Cross-entropy with the penalty of the same name.
#include "catalog/terms/terms.h"
#include "catalog/penalty/penalty.h"

const cal_loss cal_loss_l1norm = {
    .entry = {.id = "l1norm",
              .label = "Cross-entropy with a logit norm penalty",
              .tex = "L = -\\log p_y + \\alpha \\lVert z \\rVert_p",
              .source = "Joo and Chung 2020, norms of logits",
              .help = "Adds alpha times a norm of the logits, which limits how confident predictions become",
              .params = cal_params_l1norm},
    .build = cal_cross_entropy,
    .penalty = &cal_penalty_l1norm,
    .reduces_from = "l1norm:alpha=0",
    .reduces_to = "ce",
    .each_label = true,
};
