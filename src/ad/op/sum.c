// Sums and broadcasts, each the other's adjoint. Both take the node's kind and shape. Sums go from the left
// to the right, broadcasts back:
// - MATRIX [n,c]: VECTOR [1,c], MATRIX [n,1], MATRIX [t,c] (sums of every t-th row), VECTOR [1,1]
// - IMAGE: VECTOR [1,c], MATRIX [n,c]
// - FILTER: VECTOR [1,1]
// - VECTOR [n,c]: VECTOR [1,1]
#include "ad/op/descriptor.h"
#include "kernel/rowwise.h"
#include "kernel/tokens.h"

cal_node cal_graph_sum(cal_graph *g, cal_node x, cal_kind kind, cal_shape shape) {
    if (x < 0) return CAL_ZERO;
    cal_node_data node = *cal_at(g, x);
    if (cal_has_shape(&node, kind, shape)) return x;
    double terms = (double)cal_elements(node.shape) / (double)cal_elements(shape);
    if (node.op == CAL_OP_CONST) return cal_graph_constant(g, kind, shape, node.attributes.number * terms);
    return cal_op_one(g, CAL_OP_SUM, x, kind, shape, NULL);
}

cal_node cal_graph_broadcast(cal_graph *g, cal_node x, cal_kind kind, cal_shape shape) {
    if (x < 0) return CAL_ZERO;
    cal_node_data node = *cal_at(g, x);
    if (cal_has_shape(&node, kind, shape)) return x;
    if (node.op == CAL_OP_CONST && kind != CAL_IMAGE)
        return cal_graph_constant(g, kind, shape, node.attributes.number);
    return cal_op_one(g, CAL_OP_BROADCAST, x, kind, shape, NULL);
}

// VECTOR [1,1]
cal_node cal_graph_total(cal_graph *g, cal_node x) {
    if (x < 0) return CAL_ZERO;
    if (cal_is(g, x, CAL_IMAGE))
        x = cal_graph_sum(g, x, CAL_VECTOR, cal_rows_columns(1, cal_shape_of(g, x).c));
    return cal_graph_sum(g, x, CAL_VECTOR, cal_rows_columns(1, 1));
}

// The total of x y.
cal_node cal_graph_inner(cal_graph *g, cal_node x, cal_node y) {
    if (x < 0 || y < 0) return CAL_ZERO;
    if (cal_is(g, x, CAL_IMAGE))
        return cal_graph_total(g, cal_graph_row(g, cal_graph_channel_dot(g, x, y), 1));
    return cal_graph_total(g, cal_graph_mul(g, x, y));
}

// Returns true if the pair of kinds and shapes is listed above.
static bool folds(cal_kind large, cal_shape from, cal_kind small, cal_shape to) {
    bool flat = to.h == 1 && to.w == 1, scalar = flat && to.n == 1 && to.c == 1;
    if (large == CAL_INDEX || small == CAL_INDEX) return false;
    if (large != CAL_IMAGE && small == CAL_VECTOR && scalar) return true;
    if (large == CAL_IMAGE && small == CAL_MATRIX) return flat && to.n == from.n && to.c == from.c;
    if (large == CAL_IMAGE) return small == CAL_VECTOR && flat && to.n == 1 && to.c == from.c;
    if (large != CAL_MATRIX || !flat) return false;
    if (small == CAL_VECTOR) return to.n == 1 && to.c == from.c;
    return small == CAL_MATRIX && from.n % to.n == 0 && (to.c == from.c || (to.c == 1 && to.n == from.n));
}

static bool sum_shape(const cal_graph *g, const cal_node_data *node) {
    cal_node x = node->in[0];
    return x >= 0 && folds(cal_kind_of(g, x), cal_shape_of(g, x), (cal_kind)node->kind, node->shape);
}

static bool broadcast_shape(const cal_graph *g, const cal_node_data *node) {
    cal_node x = node->in[0];
    return x >= 0 && folds((cal_kind)node->kind, node->shape, cal_kind_of(g, x), cal_shape_of(g, x));
}

bool cal_is_rowwise(const cal_graph *g, const cal_node_data *node) {
    if (node->kind != CAL_MATRIX || (node->op != CAL_OP_SUM && node->op != CAL_OP_BROADCAST)) return false;
    const cal_node_data *in = cal_at(g, node->in[0]);
    const cal_shape few = node->op == CAL_OP_SUM ? node->shape : in->shape;
    const cal_shape all = node->op == CAL_OP_SUM ? in->shape : node->shape;
    if (all.c > CAL_TILE_ROW || all.c == 1) return false;
    if (in->kind == CAL_VECTOR) return few.c == all.c;
    return in->kind == CAL_MATRIX && few.n == all.n && few.c == 1;
}

