// Leaves, and ops that pass a value on: inputs, constants, the stop of derivatives, dropout.
#include "ad/op/descriptor.h"
#include "kernel/dropout.h"
#include <assert.h>
#include <string.h>

CAL_ATTRIBUTES(input, int32_t steady, order, none[2]); // order: makes inputs distinct
CAL_ATTRIBUTES(drop, double probability; int32_t layer, none);

static bool any_shape(const cal_graph *g, const cal_node_data *node) {
    (void)g;
    return node->shape.n >= 0 && node->shape.c >= 0 && node->shape.h >= 0 && node->shape.w >= 0;
}

// ---- inputs

// Every call makes a new node.
cal_node cal_graph_input(cal_graph *g, cal_kind kind, cal_shape shape) {
    cal_node_data node = cal_op_blank(CAL_OP_INPUT, kind, shape);
    node.attributes.input.order = g->count; // makes inputs distinct
    return cal_op_make(g, &node);
}

// An input that seldom changes. Nodes that depend only on such inputs need not be computed again
// (cal_plan_run_again).
cal_node cal_graph_steady_input(cal_graph *g, cal_kind kind, cal_shape shape) {
    cal_node x = cal_graph_input(g, kind, shape);
    if (x >= 0) g->node[x].attributes.input.steady = 1;
    return x;
}

// The caller of the plan or interpreter has written the values.
static void execute_input(const cal_step *step, const cal_env *env) {
    (void)step;
    (void)env;
}
static void interpret_input(const cal_operands *o) { (void)o; }

const cal_op cal_op_input = {
    .name = "INPUT",
    .meaning = "bound by the caller",
    .flags = CAL_OP_PERSISTS | CAL_OP_CONSTANT,
    .shape = any_shape,
    .derive = cal_op_no_derivative,
    .execute = execute_input,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_input,
};

// ---- constants

cal_node cal_graph_constant(cal_graph *g, cal_kind kind, cal_shape shape, double value) {
    if (value == 0) return CAL_ZERO;
    cal_node_data node = cal_op_blank(CAL_OP_CONST, kind, shape);
    node.attributes.number = value;
    return cal_op_make(g, &node);
}

// VECTOR [1,1]
cal_node cal_graph_scalar(cal_graph *g, double value) {
    return cal_graph_constant(g, CAL_VECTOR, cal_rows_columns(1, 1), value);
}

static bool constant_shape(const cal_graph *g, const cal_node_data *node) {
    return any_shape(g, node) && node->attributes.number != 0;
}

// Writes the value in every run, since plans may share the memory.
static void execute_constant(const cal_step *step, const cal_env *env) {
    size_t count = cal_elements(step->node.shape);
    double value = step->node.attributes.number;
    (void)env;
    if (step->node.kind == CAL_VECTOR)
        for (size_t i = 0; i < count; i++) ((double *)step->y)[i] = value;
    else
        for (size_t i = 0; i < count; i++) ((float *)step->y)[i] = (float)value;
}

static void interpret_constant(const cal_operands *o) {
    for (size_t i = 0; i < cal_elements(o->shape); i++) o->y[i] = o->node->attributes.number;
}

const cal_op cal_op_const = {
    .name = "CONST",
    .meaning = "one number everywhere",
    .flags = CAL_OP_PERSISTS | CAL_OP_CONSTANT,
    .shape = constant_shape,
    .derive = cal_op_no_derivative,
    .execute = execute_constant,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_constant,
    .rows = cal_op_rows_of_all,
};

// ---- the stop of derivatives

// x, with the derivative 0
cal_node cal_graph_stop(cal_graph *g, cal_node x) {
    return x < 0 ? CAL_ZERO : cal_op_like(g, CAL_OP_STOP, x, x, NULL);
}

static void execute_stop(const cal_step *step, const cal_env *env) {
    (void)step;
    (void)env;
    assert(!"fusion takes every stop out (fuse/linear.c)");
}

const cal_op cal_op_stop = {
    .name = "STOP",
    .meaning = "x, a constant in derivatives; gone once they are taken (fuse/linear.c)",
    .inputs = 1,
    .flags = CAL_OP_IN_PLACE | CAL_OP_KEEPS_ZERO | CAL_OP_PLANEWISE | CAL_OP_HELD | CAL_OP_CONSTANT,
    .input = {"x"},
    .shape = cal_op_shape_of_first,
    .derive = cal_op_no_derivative,
    .execute = execute_stop,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_copy_f64,
    .rows = cal_op_rows_of_all,
};

