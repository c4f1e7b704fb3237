// Joins in sequence: rows of several matrices (found by fuse/rows.c) and statistics of channels
// (fuse/stat.c).
#include "ad/op/descriptor.h"
#include "kernel/tokens.h"
#include <string.h>

// ---- rows

static int join_parts(const cal_node_data *node) {
    int parts = 0;
    while (parts < CAL_JOIN_PARTS && node->in[parts] >= 0) parts++;
    return parts;
}

static bool rows_join_shape(const cal_graph *g, const cal_node_data *node) {
    const int per_sample = node->attributes.rows.per_sample,
              samples = per_sample > 0 ? node->shape.n / per_sample : 0;
    int64_t rows = 0;
    if (node->kind != CAL_MATRIX || samples == 0 || node->shape.n % per_sample != 0) return false;
    for (int i = 0; i < join_parts(node); i++) {
        const cal_shape part = cal_shape_of(g, node->in[i]);
        if (!cal_is(g, node->in[i], CAL_MATRIX) || part.c != node->shape.c || part.n % samples != 0)
            return false;
        rows += part.n;
    }
    return rows == node->shape.n;
}

static void execute_rows_join(const cal_step *step, const cal_env *env) {
    cal_rows_part part[CAL_JOIN_PARTS];
    const int parts = join_parts(&step->node), per_sample = step->node.attributes.rows.per_sample;
    const int samples = step->node.shape.n / per_sample;
    for (int i = 0; i < parts; i++)
        part[i] = (cal_rows_part){step->x[i], (size_t)step->in_shape[i].n / samples * step->in_shape[i].c};
    cal_kernel_rows_join(env, step->y, samples, part, parts);
}

const cal_op cal_op_rows_join = {
    .name = "ROWS_JOIN",
    .meaning = "rows of several matrices, sample by sample one behind the other: the sum of their ROWS_PUT",
    .inputs = 2,
    .flags = CAL_OP_FUSED | CAL_OP_ANY_ROWS,
    .input = {"first rows", "next rows", "next rows"},
    .shape = rows_join_shape,
    .derive = cal_op_underivable,
    .execute = execute_rows_join,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_uninterpretable,
};

// ---- channels

static bool channels_join_shape(const cal_graph *g, const cal_node_data *node) {
    const cal_node x = node->in[0], y = node->in[1];
    const int columns = cal_shape_of(g, x).c + cal_shape_of(g, y).c;
    return cal_is(g, x, CAL_VECTOR) && cal_is(g, y, CAL_VECTOR) && cal_shape_of(g, y).n == node->shape.n &&
           cal_has_shape(node, CAL_VECTOR, cal_rows_columns(cal_shape_of(g, x).n, columns));
}

static void execute_channels_join(const cal_step *step, const cal_env *env) {
    double *y = step->y;
    (void)env;
    for (int row = 0; row < step->node.shape.n; row++)
        for (int i = 0; i < 2; i++) {
            const size_t columns = (size_t)step->in_shape[i].c;
            memcpy(y, (const double *)step->x[i] + (size_t)row * columns, columns * sizeof *y);
            y += columns;
        }
}

const cal_op cal_op_channels_join = {
    .name = "CHANNELS_JOIN",
    .meaning = "a VECTOR of x's channels, then of y's: the CHANNEL_STAT of their CONCAT",
    .inputs = 2,
    .flags = CAL_OP_FUSED,
    .input = {"x", "y"},
    .shape = channels_join_shape,
    .derive = cal_op_underivable,
    .execute = execute_channels_join,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_uninterpretable,
};

// ---- examples

// A sample's five rows in two parts and in three: the adjoint is a sum of ROWS_PUT.
static cal_node example_two_parts(cal_graph *g, const cal_node *x) {
    cal_node one = cal_graph_rows_take(g, x[0], 5, 0, 1), four = cal_graph_rows_take(g, x[0], 5, 1, 4);
    cal_node square = cal_graph_total(g, cal_graph_mul(g, one, one));
    return cal_graph_mul(g, square, cal_graph_total(g, cal_graph_mul(g, four, x[1])));
}
static cal_node example_three_parts(cal_graph *g, const cal_node *x) {
    cal_node part[3];
    for (int i = 0; i < 3; i++) part[i] = cal_graph_rows_take(g, x[0], 6, 2 * i, 2);
    return cal_graph_mul(g, cal_graph_mul(g, part[0], part[1]), part[2]);
}
static cal_node example_some_parts(cal_graph *g, const cal_node *x) { // no part has the fifth row
    cal_node one = cal_graph_rows_take(g, x[0], 5, 0, 2), next = cal_graph_rows_take(g, x[0], 5, 2, 2);
    return cal_graph_mul(g, one, next);
}

// Layers that each append their channels to those before, as in a dense block. In the second example no part
// has statistics yet.
static cal_node example_dense(cal_graph *g, const cal_node *x) {
    cal_node two = cal_graph_concat(g, x[0], x[1]), first = cal_graph_stat(g, two);
    cal_node three = cal_graph_concat(g, two, cal_graph_mul(g, x[1], x[1]));
    cal_node part = cal_graph_stat(g, x[1]), next = cal_graph_stat(g, three);
    cal_node size = cal_graph_total(g, cal_graph_mul(g, first, first));
    size = cal_graph_mul(g, size, cal_graph_total(g, cal_graph_mul(g, part, part)));
    return cal_graph_mul(g, size, cal_graph_total(g, next));
}
static cal_node example_stat_of_three(cal_graph *g, const cal_node *x) {
    cal_node last = cal_graph_concat(g, x[1], cal_graph_mul(g, x[1], x[1]));
    return cal_graph_stat(g, cal_graph_concat(g, x[0], last));
}

const cal_op_example cal_op_examples_join[] = {
    {"ROWS_JOIN of two", example_two_parts, {{CAL_MATRIX, {10, 3, 1, 1}}, {CAL_MATRIX, {8, 3, 1, 1}}}},
    {"ROWS_JOIN of three", example_three_parts, {{CAL_MATRIX, {12, 3, 1, 1}}}},
    {"CHANNELS_JOIN", example_dense, {{CAL_IMAGE, {2, 5, 3, 2}}, {CAL_IMAGE, {2, 3, 3, 2}}}},
    {"CHANNELS_JOIN of fours", example_dense, {{CAL_IMAGE, {2, 8, 3, 2}}, {CAL_IMAGE, {2, 4, 3, 2}}}},
    {"CHANNEL_STAT of three", example_stat_of_three, {{CAL_IMAGE, {2, 5, 3, 2}}, {CAL_IMAGE, {2, 3, 3, 2}}}},
    {"ROWS_PUT of some", example_some_parts, {{CAL_MATRIX, {10, 3, 1, 1}}}},
    {NULL},
};
