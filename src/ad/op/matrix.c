// Row-wise operations on matrices.
#include "ad/op/descriptor.h"
#include "base/maths/maths.h"
#include "kernel/rowwise.h"

static bool is_matrix(const cal_graph *g, cal_node x, int rows, int columns) {
    return cal_is(g, x, CAL_MATRIX) && cal_same_shape(cal_shape_of(g, x), cal_rows_columns(rows, columns));
}

static bool are_labels(const cal_graph *g, cal_node x, int rows) {
    return cal_is(g, x, CAL_INDEX) && cal_shape_of(g, x).n == rows &&
           cal_elements(cal_shape_of(g, x)) == (size_t)rows;
}

// ---- log-sum-exp of each row

// [n,k] -> [n,1]
cal_node cal_graph_logsumexp(cal_graph *g, cal_node x) {
    return cal_op_one(g, CAL_OP_LOGSUMEXP, x, CAL_MATRIX, cal_rows_columns(cal_shape_of(g, x).n, 1), NULL);
}

static bool logsumexp_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_MATRIX) &&
           cal_has_shape(node, CAL_MATRIX, cal_rows_columns(cal_shape_of(g, node->in[0]).n, 1));
}

static void derive_logsumexp(cal_graph *g, cal_derivation *d) { // the softmax
    cal_node x = d->node.in[0];
    cal_shape s = cal_shape_of(g, x);
    cal_node p = cal_graph_exp(g, cal_graph_sub(g, x, cal_graph_broadcast(g, d->out, CAL_MATRIX, s)));
    d->d[0] = cal_graph_mul(g, cal_graph_broadcast(g, d->w, CAL_MATRIX, s), p);
}

static void execute_logsumexp(const cal_step *step, const cal_env *env) {
    cal_kernel_row_logsumexp(env, step->y, step->x[0], step->in_shape[0].n, step->in_shape[0].c);
}

static void interpret_logsumexp(const cal_operands *o) {
    int columns = o->in[0].c;
    for (int i = 0; i < o->in[0].n; i++) {
        const double *row = o->x[0] + (size_t)i * columns;
        double top = row[0], sum = 0;
        for (int j = 1; j < columns; j++)
            if (row[j] > top) top = row[j];
        for (int j = 0; j < columns; j++) sum += cal_exp(row[j] - top);
        o->y[i] = top + cal_log(sum);
    }
}

const cal_op cal_op_logsumexp = {
    .name = "LOGSUMEXP",
    .meaning = "log sum over a row of e^x",
    .inputs = 1,
    .input = {"x"},
    .shape = logsumexp_shape,
    .derive = derive_logsumexp,
    .execute = execute_logsumexp,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_logsumexp,
    .rows = cal_op_rows_of_all,
};

// ---- entries of rows by label

// The label's entry of each row: [n,k], INDEX [n] -> [n,1].
cal_node cal_graph_pick(cal_graph *g, cal_node x, cal_node labels) {
    return cal_op_two(g, CAL_OP_PICK, x, labels, CAL_MATRIX, cal_rows_columns(cal_shape_of(g, x).n, 1), NULL);
}

// The adjoint, into zeros: [n,1] -> [n,k].
cal_node cal_graph_unpick(cal_graph *g, cal_node x, cal_node labels, int columns) {
    cal_shape shape = cal_rows_columns(cal_shape_of(g, x).n, columns);
    return cal_op_two(g, CAL_OP_UNPICK, x, labels, CAL_MATRIX, shape, NULL);
}

static bool pick_shape(const cal_graph *g, const cal_node_data *node) {
    int rows = node->shape.n;
    return cal_is(g, node->in[0], CAL_MATRIX) && cal_shape_of(g, node->in[0]).n == rows &&
           are_labels(g, node->in[1], rows) && cal_has_shape(node, CAL_MATRIX, cal_rows_columns(rows, 1));
}

static bool unpick_shape(const cal_graph *g, const cal_node_data *node) {
    int rows = node->shape.n;
    return is_matrix(g, node->in[0], rows, 1) && are_labels(g, node->in[1], rows) &&
           cal_has_shape(node, CAL_MATRIX, cal_rows_columns(rows, node->shape.c));
}

static void derive_pick(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_graph_unpick(g, d->w, d->node.in[1], cal_shape_of(g, d->node.in[0]).c);
}

static void derive_unpick(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_graph_pick(g, d->w, d->node.in[1]);
}

static void execute_pick(const cal_step *step, const cal_env *env) {
    cal_kernel_row_pick(env, step->y, step->x[0], step->x[1], step->in_shape[0].n, step->in_shape[0].c);
}

static void execute_unpick(const cal_step *step, const cal_env *env) {
    cal_kernel_row_unpick(env, step->y, step->x[0], step->x[1], step->in_shape[0].n, step->node.shape.c);
}

static void interpret_pick(const cal_operands *o) {
    for (int i = 0; i < o->shape.n; i++) o->y[i] = o->x[0][(size_t)i * o->in[0].c + (size_t)o->x[1][i]];
}

static void interpret_unpick(const cal_operands *o) {
    for (size_t i = 0; i < cal_elements(o->shape); i++) o->y[i] = 0;
    for (int i = 0; i < o->shape.n; i++) o->y[(size_t)i * o->shape.c + (size_t)o->x[1][i]] = o->x[0][i];
}

