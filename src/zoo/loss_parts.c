// Floor 3. The stable pieces losses are made of: no clamps, so that no gradient is falsified.
#include "zoo/loss_parts.h"

cal_node cal_log_p(cal_graph *g, cal_node z, cal_node y) {
    return cal_sub(g, cal_pick(g, z, y), cal_logsumexp(g, z));
}

// -1e30 takes the label out of what is summed over a row: e^(-1e30 - max) is exactly 0, and so is its
// gradient.
static cal_node others(cal_graph *g, cal_node z, cal_node y) {
    cal_shape s = cal_shape_of(g, z);
    cal_node far = cal_constant(g, CAL_MATRIX, (cal_shape){s.n, 1, 1, 1}, -1e30);
    return cal_add(g, z, cal_unpick(g, far, y, s.c));
}

// 1 - p_y rounds to zero in float where p_y is within 6e-8 of one; as a difference of two log-sum-exps its
// logarithm keeps all its digits.
cal_node cal_log_one_minus_p(cal_graph *g, cal_node z, cal_node y) {
    return cal_sub(g, cal_logsumexp(g, others(g, z, y)), cal_logsumexp(g, z));
}

cal_node cal_softmax(cal_graph *g, cal_node z) {
    return cal_exp_of(g,
                      cal_sub(g, z, cal_broadcast(g, cal_logsumexp(g, z), CAL_MATRIX, cal_shape_of(g, z))));
}

cal_node cal_row_total(cal_graph *g, cal_node x) {
    return cal_sum(g, x, CAL_MATRIX, (cal_shape){cal_shape_of(g, x).n, 1, 1, 1});
}

// (1 - p)^gamma = e^(gamma log(1 - p)): finite with all its derivatives at p = 1, also for 0 < gamma < 1.
cal_node cal_focal(cal_graph *g, cal_node z, cal_node y, double gamma) {
    cal_node log_p = cal_log_p(g, z, y);
    if (gamma == 0) return cal_scale(g, log_p, -1);
    cal_node factor = cal_exp_of(g, cal_scale(g, cal_log_one_minus_p(g, z, y), gamma));
    return cal_scale(g, cal_mul(g, factor, log_p), -1);
}

// MASK passes derivatives to what it masks and none to what it asks.
cal_node cal_focal_below(cal_graph *g, cal_node z, cal_node y, double gamma, double threshold, bool closed,
                         cal_node elsewhere) {
    cal_node p = cal_exp_of(g, cal_log_p(g, z, y)), below = cal_focal(g, z, y, gamma);
    if (closed) { // where p > threshold: elsewhere
        cal_node above = cal_offset(g, p, -threshold);
        return cal_add(g, cal_mask(g, elsewhere, above, 0), cal_sub(g, below, cal_mask(g, below, above, 0)));
    }
    cal_node under = cal_offset(g, cal_scale(g, p, -1), threshold);
    return cal_add(g, cal_mask(g, below, under, 0), cal_sub(g, elsewhere, cal_mask(g, elsewhere, under, 0)));
}

// The label's own square is (1 - p_y)^2, which p_y - 1 would round away.
cal_node cal_square_distance(cal_graph *g, cal_node z, cal_node y) {
    cal_node lse = cal_broadcast(g, cal_logsumexp(g, z), CAL_MATRIX, cal_shape_of(g, z));
    cal_node squares = cal_exp_of(g, cal_scale(g, cal_sub(g, others(g, z, y), lse), 2));
    cal_node own = cal_exp_of(g, cal_scale(g, cal_log_one_minus_p(g, z, y), 2));
    return cal_add(g, cal_row_total(g, squares), own);
}

// The others sum to what the label lacks.
cal_node cal_absolute_distance(cal_graph *g, cal_node z, cal_node y) {
    return cal_scale(g, cal_exp_of(g, cal_log_one_minus_p(g, z, y)), 2);
}
