// Numerically stable terms of losses, without clamps, so that gradients are exact.
#include "catalog/terms/terms.h"

cal_node cal_log_p(cal_graph *g, cal_node z, cal_node y) {
    cal_node own = cal_graph_pick(g, z, y);
    return cal_graph_sub(g, own, cal_graph_logsumexp(g, z));
}

cal_node cal_cross_entropy(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    (void)choice;
    return cal_graph_scale(g, cal_log_p(g, batch->logits, batch->labels), -1);
}

// -1e30 removes the label from the sum over a row: e^(-1e30 - max) is exactly 0, and so is its gradient.
static cal_node others(cal_graph *g, cal_node z, cal_node y) {
    cal_shape s = cal_shape_of(g, z);
    cal_node far = cal_graph_constant(g, CAL_MATRIX, (cal_shape){s.n, 1, 1, 1}, -1e30);
    return cal_graph_add(g, z, cal_graph_unpick(g, far, y, s.c));
}

// log(1 - p_y) = lse(z without y) - lse(z). In float, 1 - p_y rounds to zero if p_y is within 6e-8 of one. As
// a difference of two log-sum-exps its logarithm keeps all digits.
static cal_node log_one_minus_p(cal_graph *g, cal_node z, cal_node y) {
    cal_node rest = cal_graph_logsumexp(g, others(g, z, y));
    return cal_graph_sub(g, rest, cal_graph_logsumexp(g, z));
}

static cal_node ones_like(cal_graph *g, cal_node x) {
    return cal_graph_constant(g, CAL_MATRIX, cal_shape_of(g, x), 1);
}

cal_node cal_log_top(cal_graph *g, cal_node z) { return cal_log_p(g, z, cal_graph_row_argmax(g, z)); }

cal_node cal_is_top(cal_graph *g, cal_node z, cal_node y) {
    cal_node one = cal_graph_constant(g, CAL_MATRIX, (cal_shape){cal_shape_of(g, z).n, 1, 1, 1}, 1);
    cal_node label = cal_graph_unpick(g, one, y, cal_shape_of(g, z).c);
    return cal_graph_pick(g, label, cal_graph_row_argmax(g, z));
}

// As above, with class j counted twice: log 2 is added to its logit.
cal_node cal_log_one_minus_margin(cal_graph *g, cal_node z, cal_node y) {
    cal_shape s = cal_shape_of(g, z);
    cal_node own = cal_graph_broadcast(g, cal_graph_pick(g, z, y), CAL_MATRIX, s);
    cal_node one = ones_like(g, z),
             below = cal_graph_mask(g, one, cal_graph_sub(g, own, z), 0); // 1 where z_k < z_y
    cal_node far = cal_graph_scale(g, cal_graph_sub(g, one, below), -1e30);
    cal_node j = cal_graph_row_argmax(g, cal_graph_add(g, cal_graph_mask(g, z, below, 0), far));
    cal_node twice =
        cal_graph_unpick(g, cal_graph_scale(g, cal_graph_pick(g, below, j), 0.69314718055994531), j, s.c);
    cal_node rest = cal_graph_logsumexp(g, cal_graph_add(g, others(g, z, y), twice));
    return cal_graph_sub(g, rest, cal_graph_logsumexp(g, z));
}

cal_node cal_absolute(cal_graph *g, cal_node x) {
    cal_node above = cal_graph_relu(g, x, 0);
    return cal_graph_add(g, above, cal_graph_relu(g, cal_graph_scale(g, x, -1), 0));
}

cal_node cal_row_total(cal_graph *g, cal_node x) {
    return cal_graph_sum(g, x, CAL_MATRIX, (cal_shape){cal_shape_of(g, x).n, 1, 1, 1});
}