const cal_op cal_op_pick = {
    .name = "PICK",
    .meaning = "the label's entry of each row",
    .inputs = 2,
    .input = {"x", "labels"},
    .shape = pick_shape,
    .derive = derive_pick,
    .execute = execute_pick,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_pick,
};

const cal_op cal_op_unpick = {
    .name = "UNPICK",
    .meaning = "zero but for the label's entry of each row",
    .inputs = 2,
    .input = {"x", "labels"},
    .shape = unpick_shape,
    .derive = derive_unpick,
    .execute = execute_unpick,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_unpick,
};

// ---- the largest of each row

// [n,k] -> INDEX [n]
cal_node cal_graph_row_argmax(cal_graph *g, cal_node x) {
    return cal_op_one(g, CAL_OP_ROW_ARGMAX, x, CAL_INDEX, cal_rows_columns(cal_shape_of(g, x).n, 1), NULL);
}

static bool row_argmax_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_MATRIX) &&
           cal_has_shape(node, CAL_INDEX, cal_rows_columns(cal_shape_of(g, node->in[0]).n, 1));
}

static void execute_row_argmax(const cal_step *step, const cal_env *env) {
    cal_kernel_row_argmax(env, step->y, step->x[0], step->in_shape[0].n, step->in_shape[0].c);
}

static void interpret_row_argmax(const cal_operands *o) {
    for (int i = 0; i < o->in[0].n; i++) {
        const double *row = o->x[0] + (size_t)i * o->in[0].c;
        int best = 0;
        for (int j = 1; j < o->in[0].c; j++)
            if (row[j] > row[best]) best = j;
        o->y[i] = best;
    }
}

const cal_op cal_op_row_argmax = {
    .name = "ROW_ARGMAX",
    .meaning = "where each row is largest, first of equals: int32 [n]",
    .inputs = 1,
    .flags = CAL_OP_CONSTANT,
    .input = {"x"},
    .shape = row_argmax_shape,
    .derive = cal_op_no_derivative,
    .execute = execute_row_argmax,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_row_argmax,
};

// ---- softmax of each row, found by fuse/softmax.c

static void execute_softmax(const cal_step *step, const cal_env *env) {
    cal_kernel_row_softmax(env, step->y, step->x[0], step->in_shape[0].n, step->in_shape[0].c);
}

static void execute_softmax_grad(const cal_step *step, const cal_env *env) {
    cal_kernel_row_softmax_grad(env, step->y, step->x[0], step->x[1], step->in_shape[0].n,
                                step->in_shape[0].c);
}

const cal_op cal_op_softmax = {
    .name = "SOFTMAX",
    .meaning = "e^x over the sum of its row",
    .inputs = 1,
    .flags = CAL_OP_IN_PLACE | CAL_OP_FUSED,
    .input = {"x"},
    .shape = cal_op_shape_of_first,
    .derive = cal_op_underivable,
    .execute = execute_softmax,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_uninterpretable,
};

const cal_op cal_op_softmax_grad = {
    .name = "SOFTMAX_GRAD",
    .meaning = "w y, less y times the sum of its row of w y",
    .inputs = 2,
    .flags = CAL_OP_IN_PLACE | CAL_OP_FUSED,
    .input = {"w", "y"},
    .shape = cal_op_shape_of_first,
    .derive = cal_op_underivable,
    .execute = execute_softmax_grad,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_uninterpretable,
};

// ---- examples

CAL_EXAMPLE(logsumexp, cal_graph_logsumexp(g, x[0]))
CAL_EXAMPLE(pick, cal_graph_pick(g, x[0], x[1]))
CAL_EXAMPLE(unpick, cal_graph_unpick(g, x[0], x[1], 5))
CAL_EXAMPLE(argmax, cal_graph_pick(g, x[0], cal_graph_row_argmax(g, x[0])))
static cal_node example_attention(cal_graph *g, const cal_node *x) { // softmax of scores, times values
    cal_node scores = cal_graph_matmul(g, x[0], x[1], false, true);
    cal_node sums =
        cal_graph_broadcast(g, cal_graph_logsumexp(g, scores), CAL_MATRIX, cal_shape_of(g, scores));
    return cal_graph_matmul(g, cal_graph_exp(g, cal_graph_sub(g, scores, sums)), x[2], false, false);
}

static const double labels[4] = {2, 0, 4, 3};

const cal_op_example cal_op_examples_matrix[] = {
    {"LOGSUMEXP", example_logsumexp, {{CAL_MATRIX, {4, 5, 1, 1}}}},
    {"PICK", example_pick, {{CAL_MATRIX, {4, 5, 1, 1}}, {CAL_INDEX, {4, 1, 1, 1}, labels}}},
    {"UNPICK", example_unpick, {{CAL_MATRIX, {4, 1, 1, 1}}, {CAL_INDEX, {4, 1, 1, 1}, labels}}},
    {"ROW_ARGMAX", example_argmax, {{CAL_MATRIX, {4, 5, 1, 1}}}},
    {"SOFTMAX",
     example_attention,
     {{CAL_MATRIX, {6, 5, 1, 1}}, {CAL_MATRIX, {7, 5, 1, 1}}, {CAL_MATRIX, {7, 4, 1, 1}}}},
    {NULL},
};
