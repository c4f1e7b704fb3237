// Fuses the normal distribution function, a factor of GELU, and its derivative, each into one pass over x.
// They are OFFSET(SCALE(ERF(s), 1/2), 1/2) and EXP(SCALE(MUL(s, s), -1)) of s = SCALE(x, 1/sqrt 2). The bits
// are the same, and s need not be kept, because x is.
#include "ad/fuse/parts.h"
#include "ad/op/descriptor.h"

// Returns node x of g if it is that op with that number and has one reader; else null.
static const cal_node_data *expect(const cal_fuser *f, cal_node x, int op, double number) {
    const cal_node_data *node = cal_at(f->g, x);
    return f->readers[x] == 1 && node->op == op && node->attributes.number == number ? node : NULL;
}

// Returns x if s = SCALE(x, 1/sqrt 2), else CAL_NO_NODE.
static cal_node unscaled(const cal_fuser *f, cal_node s) {
    const cal_node_data *node = cal_at(f->g, s);
    return node->op == CAL_OP_SCALE && node->attributes.number == 0.70710678118654752 ? node->in[0]
                                                                                      : CAL_NO_NODE;
}

static cal_node cdf(const cal_fuser *f, const cal_node_data *offset) {
    const cal_node_data *scale =
        offset->attributes.number == 0.5 ? expect(f, offset->in[0], CAL_OP_SCALE, 0.5) : NULL;
    const cal_node_data *erf = scale ? expect(f, scale->in[0], CAL_OP_ERF, 0) : NULL;
    return erf ? unscaled(f, erf->in[0]) : CAL_NO_NODE;
}

static cal_node bell(const cal_fuser *f, const cal_node_data *exp) {
    const cal_node_data *scale = expect(f, exp->in[0], CAL_OP_SCALE, -1);
    const cal_node_data *square = scale ? expect(f, scale->in[0], CAL_OP_MUL, 0) : NULL;
    return square && square->in[0] == square->in[1] ? unscaled(f, square->in[0]) : CAL_NO_NODE;
}

cal_node cal_fuse_normal(cal_fuser *f, cal_node x) {
    const cal_node_data *node = cal_at(f->g, x);
    const bool is_cdf = node->op == CAL_OP_OFFSET;
    if (!is_cdf && node->op != CAL_OP_EXP) return CAL_NO_NODE;
    const cal_node from = is_cdf ? cdf(f, node) : bell(f, node);
    if (from < 0) return CAL_NO_NODE;
    return is_cdf ? cal_graph_normal_cdf(f->out, f->map[from]) : cal_graph_normal_bell(f->out, f->map[from]);
}
