// Matrix products.
#include "kernel/matmul/matmul.h"
#include "ad/op/descriptor.h"

CAL_ATTRIBUTES(matmul, int32_t transpose_x, transpose_y, batch,
               rows); // rows: rows of the product that a MATMUL_PREPARE is for

// `batch` products op(x) [m,k] op(y) [k,n].
static cal_shape product_shape(const cal_graph *g, cal_node x, cal_node y, const cal_attributes *how) {
    cal_shape p = cal_shape_of(g, x), q = cal_shape_of(g, y);
    int batch = how->matmul.batch;
    return cal_rows_columns(how->matmul.transpose_x ? batch * p.c : p.n,
                            how->matmul.transpose_y ? q.n / batch : q.c);
}

// A batch of products; its matrices are contiguous in rows. From x [batch m,k] (transposed: [batch k,m]) and
// y [batch k,n] (transposed: [batch n,k]) to [batch m,n].
cal_node cal_graph_matmul_batched(cal_graph *g, cal_node x, cal_node y, bool transpose_x, bool transpose_y,
                                  int batch) {
    if (x < 0 || y < 0) return CAL_ZERO;
    cal_attributes how = {.matmul = {transpose_x, transpose_y, batch, 0}};
    return cal_op_two(g, CAL_OP_MATMUL, x, y, CAL_MATRIX, product_shape(g, x, y, &how), &how);
}

cal_node cal_graph_matmul(cal_graph *g, cal_node x, cal_node y, bool transpose_x, bool transpose_y) {
    return cal_graph_matmul_batched(g, x, y, transpose_x, transpose_y, 1);
}

static bool matmul_shape(const cal_graph *g, const cal_node_data *node) {
    cal_node x = node->in[0], y = node->in[1];
    int batch = node->attributes.matmul.batch;
    if (!cal_is(g, x, CAL_MATRIX) || !cal_is(g, y, CAL_MATRIX) || batch < 1) return false;
    cal_shape p = cal_shape_of(g, x), q = cal_shape_of(g, y);
    int depth_x = node->attributes.matmul.transpose_x ? p.n / batch : p.c;
    int depth_y = node->attributes.matmul.transpose_y ? q.c : q.n / batch;
    return p.n % batch == 0 && q.n % batch == 0 && depth_x == depth_y &&
           cal_has_shape(node, CAL_MATRIX, product_shape(g, x, y, &node->attributes));
}

static bool matmul_rows(const cal_graph *g, const cal_node_data *node, const cal_some_rows *some, bool *of,
                        cal_attributes *how) {
    const int batch = how->matmul.batch;
    (void)g;
    of[0] = !how->matmul.transpose_x && (batch == 1 || node->shape.n / batch == some->per_sample);
    return of[0];
}

static void derive_matmul(cal_graph *g, cal_derivation *d) {
    cal_node x = d->node.in[0], y = d->node.in[1], w = d->w;
    bool tx = d->node.attributes.matmul.transpose_x, ty = d->node.attributes.matmul.transpose_y;
    int batch = d->node.attributes.matmul.batch;
    if (d->need[0])
        d->d[0] = tx ? cal_graph_matmul_batched(g, y, w, ty, true, batch)
                     : cal_graph_matmul_batched(g, w, y, false, !ty, batch);
    if (d->need[1])
        d->d[1] = ty ? cal_graph_matmul_batched(g, w, x, true, tx, batch)
                     : cal_graph_matmul_batched(g, x, w, !tx, false, batch);
}

static cal_matmul_shape kernel_shape(const cal_step *step) {
    bool transpose_x = step->node.attributes.matmul.transpose_x;
    bool transpose_y = step->node.attributes.matmul.transpose_y;
    cal_shape y = step->node.shape, x = step->in_shape[0];
    int batch = step->node.attributes.matmul.batch;
    int depth = transpose_x ? x.n / batch : x.c;
    return (cal_matmul_shape){y.n / batch, y.c, depth, transpose_x, transpose_y, batch};
}

static void execute_matmul(const cal_step *step, const cal_env *env) {
    cal_matmul_shape shape = kernel_shape(step);
    const void *prepared = step->x[CAL_MATMUL_PREPARED];
    if (prepared) cal_kernel_matmul_prepared(env, step->y, step->x[0], prepared, &shape);
    else cal_kernel_matmul(env, step->y, step->x[0], step->x[1], &shape);
}

static size_t matmul_scratch(const cal_step *step, int workers) {
    cal_matmul_shape shape = kernel_shape(step);
    return cal_kernel_matmul_scratch(&shape, workers);
}

static cal_op_work matmul_work(const cal_step *step) {
    const cal_matmul_shape s = kernel_shape(step);
    const char *kernel = step->node.in[CAL_MATMUL_PREPARED] >= 0 ? s.m == 1 ? "a prepared row" : "prepared"
                         : s.batch > 1                           ? "groups"
                                                                 : NULL;
    return (cal_op_work){(double)s.m * s.n * s.k * s.batch, kernel};
}

