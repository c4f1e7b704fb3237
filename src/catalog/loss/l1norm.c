// Cross-entropy with the penalty of the same name.
#include "catalog/loss/shared/terms.h"
#include "catalog/penalty/penalty.h"

const cal_loss cal_loss_l1norm = {
    .entry = {.id = "l1norm",
              .label = "Cross-entropy with small logits",
              .tex = "L = -\\log p_y + \\alpha \\lVert z \\rVert_p",
              .source = "Joo and Chung 2020, norms of logits",
              .help = "Holds the logits themselves small, so that certainty has a price",
              .params = cal_params_l1norm},
    .build = cal_cross_entropy,
    .penalty = &cal_penalty_l1norm,
    .reduces_from = "l1norm:alpha=0",
    .reduces_to = "ce",
};
