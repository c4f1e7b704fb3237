// The Fisher information of a network's outputs with respect to its parameters.
//
// F is the mean over samples of E[g g'], g the gradient of log p(y) and y drawn from the network's own
// probabilities. It is also the Hessian of the cross-entropy against these probabilities, held constant. The
// gradient with respect to the logits is then 0, so that only J' (diag(p) - p p') J is left.
#include "run/curvature/hessian.h"
#include "catalog/terms/terms.h"

cal_node cal_fisher_losses(cal_graph *g, const cal_loss_batch *batch) {
    const cal_shape all = cal_shape_of(g, batch->logits);
    const cal_node z = batch->several ? cal_label_pairs(g, batch->logits) : batch->logits;
    const cal_node log_p = cal_graph_sub(
        g, z, cal_graph_broadcast(g, cal_graph_logsumexp(g, z), CAL_MATRIX, cal_shape_of(g, z)));
    const cal_node p = cal_graph_stop(g, cal_graph_exp(g, log_p));
    const cal_node each = cal_graph_scale(g, cal_row_total(g, cal_graph_mul(g, p, log_p)), -1);
    return batch->several ? cal_label_mean(g, each, batch->known, all.c) : each;
}
