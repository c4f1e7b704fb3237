// Floor 3. The stable pieces losses are made of: no clamps, so that no gradient is falsified.
#include "zoo/loss_parts.h"

cal_node cal_log_p(cal_graph *g, cal_node z, cal_node y) {
    return cal_sub(g, cal_pick(g, z, y), cal_logsumexp(g, z));
}

// 1 - p_y rounds to zero in float where p_y is within 6e-8 of one; as a difference of two log-sum-exps its
// logarithm keeps all its digits. -1e30 takes the label out of the sum: e^(-1e30 - max) is exactly 0, and so
// is its gradient.
cal_node cal_log_one_minus_p(cal_graph *g, cal_node z, cal_node y) {
    cal_shape s = cal_shape_of(g, z);
    cal_node far = cal_constant(g, CAL_MATRIX, (cal_shape){s.n, 1, 1, 1}, -1e30);
    cal_node others = cal_add(g, z, cal_unpick(g, far, y, s.c));
    return cal_sub(g, cal_logsumexp(g, others), cal_logsumexp(g, z));
}

cal_node cal_softmax(cal_graph *g, cal_node z) {
    return cal_exp_of(g,
                      cal_sub(g, z, cal_broadcast(g, cal_logsumexp(g, z), CAL_MATRIX, cal_shape_of(g, z))));
}
