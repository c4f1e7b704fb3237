// Cross-entropy, the negative log-likelihood of the label.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

const cal_loss cal_loss_ce = {
    .entry = {.id = "ce",
              .label = "Cross-entropy",
              .tex = "L = -\\log p_y",
              .source = "Good 1952, the logarithmic score",
              .help =
                  "Negative log-likelihood of the label; keeps pushing the probability of the true class to "
                  "1, so networks that can memorise become overconfident"},
    .build = cal_cross_entropy,
    .proper = true,
    .each_label = true,
};
