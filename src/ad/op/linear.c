// Linear combinations of images by channel, closed under differentiation together with the sums of channel.c.
// Also the rows of VECTORs, from which their coefficients come.
#include "ad/op/descriptor.h"
#include <assert.h>

// relu: apply the ReLU to the sum, capped at `cap` unless that is 0 (set by fusion only)
CAL_ATTRIBUTES(linear, double cap; int32_t relu, none);
CAL_ATTRIBUTES(row, int32_t row, none[3]);

// VECTOR [2,c] or [1,c] for an image's channels.
static bool is_vector(const cal_graph *g, cal_node x, int rows, int c) {
    return cal_is(g, x, CAL_VECTOR) && cal_same_shape(cal_shape_of(g, x), cal_rows_columns(rows, c));
}

// ---- linear combinations

// The sum of coefficients[i][c] terms[i], plus constant[c], of up to CAL_LINEAR_MAX terms. Absent
// coefficients are 1.
cal_node cal_graph_linear(cal_graph *g, const cal_node *terms, const cal_node *coefficients, int count,
                          cal_node constant, cal_shape shape) {
    assert(count <= CAL_LINEAR_MAX);
    if (count == 0) return cal_graph_broadcast(g, constant, CAL_IMAGE, shape);
    if (count == 1 && coefficients[0] < 0 && constant < 0) return terms[0];
    cal_node_data node = cal_op_blank(CAL_OP_CHANNEL_LINEAR, CAL_IMAGE, shape);
    for (int i = 0; i < count; i++) {
        node.in[i] = terms[i];
        node.in[CAL_LINEAR_COEFFICIENT + i] = coefficients[i];
    }
    node.in[CAL_LINEAR_CONSTANT] = constant;
    return cal_op_make(g, &node);
}

// a[c] x + b[c]; with a = CAL_ZERO only b
cal_node cal_graph_affine(cal_graph *g, cal_node x, cal_node a, cal_node b) {
    if (x < 0) return CAL_ZERO;
    cal_shape shape = cal_shape_of(g, x);
    if (a < 0) return cal_graph_broadcast(g, b, CAL_IMAGE, shape);
    cal_node_data inner = *cal_at(g, x);
    if (inner.op == CAL_OP_CHANNEL_LINEAR && inner.in[1] < 0) { // an affine map of an affine map is one pass
        cal_node a0 = inner.in[CAL_LINEAR_COEFFICIENT], b0 = inner.in[CAL_LINEAR_CONSTANT];
        cal_node slope = a0 < 0 ? a : cal_graph_mul(g, a, a0);
        cal_node constant = cal_graph_add(g, b0 < 0 ? CAL_ZERO : cal_graph_mul(g, a, b0), b);
        return cal_graph_linear(g, inner.in, &slope, 1, constant, shape);
    }
    return cal_graph_linear(g, &x, &a, 1, b, shape);
}

// Returns true for an image of the result's shape, or (by fusion only) one with more channels, of whose
// blocks it reads the first.
static bool is_term(const cal_graph *g, cal_node x, cal_shape shape) {
    cal_shape s = cal_shape_of(g, x);
    const bool wide = s.c > shape.c && shape.c % 4 == 0;
    if (wide) s.c = shape.c;
    return cal_is(g, x, CAL_IMAGE) && cal_same_shape(s, shape);
}

static bool linear_shape(const cal_graph *g, const cal_node_data *node) {
    const cal_node *in = node->in;
    int c = node->shape.c;
    bool right = node->kind == CAL_IMAGE && in[0] >= 0;
    for (int i = 0; i < CAL_LINEAR_MAX; i++) {
        cal_node coefficient = in[CAL_LINEAR_COEFFICIENT + i];
        right = right && (in[i] < 0 || is_term(g, in[i], node->shape));
        right = right && (coefficient < 0 || (in[i] >= 0 && is_vector(g, coefficient, 1, c)));
        right = right && (!i || in[i] < 0 || in[i - 1] >= 0);
    }
    return right && (in[CAL_LINEAR_CONSTANT] < 0 || is_vector(g, in[CAL_LINEAR_CONSTANT], 1, c));
}

static void derive_linear(cal_graph *g, cal_derivation *d) {
    const cal_node *in = d->node.in;
    for (int i = 0; i < CAL_LINEAR_MAX; i++) {
        if (in[i] < 0) continue;
        const int at = CAL_LINEAR_COEFFICIENT + i;
        if (d->need[i]) d->d[i] = in[at] >= 0 ? cal_graph_affine(g, d->w, in[at], CAL_ZERO) : d->w;
        if (in[at] >= 0 && d->need[at]) d->d[at] = cal_graph_row(g, cal_graph_channel_dot(g, d->w, in[i]), 1);
    }
    if (in[CAL_LINEAR_CONSTANT] < 0 || !d->need[CAL_LINEAR_CONSTANT]) return;
    // The sum of w comes with a dot product that is needed anyway. Computing one only for the sum would keep
    // the term alive.
    cal_node *sum = &d->d[CAL_LINEAR_CONSTANT];
    if (in[CAL_LINEAR_COEFFICIENT] >= 0 && d->need[CAL_LINEAR_COEFFICIENT])
        *sum = cal_graph_row(g, cal_graph_channel_dot(g, d->w, in[0]), 0);
    else *sum = cal_graph_sum(g, d->w, CAL_VECTOR, cal_rows_columns(1, d->node.shape.c));
}

