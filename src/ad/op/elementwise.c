// The element-wise ops: kinds and shapes of inputs and result are equal. Each is a row of elementwise.inc.
// This file has the functions that call a row's columns, and the constructors that simplify.
#include "ad/op/descriptor.h"
#include "base/maths/maths.h"
#include "base/simd_width.h"
#include "kernel/layout/layout.h"
#include <assert.h>

// The flags, by their names in the rows.
enum {
    IN_PLACE = CAL_OP_IN_PLACE,
    KEEPS_ZERO = CAL_OP_KEEPS_ZERO,
    PLANEWISE = CAL_OP_PLANEWISE,
    CAPPED = CAL_OP_CAPPED,
    POSITIVE = CAL_OP_POSITIVE,
};

static void execute(const cal_step *step, const cal_env *env) {
    const cal_node_data *node = &step->node;
    const cal_op *op = cal_op_at(node->op);
    cal_shape s = node->shape;
    double k = node->attributes.number;
    if (node->kind == CAL_VECTOR) { // tiny, and in double
        const double *x = step->x[0], *y = step->x[1];
        for (size_t i = 0; i < cal_elements(s); i++)
            ((double *)step->y)[i] = op->elementwise->scalar(x[i], y ? y[i] : 0, k);
        return;
    }
    size_t count = node->kind == CAL_IMAGE ? cal_image_floats(s.n, s.c, s.h, s.w) : cal_elements(s);
    cal_kernel_elementwise_run(env, op->elementwise->span, op->elementwise->chunk, step->y, step->x[0],
                               step->x[1], k, count);
    if (node->kind == CAL_IMAGE && !(op->flags & CAL_OP_KEEPS_ZERO)) {
        cal_image_shape shape = cal_image_of(s);
        cal_kernel_clear_padding(env, step->y, &shape);
    }
}

static void interpret(const cal_operands *o) {
    const cal_elementwise *row = cal_op_at(o->node->op)->elementwise;
    for (size_t i = 0; i < cal_elements(o->shape); i++)
        o->y[i] = row->scalar(o->x[0][i], o->x[1] ? o->x[1][i] : 0, o->node->attributes.number);
}

// Defines every name that a row's column may use; no row uses all.
#define CAL_ELEMENTWISE(NAME, name_, count, meaning_, flags_, chunk_, scalar_, vector_, ...)                 \
    static double name_##_scalar(double x, double y, double k) {                                             \
        (void)y, (void)k;                                                                                    \
        return scalar_;                                                                                      \
    }                                                                                                        \
    CAL_EACH_WIDTH_OF(cal_elementwise_span, cal_span_##name_);                                               \
    static void name_##_span(float *out, const float *x, const float *y, float k, size_t n) {                \
        CAL_OF_WIDTH(cal_span_##name_)(out, x, y, k, n);                                                     \
    }                                                                                                        \
    static void name_##_derive(cal_graph *g, cal_derivation *d) {                                            \
        const cal_node x = d->node.in[0], y = d->node.in[1], out = d->out, w = d->w;                         \
        const double k = d->node.attributes.number;                                                          \
        const bool *need = d->need;                                                                          \
        cal_node dx = CAL_ZERO, dy = CAL_ZERO;                                                               \
        (void)g, (void)x, (void)y, (void)out, (void)k, (void)need;                                           \
        __VA_ARGS__;                                                                                         \
        d->d[0] = dx;                                                                                        \
        d->d[1] = dy;                                                                                        \
    }                                                                                                        \
    const cal_op cal_op_##name_ = {                                                                          \
        .name = #NAME,                                                                                       \
        .meaning = meaning_,                                                                                 \
        .inputs = count,                                                                                     \
        .flags = flags_,                                                                                     \
        .input = {"x", (count) == 2 ? "y" : NULL},                                                           \
        .shape = cal_op_shape_of_first,                                                                      \
        .derive = name_##_derive,                                                                            \
        .execute = execute,                                                                                  \
        .scratch = cal_op_no_scratch,                                                                        \
        .interpret = interpret,                                                                              \
        .rows = cal_op_rows_of_all,                                                                          \
        .elementwise = &(const cal_elementwise){name_##_scalar, name_##_span, CAL_CHUNK_##chunk_},           \
    };