static bool sum_rows(const cal_graph *g, const cal_node_data *node, const cal_some_rows *some, bool *of,
                     cal_attributes *how) {
    const cal_node_data *in = cal_at(g, node->in[0]);
    (void)some, (void)how;
    of[0] = in->kind == CAL_MATRIX && in->shape.n == node->shape.n;
    return of[0];
}

static bool broadcast_rows(const cal_graph *g, const cal_node_data *node, const cal_some_rows *some, bool *of,
                           cal_attributes *how) { // a broadcast of one row: every row is the same
    return cal_is(g, node->in[0], CAL_VECTOR) || sum_rows(g, node, some, of, how);
}

static void derive_sum(cal_graph *g, cal_derivation *d) {
    cal_node x = d->node.in[0];
    d->d[0] = cal_graph_broadcast(g, d->w, cal_kind_of(g, x), cal_shape_of(g, x));
}

static void derive_broadcast(cal_graph *g, cal_derivation *d) {
    cal_node x = d->node.in[0];
    d->d[0] = cal_graph_sum(g, d->w, cal_kind_of(g, x), cal_shape_of(g, x));
}

static double vector_total(const double *x, size_t count) {
    double total = 0;
    for (size_t i = 0; i < count; i++) total += x[i];
    return total;
}

static void execute_sum(const cal_step *step, const cal_env *env) {
    cal_shape in = step->in_shape[0], out = step->node.shape;
    cal_image_shape planes = cal_image_of(in);
    const void *x = step->x[0];
    bool to_matrix = step->node.kind == CAL_MATRIX;
    if (step->in_kind[0] == CAL_IMAGE) {
        if (to_matrix) cal_kernel_plane_sum(env, step->y, x, &planes);
        else cal_kernel_channel_sum(env, step->y, x, &planes);
    } else if (step->in_kind[0] == CAL_VECTOR) {
        *(double *)step->y = vector_total(x, cal_elements(in));
    } else if (to_matrix && out.n < in.n) {
        cal_kernel_block_sum(env, step->y, x, in.n / out.n, out.n, in.c);
    } else if (to_matrix) {
        cal_kernel_row_sum(env, step->y, x, in.n, in.c);
    } else if (out.c > 1) {
        cal_kernel_column_sum(env, step->y, x, in.n, in.c);
    } else {
        *(double *)step->y = cal_kernel_total(env, x, cal_elements(in));
    }
}

static size_t sum_scratch(const cal_step *step, int workers) {
    cal_shape in = step->in_shape[0];
    cal_image_shape planes = cal_image_of(in);
    (void)workers;
    if (step->in_kind[0] == CAL_IMAGE) return cal_kernel_channel_scratch(&planes);
    if (step->in_kind[0] == CAL_MATRIX && step->node.shape.c > 1)
        return cal_kernel_column_scratch(in.n, in.c);
    return cal_kernel_total_scratch(cal_elements(in));
}

static void fill(const cal_step *step) { // from a scalar
    double value = *(const double *)step->x[0];
    size_t count = cal_elements(step->node.shape);
    if (step->node.kind == CAL_VECTOR)
        for (size_t i = 0; i < count; i++) ((double *)step->y)[i] = value;
    else
        for (size_t i = 0; i < count; i++) ((float *)step->y)[i] = (float)value;
}

static void execute_broadcast(const cal_step *step, const cal_env *env) {
    cal_shape in = step->in_shape[0], out = step->node.shape;
    cal_image_shape planes = cal_image_of(out);
    const void *x = step->x[0];
    bool from_matrix = step->in_kind[0] == CAL_MATRIX;
    if (step->node.kind == CAL_IMAGE) {
        if (from_matrix) cal_kernel_plane_broadcast(env, step->y, x, &planes);
        else cal_kernel_channel_broadcast(env, step->y, x, &planes);
    } else if (from_matrix && in.n < out.n) {
        cal_kernel_block_broadcast(env, step->y, x, out.n / in.n, in.n, in.c);
    } else if (from_matrix) {
        cal_kernel_row_broadcast(env, step->y, x, out.n, out.c);
    } else if (step->node.kind == CAL_MATRIX && in.c == out.c) {
        cal_kernel_column_broadcast(env, step->y, x, out.n, out.c);
    } else {
        fill(step);
    }
}

// Index in the smaller tensor of element (n, c) of the larger. A single row or column meets all of them; t
// rows meet every t-th.
static size_t folded(cal_shape small, int n, int c) { return (size_t)(n % small.n) * small.c + c % small.c; }

static void interpret_sum(const cal_operands *o) {
    cal_shape large = o->in[0];
    size_t plane = (size_t)large.h * large.w, i = 0;
    for (size_t j = 0; j < cal_elements(o->shape); j++) o->y[j] = 0;
    for (int n = 0; n < large.n; n++)
        for (int c = 0; c < large.c; c++)
            for (size_t p = 0; p < plane; p++, i++) o->y[folded(o->shape, n, c)] += o->x[0][i];
}

