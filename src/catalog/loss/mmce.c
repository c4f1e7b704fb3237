// Cross-entropy with the squared maximum mean calibration error of the batch.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

enum { MOST = 4096 }; // samples that are coupled pairwise: 64 MB per matrix, twice that in double

// MMCE^2 is the sum over all pairs of `s_i s_j r_i r_j e^(-|c_i - c_j| / 0.4)`, with r = c - a and weights s.
// Sample i gets r_i sum_j s_j r_j e^(...), whose mean it is.
static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    double lambda = cal_choice_number(choice, "lambda");
    cal_node loss = cal_graph_scale(g, cal_log_p(g, batch->logits, batch->labels), -1);
    if (lambda == 0) return loss;
    int n = cal_shape_of(g, batch->logits).n;
    cal_shape pairs = {n, n, 1, 1};
    if (n > MOST) {
        cal_fail(&g->error, CAL_USAGE,
                 "loss mmce: a batch of %d samples; at most %d are compared with each other", n, MOST);
        return CAL_NO_NODE;
    }
    cal_node c = cal_graph_exp(g, cal_log_top(g, batch->logits));
    cal_node r = cal_graph_sub(g, c, cal_is_top(g, batch->logits, batch->labels));
    cal_node one = cal_graph_constant(g, CAL_MATRIX, (cal_shape){n, 1, 1, 1}, 1);
    cal_node row = cal_graph_broadcast(g, c, CAL_MATRIX, pairs);
    cal_node gap = cal_graph_sub(g, row, cal_graph_matmul(g, one, c, false, true));
    cal_node kernel = cal_graph_exp(g, cal_graph_scale(g, cal_absolute(g, gap), -1 / 0.4));
    cal_node weighted =
        batch->sample_weight < 0 ? cal_graph_scale(g, r, 1.0 / n) : cal_graph_mul(g, r, batch->sample_weight);
    cal_node error = cal_graph_mul(g, r, cal_graph_matmul(g, kernel, weighted, false, false));
    return cal_graph_add(g, loss, cal_graph_scale(g, error, lambda));
}

const cal_loss cal_loss_mmce = {
    .entry = {.id = "mmce",
              .label = "Cross-entropy with MMCE",
              .tex = "L = -\\log p_y + \\frac{\\lambda}{n^2} \\sum_{i,j} (c_i - a_i)(c_j - a_j) e^{-\\lvert "
                     "c_i - c_j "
                     "\\rvert / 0.4}",
              .source = "Kumar, Sarawagi and Jain 2018, Eq. 7, squared as Mukhoti et al. 2020 train it",
              .help = "Adds lambda times the squared kernel calibration error of the mini-batch; it couples "
                      "the samples of a batch",
              .params = (const cal_param[]){{.name = "lambda",
                                             .help = "weight of the calibration error; 0 is cross-entropy",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 2,
                                             .min = 0,
                                             .max = 100},
                                            {0}}},
    .build = build,
    .reduces_from = "mmce:lambda=0",
    .reduces_to = "ce",
};