#define CAL_FUNCTION(NAME, name_, meaning_, flags_, chunk_, scalar_, vector_, ...)                           \
    CAL_ELEMENTWISE(NAME, name_, 1, meaning_, flags_, chunk_, scalar_, vector_, __VA_ARGS__)                 \
    cal_node cal_graph_##name_(cal_graph *g, cal_node x) {                                                   \
        return function_of(g, CAL_OP_##NAME, x, ((flags_) & KEEPS_ZERO) != 0);                               \
    }

// ---- constructors

// If the op does not keep zeros, the symbolic zero is a programmer's error.
static cal_node function_of(cal_graph *g, int op, cal_node x, bool keeps_zero) {
    assert(x >= 0 || keeps_zero || g->error.status);
    (void)keeps_zero;
    return x < 0 ? CAL_ZERO : cal_op_like(g, op, x, x, NULL);
}

static cal_node with_number(cal_graph *g, int op, cal_node x, double k) {
    return cal_op_like(g, op, x, x, &(const cal_attributes){.number = k});
}

static cal_node two_with_number(cal_graph *g, int op, cal_node x, cal_node y, double k) {
    return cal_op_like_two(g, op, x, y, x, &(const cal_attributes){.number = k});
}

static bool is_constant(const cal_graph *g, cal_node x) { return cal_at(g, x)->op == CAL_OP_CONST; }
static double number_of(const cal_graph *g, cal_node x) { return cal_at(g, x)->attributes.number; }

cal_node cal_graph_add(cal_graph *g, cal_node x, cal_node y) {
    if (x < 0) return y;
    if (y < 0) return x;
    const cal_node_data *p = cal_at(g, x), *q = cal_at(g, y);
    // pack plus pack, row by row: an absent row stays absent
    if (p->op == CAL_OP_PACK && q->op == CAL_OP_PACK) {
        cal_node p0 = p->in[0], p1 = p->in[1], q0 = q->in[0], q1 = q->in[1];
        cal_node row0 = cal_graph_add(g, p0, q0), row1 = cal_graph_add(g, p1, q1);
        return cal_graph_pack(g, row0, row1);
    }
    // One node for x + y and y + x: addition commutes bit for bit.
    cal_node first = x < y ? x : y, second = x < y ? y : x;
    return cal_op_like_two(g, CAL_OP_ADD, first, second, first, NULL);
}

cal_node cal_graph_sub(cal_graph *g, cal_node x, cal_node y) {
    if (y < 0) return x;
    if (x < 0) return cal_graph_scale(g, y, -1);
    return cal_op_like_two(g, CAL_OP_SUB, x, y, x, NULL);
}

cal_node cal_graph_mul(cal_graph *g, cal_node x, cal_node y) {
    if (x < 0 || y < 0) return CAL_ZERO;
    if (is_constant(g, x)) return cal_graph_scale(g, y, number_of(g, x));
    if (is_constant(g, y)) return cal_graph_scale(g, x, number_of(g, y));
    cal_node first = x < y ? x : y, second = x < y ? y : x;
    return cal_op_like_two(g, CAL_OP_MUL, first, second, first, NULL);
}

cal_node cal_graph_div(cal_graph *g, cal_node x, cal_node y) {
    assert(y >= 0 || g->error.status);
    if (x < 0 || y < 0) return CAL_ZERO;
    return cal_op_like_two(g, CAL_OP_DIV, x, y, x, NULL);
}

cal_node cal_graph_scale(cal_graph *g, cal_node x, double k) {
    if (x < 0 || k == 0) return CAL_ZERO;
    if (k == 1) return x;
    cal_node_data node = *cal_at(g, x);
    double inner = node.attributes.number;
    if (node.op == CAL_OP_SCALE) return cal_graph_scale(g, node.in[0], k * inner);
    if (node.op == CAL_OP_CONST) return cal_graph_constant(g, (cal_kind)node.kind, node.shape, k * inner);
    return with_number(g, CAL_OP_SCALE, x, k);
}

cal_node cal_graph_offset(cal_graph *g, cal_node x, double k) {
    assert(x >= 0 || g->error.status);
    return x < 0 || k == 0 ? x : with_number(g, CAL_OP_OFFSET, x, k);
}