static void interpret_broadcast(const cal_operands *o) {
    cal_shape large = o->shape;
    size_t plane = (size_t)large.h * large.w, i = 0;
    for (int n = 0; n < large.n; n++)
        for (int c = 0; c < large.c; c++)
            for (size_t p = 0; p < plane; p++, i++) o->y[i] = o->x[0][folded(o->in[0], n, c)];
}

static void plane_total(cal_plane_sums *out, const cal_step *step, int pixels) {
    cal_kernel_plane_total(out, step->x[0], pixels);
}

static void fold_total(const cal_step *step, const cal_env *env, const cal_plane_sums *planes) {
    cal_image_shape shape = cal_image_of(step->in_shape[0]);
    cal_kernel_fold_sum(env, step->y, planes, &shape);
}

const cal_op cal_op_sum = {
    .name = "SUM",
    .meaning = "sum down to the node's kind and shape",
    .inputs = 1,
    .flags = CAL_OP_PLANEWISE | CAL_OP_ANY_ROWS,
    .input = {"x"},
    .shape = sum_shape,
    .derive = derive_sum,
    .execute = execute_sum,
    .scratch = sum_scratch,
    .interpret = interpret_sum,
    .rows = sum_rows,
    .reduction = &(const cal_plane_reduction){plane_total, fold_total},
};

const cal_op cal_op_broadcast = {
    .name = "BROADCAST",
    .meaning = "repeat up to the node's kind and shape",
    .inputs = 1,
    .flags = CAL_OP_PLANEWISE | CAL_OP_ANY_ROWS,
    .input = {"x"},
    .shape = broadcast_shape,
    .derive = derive_broadcast,
    .execute = execute_broadcast,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_broadcast,
    .rows = broadcast_rows,
};

// ---- examples

static cal_node example_sum_matrix(cal_graph *g, const cal_node *x) {
    cal_shape s = cal_shape_of(g, x[0]);
    cal_node rows = cal_graph_sum(g, x[0], CAL_MATRIX, cal_rows_columns(s.n, 1));
    cal_node columns = cal_graph_sum(g, x[0], CAL_VECTOR, cal_rows_columns(1, s.c));
    cal_node total = cal_graph_total(g, cal_graph_mul(g, columns, columns)), all = cal_graph_total(g, x[0]);
    cal_node first = cal_graph_mul(g, total, all), second = cal_graph_inner(g, rows, rows);
    return cal_graph_add(g, first, second);
}
static cal_node example_sum_image(cal_graph *g, const cal_node *x) {
    cal_shape s = cal_shape_of(g, x[0]);
    cal_node planes = cal_graph_sum(g, x[0], CAL_MATRIX, cal_rows_columns(s.n, s.c));
    cal_node channels = cal_graph_sum(g, x[0], CAL_VECTOR, cal_rows_columns(1, s.c));
    cal_node first = cal_graph_inner(g, planes, planes), second = cal_graph_inner(g, channels, channels);
    return cal_graph_add(g, first, second);
}
static cal_node example_total(cal_graph *g, const cal_node *x) { return cal_graph_total(g, x[0]); }
static cal_node example_blocks(cal_graph *g,
                               const cal_node *x) { // sums every third row, and repeats the result
    cal_node sum = cal_graph_sum(g, x[0], CAL_MATRIX, cal_rows_columns(3, 4));
    sum = cal_graph_mul(g, sum, x[1]);
    return cal_graph_mul(g, cal_graph_broadcast(g, sum, CAL_MATRIX, cal_rows_columns(6, 4)), x[0]);
}
static cal_node example_thin_blocks(cal_graph *g, const cal_node *x) { // one column
    cal_node sum = cal_graph_sum(g, x[0], CAL_MATRIX, cal_rows_columns(3, 1));
    return cal_graph_mul(g, cal_graph_broadcast(g, sum, CAL_MATRIX, cal_rows_columns(6, 1)), x[0]);
}

const cal_op_example cal_op_examples_sum[] = {
    {"SUM matrix", example_sum_matrix, {{CAL_MATRIX, {4, 3, 1, 1}}}},
    {"SUM image", example_sum_image, {{CAL_IMAGE, {3, 5, 2, 3}}}},
    {"SUM filter", example_total, {{CAL_FILTER, {2, 3, 3, 3}}}},
    {"SUM vector", example_total, {{CAL_VECTOR, {2, 3, 1, 1}}}},
    {"SUM and BROADCAST of blocks", example_blocks, {{CAL_MATRIX, {6, 4, 1, 1}}, {CAL_MATRIX, {3, 4, 1, 1}}}},
    {"SUM and BROADCAST of thin blocks", example_thin_blocks, {{CAL_MATRIX, {6, 1, 1, 1}}}},
    {NULL},
};