static void execute_linear(const cal_step *step, const cal_env *env) {
    const float *term[CAL_LINEAR_TERMS];
    const double *coefficient[CAL_LINEAR_TERMS];
    int count = 0;
    for (; count < CAL_LINEAR_TERMS && step->x[count]; count++) {
        term[count] = step->x[count];
        coefficient[count] = step->x[CAL_LINEAR_COEFFICIENT + count];
    }
    cal_image_shape shape = cal_image_of(step->node.shape);
    cal_kernel_channel_linear(env, step->y, count, term, step->in_blocks, coefficient,
                              step->x[CAL_LINEAR_CONSTANT], step->node.attributes.linear.relu,
                              step->node.attributes.linear.cap, &shape);
}

static void interpret_linear(const cal_operands *o) {
    size_t plane = (size_t)o->shape.h * o->shape.w;
    const double *constant = o->x[CAL_LINEAR_CONSTANT];
    for (size_t i = 0; i < cal_elements(o->shape); i++) {
        size_t c = i / plane % (size_t)o->shape.c;
        double sum = constant ? constant[c] : 0;
        for (int t = 0; t < CAL_LINEAR_MAX; t++) {
            const double *coefficient = o->x[CAL_LINEAR_COEFFICIENT + t];
            if (o->x[t]) sum += (coefficient ? coefficient[c] : 1) * o->x[t][i];
        }
        o->y[i] = sum;
    }
}

const cal_op cal_op_channel_linear = {
    .name = "CHANNEL_LINEAR",
    .meaning = "sum of coefficient[c] term, plus constant[c]; fusion may take its ReLU at once",
    .inputs = 9,
    .flags = CAL_OP_IN_PLACE | CAL_OP_KEEPS_ZERO | CAL_OP_PLANEWISE,
    .input = {"term 0", "term 1", "term 2", "term 3", "coefficient 0", "coefficient 1", "coefficient 2",
              "coefficient 3", "constant"},
    .shape = linear_shape,
    .derive = derive_linear,
    .execute = execute_linear,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_linear,
    .reads_view = cal_op_reads_views,
};

// ---- the mask of an unstored activation, made by fuse/load.c

static bool mask_shape(const cal_graph *g, const cal_node_data *node) {
    int c = node->shape.c;
    return node->kind == CAL_IMAGE && cal_op_shape_of_first(g, node) &&
           is_vector(g, node->in[CAL_SLOPE], 1, c) &&
           (node->in[CAL_CONSTANT] < 0 || is_vector(g, node->in[CAL_CONSTANT], 1, c));
}

static void execute_mask(const cal_step *step, const cal_env *env) {
    cal_image_shape shape = cal_image_of(step->node.shape);
    cal_kernel_channel_mask(env, step->y, step->x[0], step->x[1], step->in_blocks, step->x[CAL_SLOPE],
                            step->x[CAL_CONSTANT], step->node.attributes.number, &shape);
}

const cal_op cal_op_channel_mask = {
    .name = "CHANNEL_MASK",
    .meaning = "x where a = max(0, slope[c] z + constant[c]) > 0 and, if k > 0, a < k; else 0",
    .inputs = 2,
    .flags = CAL_OP_IN_PLACE | CAL_OP_KEEPS_ZERO | CAL_OP_PLANEWISE | CAL_OP_FUSED,
    .input = {"x", "z", [CAL_SLOPE] = "slope", [CAL_CONSTANT] = "constant"},
    .shape = mask_shape,
    .derive = cal_op_underivable,
    .execute = execute_mask,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_uninterpretable,
    .reads_view = cal_op_reads_views,
};

// ---- rows of a VECTOR

// VECTOR [2,c] -> [1,c]
cal_node cal_graph_row(cal_graph *g, cal_node x, int row) {
    if (x < 0) return CAL_ZERO;
    const cal_node_data *node = cal_at(g, x);
    if (node->op == CAL_OP_PACK) return node->in[row];
    cal_attributes how = {.row = {row, {0}}};
    return cal_op_one(g, CAL_OP_ROW, x, CAL_VECTOR, cal_rows_columns(1, node->shape.c), &how);
}

// Two VECTORs [1,c] -> [2,c]
cal_node cal_graph_pack(cal_graph *g, cal_node row0, cal_node row1) {
    if (row0 < 0 && row1 < 0) return CAL_ZERO;
    cal_shape one = cal_shape_of(g, row0 < 0 ? row1 : row0);
    cal_node_data node = cal_op_blank(CAL_OP_PACK, CAL_VECTOR, cal_rows_columns(2, one.c));
    node.in[0] = row0;
    node.in[1] = row1;
    return cal_op_make(g, &node);
}

