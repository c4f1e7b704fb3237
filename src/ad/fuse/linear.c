// Fuses channel-linear forms, such as the terms k1 g + (k2 z + k3) of an image's adjoint through batch norm.
//
// A sum of channel-linear forms is one form, and a ReLU after a form is applied while the form is stored.
// Only forms with one reader are fused. This happens after differentiation, because fusing earlier would hide
// common subexpressions from the hash-consing: the gradient of a curvature would need 53 convolutions instead
// of 41.
#include "ad/fuse/parts.h"

typedef struct form { // sum of coefficient[c] term + constant[c]
    cal_node term[2 * CAL_LINEAR_MAX], coefficient[2 * CAL_LINEAR_MAX], constant;
    int terms, channels;
} form;

// Returns true if node x of g is a form without ReLU and has one reader, which may absorb it.
static bool absorbable(const cal_fuser *f, cal_node x) {
    if (x < 0 || f->readers[x] != 1 || f->map[x] < 0) return false;
    const cal_node_data *node = cal_at(f->out, f->map[x]);
    return node->op == CAL_OP_CHANNEL_LINEAR && !node->attributes.linear.relu;
}

// An absent coefficient is 1.
static cal_node coefficient_sum(cal_graph *g, cal_node x, cal_node y, int channels) {
    if (x < 0 && y < 0) return cal_graph_constant(g, CAL_VECTOR, (cal_shape){1, channels, 1, 1}, 2);
    if (x < 0) return cal_graph_offset(g, y, 1);
    return y < 0 ? cal_graph_offset(g, x, 1) : cal_graph_add(g, x, y);
}

static void add_term(cal_fuser *f, form *sum, cal_node term, cal_node coefficient) {
    for (int i = 0; i < sum->terms; i++)
        if (sum->term[i] == term) {
            sum->coefficient[i] = coefficient_sum(f->out, sum->coefficient[i], coefficient, sum->channels);
            return;
        }
    sum->term[sum->terms] = term;
    sum->coefficient[sum->terms++] = coefficient;
}

// Returns the whole image if x is a slice of its first 4-channel blocks, which a form can read in place.
static cal_node unsliced(const cal_fuser *f, cal_node x) {
    const cal_node_data *node = cal_at(f->out, x);
    const bool first = node->op == CAL_OP_SHORTCUT_GRAD && node->attributes.shortcut.stride == 1 &&
                       node->attributes.shortcut.before == 0 && node->shape.c % 4 == 0;
    return first ? node->in[0] : x;
}

static void add_operand(cal_fuser *f, form *sum, cal_node x) {
    if (!absorbable(f, x)) {
        add_term(f, sum, unsliced(f, f->map[x]), CAL_ABSENT);
        return;
    }
    cal_node_data node = *cal_at(f->out, f->map[x]);
    for (int i = 0; i < CAL_LINEAR_MAX && node.in[i] >= 0; i++)
        add_term(f, sum, node.in[i], node.in[CAL_LINEAR_COEFFICIENT + i]);
    sum->constant = cal_graph_add(f->out, sum->constant, node.in[CAL_LINEAR_CONSTANT]);
}

// Returns x + y as one form, or CAL_NO_NODE if neither is a form or there are too many terms.
static cal_node fused_sum(cal_fuser *f, const cal_node_data *add) {
    if (add->kind != CAL_IMAGE || !(absorbable(f, add->in[0]) || absorbable(f, add->in[1])))
        return CAL_NO_NODE;
    form sum = {.constant = CAL_ZERO, .channels = add->shape.c};
    add_operand(f, &sum, add->in[0]);
    add_operand(f, &sum, add->in[1]);
    if (sum.terms > CAL_LINEAR_MAX) return CAL_NO_NODE;
    return cal_graph_linear(f->out, sum.term, sum.coefficient, sum.terms, sum.constant, add->shape);
}

static cal_node copy(cal_fuser *f, cal_node x) {
    cal_node_data node = *cal_at(f->g, x);
    if (node.op == CAL_OP_STOP) return f->map[node.in[0]];
    cal_node fused = node.op == CAL_OP_ADD ? fused_sum(f, &node) : CAL_NO_NODE;
    if (node.op == CAL_OP_CHANNEL_STAT) fused = cal_fuse_stat(f, x);
    if (fused < 0 && node.kind == CAL_MATRIX) fused = cal_fuse_softmax(f, x);
    if (fused < 0 && node.kind == CAL_MATRIX) fused = cal_fuse_rows(f, x);
    if (fused < 0 && node.kind != CAL_VECTOR) fused = cal_fuse_normal(f, x);
    if (fused >= 0) return fused;
    if (node.op == CAL_OP_RELU && absorbable(f, node.in[0])) {
        double cap = node.attributes.number;
        node = *cal_at(f->out, f->map[node.in[0]]);
        node.attributes.linear.relu = 1;
        node.attributes.linear.cap = cap;
        return cal_graph_copy(f->out, &node);
    }
    for (int j = 0; j < CAL_INPUTS_MAX; j++)
        if (node.in[j] >= 0) node.in[j] = f->map[node.in[j]];
    return cal_graph_copy(f->out, &node);
}

void cal_fuse_linear(cal_fuser *f) {
    for (cal_node i = 0; i < f->g->count && !f->out->error.status; i++)
        if (f->readers[i]) f->map[i] = copy(f, i);
}