// ---- dropout

// Dropout of a MATRIX or IMAGE (kernel/dropout.h); key VECTOR [1,2] = seed, step. Linear in x, its own
// adjoint.
cal_node cal_graph_drop(cal_graph *g, cal_node x, cal_node key, int layer, double probability) {
    if (x < 0) return CAL_ZERO;
    assert(key >= 0 || g->error.status);
    cal_attributes how = {.drop = {probability, layer, 0}};
    return cal_op_like_two(g, CAL_OP_DROP, x, key, x, &how);
}

static bool drop_shape(const cal_graph *g, const cal_node_data *node) {
    cal_node x = node->in[0], key = node->in[1];
    return (cal_is(g, x, CAL_MATRIX) || cal_is(g, x, CAL_IMAGE)) && cal_is(g, key, CAL_VECTOR) &&
           cal_elements(cal_shape_of(g, key)) == 2 &&
           cal_has_shape(node, cal_kind_of(g, x), cal_shape_of(g, x));
}

static void derive_drop(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_graph_drop(g, d->w, d->node.in[1], d->node.attributes.drop.layer,
                             d->node.attributes.drop.probability);
}

static cal_dropout dropout_of(const cal_node_data *node, const double *key) {
    return (cal_dropout){(uint64_t)key[0], (uint64_t)key[1], node->attributes.drop.layer,
                         node->attributes.drop.probability};
}

static void execute_drop(const cal_step *step, const cal_env *env) {
    const cal_node_data *node = &step->node;
    cal_dropout drop = dropout_of(node, step->x[1]);
    cal_shape s = node->shape;
    size_t count = node->kind == CAL_IMAGE ? cal_image_floats(s.n, s.c, s.h, s.w) : cal_elements(s);
    cal_kernel_dropout_run(env, step->y, step->x[0], &drop, count);
}

// The mask is numbered in the engine's order: the four channels of a pixel's block are contiguous.
static void interpret_drop(const cal_operands *o) {
    cal_dropout key = dropout_of(o->node, o->x[1]);
    cal_shape s = o->shape;
    size_t plane = (size_t)s.h * s.w, blocks = ((size_t)s.c + 3) / 4;
    for (size_t i = 0; i < cal_elements(s); i++) {
        size_t c = i / plane % (size_t)s.c, n = i / plane / (size_t)s.c, at = i;
        if (o->node->kind == CAL_IMAGE) at = ((n * blocks + c / 4) * plane + i % plane) * 4 + c % 4;
        o->y[i] = cal_kernel_dropout_drops(&key, at) ? 0 : o->x[0][i] / (1 - key.probability);
    }
}

const cal_op cal_op_drop = {
    .name = "DROP",
    .meaning = "dropout: x / (1 - probability) or, with that probability, 0",
    .inputs = 2,
    .flags = CAL_OP_IN_PLACE | CAL_OP_KEEPS_ZERO,
    .input = {"x", "key: seed and step"},
    .shape = drop_shape,
    .derive = derive_drop,
    .execute = execute_drop,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_drop,
};

// ---- examples

static cal_node example_stop(cal_graph *g, const cal_node *x) {
    cal_node stopped = cal_graph_stop(g, cal_graph_exp(g, x[0])), square = cal_graph_mul(g, x[0], x[0]);
    return cal_graph_mul(g, stopped, square);
}
static cal_node example_drop(cal_graph *g, const cal_node *x) { // seed 3, step 3
    cal_node key = cal_graph_constant(g, CAL_VECTOR, cal_rows_columns(1, 2), 3);
    return cal_graph_drop(g, x[0], key, 1, 0.25);
}

const cal_op_example cal_op_examples_leaf[] = {
    {"STOP matrix", example_stop, {{CAL_MATRIX, {4, 5, 1, 1}}}},
    {"STOP image", example_stop, {{CAL_IMAGE, {2, 5, 3, 2}}}},
    {"DROP matrix", example_drop, {{CAL_MATRIX, {5, 9, 1, 1}}}},
    {"DROP image", example_drop, {{CAL_IMAGE, {2, 5, 3, 3}}}},
    {NULL},
};
