// Fuses softmax and its adjoint, so that the scores of an attention need two passes instead of ten.
//
// Softmax is EXP(SUB(x, BROADCAST(LOGSUMEXP(x)))). Its adjoint to w, with m = MUL(w, y), is ADD(m,
// MUL(BROADCAST(SUM(SCALE(m, -1))), y)). Nodes with other readers are not fused, so a loss that reads its
// LOGSUMEXP keeps it.
#include "ad/fuse/parts.h"
#include "ad/op/descriptor.h"

// Returns node x of g if it is that op and has exactly `readers` readers; else null.
static const cal_node_data *expect(const cal_fuser *f, cal_node x, int op, int readers) {
    if (x < 0 || f->readers[x] != readers) return NULL;
    const cal_node_data *node = cal_at(f->g, x);
    return node->op == op ? node : NULL;
}

static bool whole_row(const cal_node_data *sum) { return sum->kind == CAL_MATRIX && sum->shape.c == 1; }

static cal_node softmax(cal_fuser *f, const cal_node_data *exp) {
    const cal_node_data *sub = expect(f, exp->in[0], CAL_OP_SUB, 1);
    const cal_node_data *spread = sub ? expect(f, sub->in[1], CAL_OP_BROADCAST, 1) : NULL;
    const cal_node_data *log_sum = spread ? expect(f, spread->in[0], CAL_OP_LOGSUMEXP, 1) : NULL;
    if (!log_sum || log_sum->in[0] != sub->in[0]) return CAL_NO_NODE;
    return cal_op_one(f->out, CAL_OP_SOFTMAX, f->map[sub->in[0]], CAL_MATRIX, exp->shape, NULL);
}

// The other operand of a node with two, or CAL_NO_NODE if x is neither.
static cal_node other(const cal_node_data *node, cal_node x) {
    return node->in[0] == x ? node->in[1] : node->in[1] == x ? node->in[0] : CAL_NO_NODE;
}

// Returns m + u as a fused adjoint if u is its term with the row sum; else CAL_NO_NODE.
static cal_node adjoint(cal_fuser *f, cal_node m, cal_node u) {
    const cal_node_data *product = expect(f, m, CAL_OP_MUL, 2), *part = expect(f, u, CAL_OP_MUL, 1);
    for (int i = 0; product && part && i < 2; i++) {
        const cal_node_data *spread = expect(f, part->in[i], CAL_OP_BROADCAST, 1);
        const cal_node_data *sum = spread ? expect(f, spread->in[0], CAL_OP_SUM, 1) : NULL;
        const cal_node_data *scale = sum && whole_row(sum) ? expect(f, sum->in[0], CAL_OP_SCALE, 1) : NULL;
        cal_node y = part->in[1 - i], w = other(product, y);
        if (!scale || scale->attributes.number != -1 || scale->in[0] != m || w < 0) continue;
        return cal_op_two(f->out, CAL_OP_SOFTMAX_GRAD, f->map[w], f->map[y], CAL_MATRIX, part->shape, NULL);
    }
    return CAL_NO_NODE;
}

cal_node cal_fuse_softmax(cal_fuser *f, cal_node x) {
    const cal_node_data *node = cal_at(f->g, x);
    if (node->op == CAL_OP_EXP) return softmax(f, node);
    if (node->op != CAL_OP_ADD) return CAL_NO_NODE;
    cal_node fused = adjoint(f, node->in[0], node->in[1]);
    return fused >= 0 ? fused : adjoint(f, node->in[1], node->in[0]);
}
