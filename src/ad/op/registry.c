// The table of ops, and the implementations that several descriptors share.
#include "ad/op/descriptor.h"
#include "ad/graph/node.h"
#include <assert.h>
#include <string.h>

static const cal_op *const table[CAL_OPS] = {
#define CAL_OP(NAME, name)               [CAL_OP_##NAME] = &cal_op_##name,
#define CAL_ELEMENTWISE(NAME, name, ...) [CAL_OP_##NAME] = &cal_op_##name,
#define CAL_FUNCTION(NAME, name, ...)    [CAL_OP_##NAME] = &cal_op_##name,
#include "op_numbers.inc"
#include "ad/op/elementwise.inc"
#undef CAL_FUNCTION
#undef CAL_ELEMENTWISE
#undef CAL_OP
};

const cal_op *cal_op_at(int op) { return table[op]; }
int cal_op_arity(int op) { return table[op]->inputs; }

// ---- making nodes

cal_node_data cal_op_blank(int op, cal_kind kind, cal_shape shape) {
    cal_node_data node;
    memset(&node, 0, sizeof node);
    node.op = op;
    node.kind = (int32_t)kind;
    node.shape = shape;
    for (int i = 0; i < CAL_INPUTS_MAX; i++) node.in[i] = CAL_ABSENT;
    return node;
}

cal_node cal_op_make(cal_graph *g, const cal_node_data *node) {
    if (g->error.status) return CAL_NO_NODE;
    assert(table[node->op]->shape(g, node));
    return cal_graph_insert(g, node);
}

// Inserts a node with these operands and attributes unchanged (inputs keep their identity).
cal_node cal_graph_copy(cal_graph *g, const cal_node_data *node) { return cal_op_make(g, node); }

static cal_node make_of(cal_graph *g, int op, cal_node x, cal_node y, cal_kind kind, cal_shape shape,
                        const cal_attributes *attributes) {
    cal_node_data node = cal_op_blank(op, kind, shape);
    node.in[0] = x;
    node.in[1] = y;
    if (attributes) node.attributes = *attributes;
    return cal_op_make(g, &node);
}

cal_node cal_op_one(cal_graph *g, int op, cal_node x, cal_kind kind, cal_shape shape,
                    const cal_attributes *attributes) {
    return x < 0 ? CAL_ZERO : make_of(g, op, x, CAL_ABSENT, kind, shape, attributes);
}

cal_node cal_op_two(cal_graph *g, int op, cal_node x, cal_node y, cal_kind kind, cal_shape shape,
                    const cal_attributes *attributes) {
    return x < 0 || y < 0 ? CAL_ZERO : make_of(g, op, x, y, kind, shape, attributes);
}

cal_node cal_op_like(cal_graph *g, int op, cal_node x, cal_node model, const cal_attributes *attributes) {
    return cal_op_one(g, op, x, cal_kind_of(g, model), cal_shape_of(g, model), attributes);
}

cal_node cal_op_like_two(cal_graph *g, int op, cal_node x, cal_node y, cal_node model,
                         const cal_attributes *attributes) {
    return cal_op_two(g, op, x, y, cal_kind_of(g, model), cal_shape_of(g, model), attributes);
}

// ---- shared implementations

bool cal_same_kind_and_shape(const cal_graph *g, cal_node x, cal_node y) {
    return cal_kind_of(g, x) == cal_kind_of(g, y) && cal_same_shape(cal_shape_of(g, x), cal_shape_of(g, y));
}

bool cal_op_shape_of_first(const cal_graph *g, const cal_node_data *node) {
    for (int i = 0; i < table[node->op]->inputs; i++)
        if (node->in[i] < 0 ||
            !cal_has_shape(node, cal_kind_of(g, node->in[i]), cal_shape_of(g, node->in[i])))
            return false;
    return node->kind != CAL_INDEX;
}

void cal_op_no_derivative(cal_graph *g, cal_derivation *d) {
    (void)g;
    (void)d; // every d is already CAL_ZERO
}

bool cal_op_reads_views(const cal_step *step, int input) {
    (void)step, (void)input;
    return true;
}
bool cal_op_writes_view(const cal_step *step) {
    (void)step;
    return true;
}
size_t cal_op_no_scratch(const cal_step *step, int workers) {
    (void)step;
    (void)workers;
    return 0;
}

bool cal_op_rows_of_all(const cal_graph *g, const cal_node_data *node, const cal_some_rows *some, bool *of,
                        cal_attributes *how) {
    (void)g, (void)some, (void)how;
    for (int i = 0; i < table[node->op]->inputs; i++) of[i] = true;
    return true;
}

void cal_op_copy_f64(const cal_operands *o) {
    for (size_t i = 0; i < cal_elements(o->shape); i++) o->y[i] = o->x[0][i];
}

void cal_op_underivable(cal_graph *g, cal_derivation *d) {
    (void)g;
    (void)d;
    assert(!"what fusion makes is never differentiated");
}

void cal_op_uninterpretable(const cal_operands *o) {
    (void)o;
    assert(!"what fusion makes is never interpreted");
}
