// Entropy bonus (confidence penalty, Pereyra et al. 2017): subtracts alpha times
// the entropy of the prediction.
#include "catalog/terms/terms.h"
#include "catalog/penalty/penalty.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    cal_shape s = cal_shape_of(g, batch->logits);
    cal_node log_p = cal_graph_sub(
        g, batch->logits, cal_graph_broadcast(g, cal_graph_logsumexp(g, batch->logits), CAL_MATRIX, s));
    cal_node negative_entropy = cal_row_total(g, cal_graph_mul(g, cal_graph_exp(g, log_p), log_p));
    return cal_graph_scale(g, negative_entropy, cal_choice_number(choice, "alpha"));
}

const cal_param cal_params_entropy[] = {{.name = "alpha",
                                         .help = "weight of the entropy; 0 leaves the loss as it is",
                                         .unit = "",
                                         .type = CAL_REAL,
                                         .value = 0.1,
                                         .min = 0,
                                         .max = 10},
                                        {0}};

const cal_penalty cal_penalty_entropy = {
    .entry = {.id = "entropy",
              .label = "Entropy bonus",
              .tex = "-\\alpha H(p)",
              .source = "Pereyra et al. 2017, Sec. 3",
              .help =
                  "Entropy bonus (confidence penalty): subtracts alpha times the entropy of the prediction",
              .params = cal_params_entropy},
    .build = build,
};