// (1 - p)^gamma = e^(gamma log(1 - p)): finite with all derivatives at p = 1, also for 0 < gamma < 1.
cal_node cal_focal(cal_graph *g, cal_node z, cal_node y, double gamma) {
    cal_node log_p = cal_log_p(g, z, y);
    if (gamma == 0) return cal_graph_scale(g, log_p, -1);
    cal_node factor = cal_graph_exp(g, cal_graph_scale(g, log_one_minus_p(g, z, y), gamma));
    return cal_graph_scale(g, cal_graph_mul(g, factor, log_p), -1);
}

cal_node cal_focal_each(cal_graph *g, cal_node z, cal_node y, cal_node gamma) {
    cal_node log_p = cal_log_p(g, z, y);
    cal_node log_sum = cal_graph_log(g, cal_graph_offset(g, cal_graph_exp(g, log_p), 1)); // log(1 + p_y)
    cal_node positive = cal_graph_relu(g, gamma, 0);
    cal_node down = cal_graph_mul(g, positive, log_one_minus_p(g, z, y));
    cal_node up = cal_graph_mul(g, cal_graph_relu(g, cal_graph_scale(g, gamma, -1), 0), log_sum);
    return cal_graph_scale(g, cal_graph_mul(g, cal_graph_exp(g, cal_graph_add(g, down, up)), log_p), -1);
}

// MASK passes derivatives to its first input and none to its condition.
cal_node cal_focal_below(cal_graph *g, cal_node z, cal_node y, double gamma, double threshold, bool closed,
                         cal_node elsewhere) {
    cal_node p = cal_graph_exp(g, cal_log_p(g, z, y)), below = cal_focal(g, z, y, gamma);
    if (closed) { // elsewhere if p > threshold
        cal_node above = cal_graph_offset(g, p, -threshold);
        cal_node there = cal_graph_mask(g, elsewhere, above, 0);
        return cal_graph_add(g, there, cal_graph_sub(g, below, cal_graph_mask(g, below, above, 0)));
    }
    cal_node under = cal_graph_offset(g, cal_graph_scale(g, p, -1), threshold);
    cal_node there = cal_graph_mask(g, below, under, 0);
    return cal_graph_add(g, there, cal_graph_sub(g, elsewhere, cal_graph_mask(g, elsewhere, under, 0)));
}

// The label's term is (1 - p_y)^2, which p_y - 1 would lose to rounding. An independent label has no other
// term.
cal_node cal_square_distance(cal_graph *g, const cal_loss_batch *batch) {
    cal_node z = batch->logits, y = batch->labels;
    if (batch->several) return cal_graph_exp(g, cal_graph_scale(g, log_one_minus_p(g, z, y), 2));
    cal_node lse = cal_graph_broadcast(g, cal_graph_logsumexp(g, z), CAL_MATRIX, cal_shape_of(g, z));
    cal_node squares = cal_graph_exp(g, cal_graph_scale(g, cal_graph_sub(g, others(g, z, y), lse), 2));
    cal_node own = cal_graph_exp(g, cal_graph_scale(g, log_one_minus_p(g, z, y), 2));
    return cal_graph_add(g, cal_row_total(g, squares), own);
}

// The others sum to 1 - p_y.
cal_node cal_absolute_distance(cal_graph *g, const cal_loss_batch *batch) {
    cal_node lacking = cal_graph_exp(g, log_one_minus_p(g, batch->logits, batch->labels));
    return batch->several ? lacking : cal_graph_scale(g, lacking, 2);
}

cal_node cal_label_pairs(cal_graph *g, cal_node z) {
    cal_node column = cal_graph_swap(g, z, 1, cal_shape_of(g, z).c, 1);
    return cal_graph_swap(g, cal_graph_rows_put(g, column, 2, 1, 1), 2, 1, 2);
}

cal_node cal_label_mean(cal_graph *g, cal_node losses, cal_node known, int k) {
    cal_node table = cal_graph_swap(g, cal_graph_mul(g, losses, known), k, 1, k);
    return cal_graph_scale(g, cal_row_total(g, table), 1.0 / k);
}