static bool pack_shape(const cal_graph *g, const cal_node_data *node) {
    int c = node->shape.c;
    bool right = cal_has_shape(node, CAL_VECTOR, cal_rows_columns(2, c));
    for (int i = 0; i < 2; i++) right = right && (node->in[i] < 0 || is_vector(g, node->in[i], 1, c));
    return right && (node->in[0] >= 0 || node->in[1] >= 0);
}

static bool row_shape(const cal_graph *g, const cal_node_data *node) {
    int row = node->attributes.row.row;
    cal_shape s = cal_shape_of(g, node->in[0]);
    return cal_is(g, node->in[0], CAL_VECTOR) && row >= 0 && row < s.n &&
           cal_has_shape(node, CAL_VECTOR, cal_rows_columns(1, s.c));
}

static void derive_pack(cal_graph *g, cal_derivation *d) {
    for (int i = 0; i < 2; i++) d->d[i] = cal_graph_row(g, d->w, i);
}
static void derive_row(cal_graph *g, cal_derivation *d) {
    d->d[0] =
        d->node.attributes.row.row ? cal_graph_pack(g, CAL_ZERO, d->w) : cal_graph_pack(g, d->w, CAL_ZERO);
}

static void pack(double *y, const double *row0, const double *row1, int c) {
    for (int i = 0; i < c; i++) {
        y[i] = row0 ? row0[i] : 0;
        y[c + i] = row1 ? row1[i] : 0;
    }
}

static void execute_pack(const cal_step *step, const cal_env *env) {
    (void)env;
    pack(step->y, step->x[0], step->x[1], step->node.shape.c);
}
static void interpret_pack(const cal_operands *o) { pack(o->y, o->x[0], o->x[1], o->shape.c); }

static void take_row(double *y, const double *x, int row, int c) {
    for (int i = 0; i < c; i++) y[i] = x[row * c + i];
}

static void execute_row(const cal_step *step, const cal_env *env) {
    (void)env;
    take_row(step->y, step->x[0], step->node.attributes.row.row, step->node.shape.c);
}
static void interpret_row(const cal_operands *o) {
    take_row(o->y, o->x[0], o->node->attributes.row.row, o->shape.c);
}

const cal_op cal_op_pack = {
    .name = "PACK",
    .meaning = "two rows; absent ones are zero",
    .inputs = 2,
    .flags = CAL_OP_FIRST_ABSENT,
    .input = {"row 0", "row 1"},
    .shape = pack_shape,
    .derive = derive_pack,
    .execute = execute_pack,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_pack,
};

const cal_op cal_op_row = {
    .name = "ROW",
    .meaning = "one row",
    .inputs = 1,
    .input = {"x"},
    .shape = row_shape,
    .derive = derive_row,
    .execute = execute_row,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_row,
};

// ---- examples

CAL_EXAMPLE(affine, cal_graph_affine(g, x[0], x[1], x[2]))
static cal_node example_linear(cal_graph *g, const cal_node *x) {
    cal_node coefficient[2] = {x[2], CAL_ABSENT};
    return cal_graph_linear(g, x, coefficient, 2, x[3], cal_shape_of(g, x[0]));
}
CAL_EXAMPLE(capped, cal_graph_relu(g, cal_graph_affine(g, x[0], x[1], x[2]), 0.5)) // fused into one loop
// An activation after a batch norm that is not stored: the convolutions and the mask read through it.
static cal_node example_activation(cal_graph *g, const cal_node *x) {
    cal_node z = cal_graph_conv(g, x[0], x[1], 1, 1);
    return cal_graph_conv(g, cal_graph_relu(g, cal_graph_affine(g, z, x[2], CAL_ZERO), 0), x[3], 1, 1);
}

const cal_op_example cal_op_examples_linear[] = {
    {"CHANNEL_LINEAR one",
     example_affine,
     {{CAL_IMAGE, {2, 5, 3, 2}}, {CAL_VECTOR, {1, 5, 1, 1}}, {CAL_VECTOR, {1, 5, 1, 1}}}},
    {"CHANNEL_LINEAR two",
     example_linear,
     {{CAL_IMAGE, {2, 5, 3, 2}},
      {CAL_IMAGE, {2, 5, 3, 2}},
      {CAL_VECTOR, {1, 5, 1, 1}},
      {CAL_VECTOR, {1, 5, 1, 1}}}},
    {"RELU cap of a channel-linear image",
     example_capped,
     {{CAL_IMAGE, {2, 5, 3, 2}}, {CAL_VECTOR, {1, 5, 1, 1}}, {CAL_VECTOR, {1, 5, 1, 1}}}},
    {"CHANNEL_MASK",
     example_activation,
     {{CAL_IMAGE, {2, 5, 6, 6}},
      {CAL_FILTER, {6, 5, 3, 3}},
      {CAL_VECTOR, {1, 6, 1, 1}},
      {CAL_FILTER, {5, 6, 3, 3}}}},
    {NULL},
};