// max(0, x); at most cap, unless that is 0.
cal_node cal_graph_relu(cal_graph *g, cal_node x, double cap) {
    return x < 0 ? CAL_ZERO : with_number(g, CAL_OP_RELU, x, cap);
}

// x where y > 0 (and y < cap), else 0
cal_node cal_graph_mask(cal_graph *g, cal_node x, cal_node y, double cap) {
    return x < 0 || y < 0 ? CAL_ZERO : two_with_number(g, CAL_OP_MASK, x, y, cap);
}

// x where y > 0, else slope x
cal_node cal_graph_leak(cal_graph *g, cal_node x, cal_node y, double slope) {
    if (x < 0) return CAL_ZERO;
    assert(y >= 0 || g->error.status);
    return two_with_number(g, CAL_OP_LEAK, x, y, slope);
}

#include "ad/op/elementwise.inc"

// ---- examples of the constructors; the test makes those of the rows

CAL_EXAMPLE(add, cal_graph_add(g, x[0], x[1]))
CAL_EXAMPLE(sub, cal_graph_sub(g, x[0], x[1]))
CAL_EXAMPLE(mul, cal_graph_mul(g, x[0], x[1]))
CAL_EXAMPLE(div, cal_graph_div(g, x[0], x[1]))
CAL_EXAMPLE(scale, cal_graph_scale(g, x[0], -1.5))
CAL_EXAMPLE(offset, cal_graph_offset(g, x[0], 0.75))
CAL_EXAMPLE(exp, cal_graph_exp(g, x[0]))
CAL_EXAMPLE(log, cal_graph_log(g, x[0]))
CAL_EXAMPLE(sqrt, cal_graph_sqrt(g, x[0]))
CAL_EXAMPLE(tanh, cal_graph_tanh(g, x[0]))
CAL_EXAMPLE(relu, cal_graph_relu(g, x[0], 0))
CAL_EXAMPLE(mask, cal_graph_mask(g, x[0], x[1], 0))
CAL_EXAMPLE(relu_cap, cal_graph_relu(g, x[0], 0.5))
CAL_EXAMPLE(mask_cap, cal_graph_mask(g, x[0], x[1], 0.5))
CAL_EXAMPLE(leak, cal_graph_leak(g, x[0], x[1], 0.25))
CAL_EXAMPLE(leak_itself, cal_graph_leak(g, x[0], x[0], 0.25))
CAL_EXAMPLE(erf, cal_graph_erf(g, x[0]))
CAL_EXAMPLE(sigmoid, cal_graph_sigmoid(g, x[0]))
CAL_EXAMPLE(normal_cdf, cal_graph_normal_cdf(g, x[0]))
CAL_EXAMPLE(normal_bell, cal_graph_normal_bell(g, x[0]))

