// Cross-entropy with the penalty of the same name.
#include "catalog/terms/terms.h"
#include "catalog/penalty/penalty.h"

const cal_loss cal_loss_trace = {
    .entry = {.id = "trace",
              .label = "Cross-entropy with a Hessian trace penalty",
              .tex = "L = -\\log p_y + \\tau \\operatorname{Tr}(\\nabla_w^2 L)",
              .source = "Hutchinson 1990 for the estimate; a penalty of the curvature in the weights",
              .help =
                  "Adds tau times the trace of the Hessian in the weights (Hutchinson estimate), which "
                  "favours flat minima: that of "
                  "each batch, where Fig. 4 of Geometric Insights into Focal Loss names the validation set",
              .params = cal_params_trace},
    .build = cal_cross_entropy,
    .penalty = &cal_penalty_trace,
    .reduces_from = "trace:tau=0",
    .reduces_to = "ce",
    .each_label = true,
};