static void interpret_matmul(const cal_operands *o) {
    bool tx = o->node->attributes.matmul.transpose_x, ty = o->node->attributes.matmul.transpose_y;
    int batch = o->node->attributes.matmul.batch, rows = o->shape.n / batch;
    cal_shape p = o->in[0], q = o->in[1];
    int depth = tx ? p.n / batch : p.c;
    for (int row = 0; row < o->shape.n; row++)
        for (int j = 0; j < o->shape.c; j++) {
            int product = row / rows, i = row % rows;
            const double *x = o->x[0] + cal_elements(p) / batch * product;
            const double *y = o->x[1] + cal_elements(q) / batch * product;
            double sum = 0;
            for (int k = 0; k < depth; k++)
                sum += x[tx ? (size_t)k * p.c + i : (size_t)i * p.c + k] *
                       y[ty ? (size_t)j * q.c + k : (size_t)k * q.c + j];
            o->y[(size_t)row * o->shape.c + j] = sum;
        }
}

static size_t prepared_floats(const cal_step *step, cal_attributes *how) {
    cal_matmul_shape shape = kernel_shape(step);
    how->matmul.rows = shape.m;
    return cal_kernel_matmul_prepared_floats(&shape);
}

const cal_op cal_op_matmul = {
    .name = "MATMUL",
    .meaning = "op(x) op(y), either transposed; or products of as many matrices, one below the other",
    .inputs = 2,
    .input = {"x", "y", [CAL_MATMUL_PREPARED] = "y prepared"},
    .shape = matmul_shape,
    .derive = derive_matmul,
    .execute = execute_matmul,
    .scratch = matmul_scratch,
    .interpret = interpret_matmul,
    .rows = matmul_rows,
    .preparation = &(const cal_preparation){prepared_floats, CAL_OP_MATMUL_PREPARE, CAL_MATMUL_PREPARED},
    .work = matmul_work,
};

static bool prepare_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_MATRIX) &&
           cal_has_shape(node, CAL_MATRIX, cal_rows_columns(1, node->shape.c));
}

static void execute_prepare(const cal_step *step, const cal_env *env) {
    const bool transposed = step->node.attributes.matmul.transpose_y;
    const cal_shape y = step->in_shape[0];
    const int n = transposed ? y.n : y.c, k = transposed ? y.c : y.n;
    const cal_matmul_shape shape = {step->node.attributes.matmul.rows, n, k, false, transposed, 1};
    cal_kernel_matmul_prepare(env, step->y, step->x[0], &shape);
}

const cal_op cal_op_matmul_prepare = {
    .name = "MATMUL_PREPARE",
    .meaning = "a matrix as a MATMUL with so many rows reads it",
    .inputs = 1,
    .flags = CAL_OP_FUSED,
    .input = {"y"},
    .shape = prepare_shape,
    .derive = cal_op_underivable,
    .execute = execute_prepare,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_uninterpretable,
};

// ---- examples

CAL_EXAMPLE(nn, cal_graph_matmul(g, x[0], x[1], false, false))
CAL_EXAMPLE(nt, cal_graph_matmul(g, x[0], x[1], false, true))
CAL_EXAMPLE(tn, cal_graph_matmul(g, x[0], x[1], true, false))
CAL_EXAMPLE(tt, cal_graph_matmul(g, x[0], x[1], true, true))
CAL_EXAMPLE(batch_tn, cal_graph_matmul_batched(g, x[0], x[1], true, false, 2))
CAL_EXAMPLE(batch_tt, cal_graph_matmul_batched(g, x[0], x[1], true, true, 2))
static cal_node example_batch(cal_graph *g, const cal_node *x) { // Q K' V of three heads
    cal_node scores = cal_graph_matmul_batched(g, x[0], x[1], false, true, 3);
    return cal_graph_matmul_batched(g, cal_graph_exp(g, scores), x[2], false, false, 3);
}

const cal_op_example cal_op_examples_matmul[] = {
    {"MATMUL nn", example_nn, {{CAL_MATRIX, {3, 4, 1, 1}}, {CAL_MATRIX, {4, 5, 1, 1}}}},
    {"MATMUL nt", example_nt, {{CAL_MATRIX, {3, 4, 1, 1}}, {CAL_MATRIX, {5, 4, 1, 1}}}},
    {"MATMUL tn", example_tn, {{CAL_MATRIX, {4, 3, 1, 1}}, {CAL_MATRIX, {4, 5, 1, 1}}}},
    {"MATMUL tt", example_tt, {{CAL_MATRIX, {4, 3, 1, 1}}, {CAL_MATRIX, {5, 4, 1, 1}}}},
    {"MATMUL batch",
     example_batch,
     {{CAL_MATRIX, {12, 5, 1, 1}}, {CAL_MATRIX, {15, 5, 1, 1}}, {CAL_MATRIX, {15, 3, 1, 1}}}},
    {"MATMUL batch tn", example_batch_tn, {{CAL_MATRIX, {8, 3, 1, 1}}, {CAL_MATRIX, {8, 5, 1, 1}}}},
    {"MATMUL batch tt", example_batch_tt, {{CAL_MATRIX, {8, 3, 1, 1}}, {CAL_MATRIX, {10, 4, 1, 1}}}},
    {"MATMUL prepared",
     example_nt,
     {{CAL_MATRIX, {1, 64, 1, 1}}, {CAL_MATRIX, {40, 64, 1, 1}, .steady = true}}},
    {"MATMUL packed",
     example_nt,
     {{CAL_MATRIX, {30, 64, 1, 1}}, {CAL_MATRIX, {40, 64, 1, 1}, .steady = true}}},
    {"MATMUL packed as it stands",
     example_nn,
     {{CAL_MATRIX, {30, 64, 1, 1}}, {CAL_MATRIX, {64, 41, 1, 1}, .steady = true}}},
    {NULL},
};