const cal_op_example cal_op_examples_elementwise[] = {
    {"ADD vector", example_add, {{CAL_VECTOR, {2, 3, 1, 1}}, {CAL_VECTOR, {2, 3, 1, 1}}}},
    {"ADD image", example_add, {{CAL_IMAGE, {2, 5, 3, 4}}, {CAL_IMAGE, {2, 5, 3, 4}}}},
    {"SUB matrix", example_sub, {{CAL_MATRIX, {3, 4, 1, 1}}, {CAL_MATRIX, {3, 4, 1, 1}}}},
    {"SUB image", example_sub, {{CAL_IMAGE, {2, 3, 2, 3}}, {CAL_IMAGE, {2, 3, 2, 3}}}},
    {"MUL matrix", example_mul, {{CAL_MATRIX, {3, 4, 1, 1}}, {CAL_MATRIX, {3, 4, 1, 1}}}},
    {"MUL image", example_mul, {{CAL_IMAGE, {2, 6, 3, 3}}, {CAL_IMAGE, {2, 6, 3, 3}}}},
    {"MUL filter", example_mul, {{CAL_FILTER, {2, 3, 3, 3}}, {CAL_FILTER, {2, 3, 3, 3}}}},
    {"DIV vector", example_div, {{CAL_VECTOR, {1, 5, 1, 1}}, {CAL_VECTOR, {1, 5, 1, 1}}}, 3},
    {"DIV matrix", example_div, {{CAL_MATRIX, {3, 4, 1, 1}}, {CAL_MATRIX, {3, 4, 1, 1}}}, 3},
    {"SCALE image", example_scale, {{CAL_IMAGE, {2, 3, 2, 2}}}},
    {"OFFSET matrix", example_offset, {{CAL_MATRIX, {3, 4, 1, 1}}}},
    {"EXP vector", example_exp, {{CAL_VECTOR, {1, 4, 1, 1}}}},
    {"EXP matrix", example_exp, {{CAL_MATRIX, {3, 5, 1, 1}}}},
    {"LOG vector", example_log, {{CAL_VECTOR, {1, 4, 1, 1}}}, 4},
    {"LOG matrix", example_log, {{CAL_MATRIX, {3, 5, 1, 1}}}, 4},
    {"SQRT vector", example_sqrt, {{CAL_VECTOR, {1, 4, 1, 1}}}, 4},
    {"SQRT matrix", example_sqrt, {{CAL_MATRIX, {2, 4, 1, 1}}}, 4},
    {"DIV image", example_div, {{CAL_IMAGE, {2, 5, 3, 2}}, {CAL_IMAGE, {2, 5, 3, 2}}}, 3},
    {"OFFSET image", example_offset, {{CAL_IMAGE, {2, 5, 3, 3}}}},
    {"EXP image", example_exp, {{CAL_IMAGE, {2, 5, 2, 3}}}},
    {"LOG image", example_log, {{CAL_IMAGE, {2, 5, 2, 3}}}, 4},
    {"SQRT image", example_sqrt, {{CAL_IMAGE, {2, 5, 2, 3}}}, 4},
    {"TANH matrix", example_tanh, {{CAL_MATRIX, {3, 5, 1, 1}}}},
    {"TANH image", example_tanh, {{CAL_IMAGE, {2, 3, 3, 2}}}},
    {"RELU image", example_relu, {{CAL_IMAGE, {2, 3, 3, 3}}}},
    {"RELU vector", example_relu, {{CAL_VECTOR, {1, 6, 1, 1}}}},
    {"MASK matrix", example_mask, {{CAL_MATRIX, {3, 4, 1, 1}}, {CAL_MATRIX, {3, 4, 1, 1}}}},
    {"RELU cap image", example_relu_cap, {{CAL_IMAGE, {2, 5, 3, 3}}}},
    {"RELU cap vector", example_relu_cap, {{CAL_VECTOR, {2, 6, 1, 1}}}},
    {"MASK cap matrix", example_mask_cap, {{CAL_MATRIX, {3, 9, 1, 1}}, {CAL_MATRIX, {3, 9, 1, 1}}}},
    {"MASK cap vector", example_mask_cap, {{CAL_VECTOR, {2, 9, 1, 1}}, {CAL_VECTOR, {2, 9, 1, 1}}}},
    {"LEAK matrix", example_leak, {{CAL_MATRIX, {3, 4, 1, 1}}, {CAL_MATRIX, {3, 4, 1, 1}}}},
    {"LEAK vector", example_leak_itself, {{CAL_VECTOR, {1, 6, 1, 1}}}},
    {"LEAK image", example_leak_itself, {{CAL_IMAGE, {2, 5, 3, 3}}}},
    {"ERF matrix", example_erf, {{CAL_MATRIX, {3, 5, 1, 1}}}},
    {"ERF image", example_erf, {{CAL_IMAGE, {2, 5, 3, 2}}}},
    {"ERF vector", example_erf, {{CAL_VECTOR, {2, 5, 1, 1}}}},
    {"SIGMOID matrix", example_sigmoid, {{CAL_MATRIX, {3, 5, 1, 1}}}},
    {"SIGMOID image", example_sigmoid, {{CAL_IMAGE, {2, 5, 3, 2}}}},
    {"NORMAL_CDF matrix", example_normal_cdf, {{CAL_MATRIX, {3, 5, 1, 1}}}},
    {"NORMAL_CDF image", example_normal_cdf, {{CAL_IMAGE, {2, 5, 3, 2}}}},
    {"NORMAL_BELL vector", example_normal_bell, {{CAL_VECTOR, {2, 5, 1, 1}}}},
    {"NORMAL_BELL image", example_normal_bell, {{CAL_IMAGE, {2, 5, 3, 2}}}},
    {"SIGMOID vector", example_sigmoid, {{CAL_VECTOR, {2, 5, 1, 1}}}},
    {NULL},
};
