// Every op of the closed set, to order 2: by itself, under a scalar that has curvature of its own.
#include "check.h"
#include "derivatives.h"

typedef cal_node build_op(cal_graph *g, const cal_node *x, cal_node labels);

static cal_shape matrix(int n, int c) { return (cal_shape){n, c, 1, 1}; }

static cal_node op_add(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_add(g, x[0], x[1]);
}
static cal_node op_sub(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_sub(g, x[0], x[1]);
}
static cal_node op_mul(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_mul(g, x[0], x[1]);
}
static cal_node op_div(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_div(g, x[0], x[1]);
}
static cal_node op_scale(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_scale(g, x[0], -1.5);
}
static cal_node op_offset(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_offset(g, x[0], 0.75);
}
static cal_node op_exp(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_exp(g, x[0]);
}
static cal_node op_log(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_log(g, x[0]);
}
static cal_node op_sqrt(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_sqrt(g, x[0]);
}
static cal_node op_tanh(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_tanh(g, x[0]);
}
static cal_node op_relu(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_relu(g, x[0], 0);
}
static cal_node op_mask(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_mask(g, x[0], x[1], 0);
}
static cal_node op_relu_cap(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_relu(g, x[0], 0.5);
}
static cal_node op_mask_cap(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_mask(g, x[0], x[1], 0.5);
}
static cal_node op_affine_cap(cal_graph *g, const cal_node *x, cal_node y) { // fused into one loop
    (void)y;
    return cal_graph_relu(g, cal_graph_affine(g, x[0], x[1], x[2]), 0.5);
}
static cal_node op_leak(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_leak(g, x[0], x[1], 0.25);
}
static cal_node op_leak_itself(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_leak(g, x[0], x[0], 0.25);
}
static cal_node op_drop(cal_graph *g, const cal_node *x, cal_node y) { // of seed 3 and step 3
    (void)y;
    return cal_graph_drop(g, x[0], cal_graph_constant(g, CAL_VECTOR, matrix(1, 2), 3), 1, 0.25);
}
static cal_node op_erf(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_erf(g, x[0]);
}
static cal_node op_sigmoid(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_sigmoid(g, x[0]);
}
static cal_node op_sum(cal_graph *g, const cal_node *x, cal_node y) { // every pair of kinds that there is
    (void)y;
    cal_shape s = cal_shape_of(g, x[0]);
    switch (cal_at(g, x[0])->kind) {
    case CAL_MATRIX: {
        cal_node rows = cal_graph_sum(g, x[0], CAL_MATRIX, matrix(s.n, 1));
        cal_node columns = cal_graph_sum(g, x[0], CAL_VECTOR, matrix(1, s.c));
        cal_node total = cal_graph_sum(g, cal_graph_mul(g, columns, columns), CAL_VECTOR, matrix(1, 1));
        return cal_graph_add(g, cal_graph_mul(g, total, cal_graph_total(g, x[0])),
                             cal_graph_total(g, cal_graph_mul(g, rows, rows)));
    }
    case CAL_IMAGE: {
        cal_node planes = cal_graph_sum(g, x[0], CAL_MATRIX, matrix(s.n, s.c));
        cal_node channels = cal_graph_sum(g, x[0], CAL_VECTOR, matrix(1, s.c));
        return cal_graph_add(g, cal_graph_inner(g, planes, planes), cal_graph_inner(g, channels, channels));
    }
    default: return cal_graph_total(g, x[0]);
    }
}
static cal_node op_matmul_nn(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_matmul(g, x[0], x[1], false, false);
}
static cal_node op_matmul_nt(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_matmul(g, x[0], x[1], false, true);
}
static cal_node op_matmul_tn(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_matmul(g, x[0], x[1], true, false);
}
static cal_node op_matmul_tt(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_matmul(g, x[0], x[1], true, true);
}
static cal_node op_matmul_groups(cal_graph *g, const cal_node *x, cal_node y) { // Q K' V of three heads
    (void)y;
    cal_node scores = cal_graph_matmul_groups(g, x[0], x[1], false, true, 3);
    return cal_graph_matmul_groups(g, cal_graph_exp(g, scores), x[2], false, false, 3);
}
static cal_node op_matmul_groups_tn(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_matmul_groups(g, x[0], x[1], true, false, 2);
}
static cal_node op_matmul_groups_tt(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_matmul_groups(g, x[0], x[1], true, true, 2);
}
static cal_node op_logsumexp(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_logsumexp(g, x[0]);
}
static cal_node op_pick(cal_graph *g, const cal_node *x, cal_node y) { return cal_graph_pick(g, x[0], y); }
static cal_node op_unpick(cal_graph *g, const cal_node *x, cal_node y) {
    return cal_graph_unpick(g, x[0], y, 5);
}
static cal_node op_argmax(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_pick(g, x[0], cal_graph_row_argmax(g, x[0]));
}
static cal_node op_stop(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_mul(g, cal_graph_stop(g, cal_graph_exp(g, x[0])), cal_graph_mul(g, x[0], x[0]));
}
static cal_node op_conv(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_conv(g, x[0], x[1], 1, 1);
}
static cal_node op_conv_stride(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_conv(g, x[0], x[1], 2, 1);
}
static cal_node op_conv_point(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_conv(g, x[0], x[1], 1, 0);
}
static cal_node op_conv_general(cal_graph *g, const cal_node *x,
                                cal_node y) { // groups follow from the shapes
    (void)y;
    return cal_graph_conv_steps(g, x[0], x[1],
                                (cal_conv_steps){.stride = 2, .dilation = 3, .pad_h = 2, .pad_w = 3});
}
static cal_node op_conv_dilated(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_conv_steps(g, x[0], x[1],
                                (cal_conv_steps){.stride = 1, .dilation = 2, .pad_h = 0, .pad_w = 2});
}
static cal_node op_maxpool(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_maxpool(g, x[0], (cal_pool_window){2, 2, 2, 0, 0});
}
static cal_node op_avgpool(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_avgpool(g, x[0], (cal_pool_window){3, 3, 3, 0, 0});
}
static cal_node op_maxpool_windows(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_maxpool(g, x[0], (cal_pool_window){3, 4, 2, 1, 2});
}
static cal_node op_avgpool_windows(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_avgpool(g, x[0], (cal_pool_window){3, 2, 2, 1, 1});
}
static cal_node op_global_max(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_global_maxpool(g, x[0]);
}
static cal_node op_global(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_global_avgpool(g, x[0]);
}
static cal_node op_flatten(cal_graph *g, const cal_node *x, cal_node y) { // there and back
    (void)y;
    cal_node flat = cal_graph_flatten(g, x[0]);
    return cal_graph_unflatten(g, cal_graph_mul(g, flat, flat), cal_shape_of(g, x[0]));
}
static cal_node op_shortcut(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_shortcut(g, x[0], 7, 2);
}
static cal_node op_concat(cal_graph *g, const cal_node *x, cal_node y) { // of three, the last two depending
    (void)y;
    return cal_graph_concat(g, x[0], cal_graph_concat(g, x[1], cal_graph_mul(g, x[1], x[1])));
}
static cal_node op_stat(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_stat(g, x[0]);
}
static cal_node op_dot(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_channel_dot(g, x[0], x[1]);
}
static cal_node op_affine(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    return cal_graph_affine(g, x[0], x[1], x[2]);
}
static cal_node op_linear(cal_graph *g, const cal_node *x, cal_node y) {
    (void)y;
    cal_node coefficient[2] = {x[2], CAL_ZERO};
    return cal_graph_linear(g, x, coefficient, 2, x[3], cal_shape_of(g, x[0]));
}
static cal_node op_norm(cal_graph *g, const cal_node *x, cal_node y) { // batch norm in training mode
    (void)y;
    cal_node stat = cal_graph_stat(g, x[0]);
    cal_node slope =
        cal_graph_div(g, x[1], cal_graph_sqrt(g, cal_graph_offset(g, cal_graph_row(g, stat, 1), 1e-5)));
    return cal_graph_affine(g, x[0], slope,
                            cal_graph_sub(g, x[2], cal_graph_mul(g, slope, cal_graph_row(g, stat, 0))));
}

static const struct {
    const char *name;
    build_op *build;
    cal_kind kind[4];
    cal_shape shape[4];
    int inputs;
    double offset; // keeps the argument of logarithms, roots and quotients away from zero
} cases[] = {
    {"ADD vector", op_add, {CAL_VECTOR, CAL_VECTOR}, {{2, 3, 1, 1}, {2, 3, 1, 1}}, 2, 0},
    {"ADD image", op_add, {CAL_IMAGE, CAL_IMAGE}, {{2, 5, 3, 4}, {2, 5, 3, 4}}, 2, 0},
    {"SUB matrix", op_sub, {CAL_MATRIX, CAL_MATRIX}, {{3, 4, 1, 1}, {3, 4, 1, 1}}, 2, 0},
    {"SUB image", op_sub, {CAL_IMAGE, CAL_IMAGE}, {{2, 3, 2, 3}, {2, 3, 2, 3}}, 2, 0},
    {"MUL matrix", op_mul, {CAL_MATRIX, CAL_MATRIX}, {{3, 4, 1, 1}, {3, 4, 1, 1}}, 2, 0},
    {"MUL image", op_mul, {CAL_IMAGE, CAL_IMAGE}, {{2, 6, 3, 3}, {2, 6, 3, 3}}, 2, 0},
    {"MUL filter", op_mul, {CAL_FILTER, CAL_FILTER}, {{2, 3, 3, 3}, {2, 3, 3, 3}}, 2, 0},
    {"DIV vector", op_div, {CAL_VECTOR, CAL_VECTOR}, {{1, 5, 1, 1}, {1, 5, 1, 1}}, 2, 3},
    {"DIV matrix", op_div, {CAL_MATRIX, CAL_MATRIX}, {{3, 4, 1, 1}, {3, 4, 1, 1}}, 2, 3},
    {"SCALE image", op_scale, {CAL_IMAGE}, {{2, 3, 2, 2}}, 1, 0},
    {"OFFSET matrix", op_offset, {CAL_MATRIX}, {{3, 4, 1, 1}}, 1, 0},
    {"EXP vector", op_exp, {CAL_VECTOR}, {{1, 4, 1, 1}}, 1, 0},
    {"EXP matrix", op_exp, {CAL_MATRIX}, {{3, 5, 1, 1}}, 1, 0},
    {"LOG vector", op_log, {CAL_VECTOR}, {{1, 4, 1, 1}}, 1, 4},
    {"LOG matrix", op_log, {CAL_MATRIX}, {{3, 5, 1, 1}}, 1, 4},
    {"SQRT vector", op_sqrt, {CAL_VECTOR}, {{1, 4, 1, 1}}, 1, 4},
    {"SQRT matrix", op_sqrt, {CAL_MATRIX}, {{2, 4, 1, 1}}, 1, 4},
    {"DIV image", op_div, {CAL_IMAGE, CAL_IMAGE}, {{2, 5, 3, 2}, {2, 5, 3, 2}}, 2, 3},
    {"OFFSET image", op_offset, {CAL_IMAGE}, {{2, 5, 3, 3}}, 1, 0},
    {"EXP image", op_exp, {CAL_IMAGE}, {{2, 5, 2, 3}}, 1, 0},
    {"LOG image", op_log, {CAL_IMAGE}, {{2, 5, 2, 3}}, 1, 4},
    {"SQRT image", op_sqrt, {CAL_IMAGE}, {{2, 5, 2, 3}}, 1, 4},
    {"TANH matrix", op_tanh, {CAL_MATRIX}, {{3, 5, 1, 1}}, 1, 0},
    {"TANH image", op_tanh, {CAL_IMAGE}, {{2, 3, 3, 2}}, 1, 0},
    {"RELU image", op_relu, {CAL_IMAGE}, {{2, 3, 3, 3}}, 1, 0},
    {"RELU vector", op_relu, {CAL_VECTOR}, {{1, 6, 1, 1}}, 1, 0},
    {"MASK matrix", op_mask, {CAL_MATRIX, CAL_MATRIX}, {{3, 4, 1, 1}, {3, 4, 1, 1}}, 2, 0},
    {"RELU cap image", op_relu_cap, {CAL_IMAGE}, {{2, 5, 3, 3}}, 1, 0},
    {"RELU cap vector", op_relu_cap, {CAL_VECTOR}, {{2, 6, 1, 1}}, 1, 0},
    {"RELU cap of a channel-linear image",
     op_affine_cap,
     {CAL_IMAGE, CAL_VECTOR, CAL_VECTOR},
     {{2, 5, 3, 2}, {1, 5, 1, 1}, {1, 5, 1, 1}},
     3,
     0},
    {"MASK cap matrix", op_mask_cap, {CAL_MATRIX, CAL_MATRIX}, {{3, 9, 1, 1}, {3, 9, 1, 1}}, 2, 0},
    {"MASK cap vector", op_mask_cap, {CAL_VECTOR, CAL_VECTOR}, {{2, 9, 1, 1}, {2, 9, 1, 1}}, 2, 0},
    {"LEAK matrix", op_leak, {CAL_MATRIX, CAL_MATRIX}, {{3, 4, 1, 1}, {3, 4, 1, 1}}, 2, 0},
    {"LEAK vector", op_leak_itself, {CAL_VECTOR}, {{1, 6, 1, 1}}, 1, 0},
    {"LEAK image", op_leak_itself, {CAL_IMAGE}, {{2, 5, 3, 3}}, 1, 0},
    {"DROP matrix", op_drop, {CAL_MATRIX}, {{5, 9, 1, 1}}, 1, 0},
    {"DROP image", op_drop, {CAL_IMAGE}, {{2, 5, 3, 3}}, 1, 0},
    {"ERF matrix", op_erf, {CAL_MATRIX}, {{3, 5, 1, 1}}, 1, 0},
    {"ERF image", op_erf, {CAL_IMAGE}, {{2, 5, 3, 2}}, 1, 0},
    {"ERF vector", op_erf, {CAL_VECTOR}, {{2, 5, 1, 1}}, 1, 0},
    {"SIGMOID matrix", op_sigmoid, {CAL_MATRIX}, {{3, 5, 1, 1}}, 1, 0},
    {"SIGMOID image", op_sigmoid, {CAL_IMAGE}, {{2, 5, 3, 2}}, 1, 0},
    {"SIGMOID vector", op_sigmoid, {CAL_VECTOR}, {{2, 5, 1, 1}}, 1, 0},
    {"SUM matrix", op_sum, {CAL_MATRIX}, {{4, 3, 1, 1}}, 1, 0},
    {"SUM image", op_sum, {CAL_IMAGE}, {{3, 5, 2, 3}}, 1, 0},
    {"SUM filter", op_sum, {CAL_FILTER}, {{2, 3, 3, 3}}, 1, 0},
    {"SUM vector", op_sum, {CAL_VECTOR}, {{2, 3, 1, 1}}, 1, 0},
    {"MATMUL nn", op_matmul_nn, {CAL_MATRIX, CAL_MATRIX}, {{3, 4, 1, 1}, {4, 5, 1, 1}}, 2, 0},
    {"MATMUL nt", op_matmul_nt, {CAL_MATRIX, CAL_MATRIX}, {{3, 4, 1, 1}, {5, 4, 1, 1}}, 2, 0},
    {"MATMUL tn", op_matmul_tn, {CAL_MATRIX, CAL_MATRIX}, {{4, 3, 1, 1}, {4, 5, 1, 1}}, 2, 0},
    {"MATMUL tt", op_matmul_tt, {CAL_MATRIX, CAL_MATRIX}, {{4, 3, 1, 1}, {5, 4, 1, 1}}, 2, 0},
    {"MATMUL groups",
     op_matmul_groups,
     {CAL_MATRIX, CAL_MATRIX, CAL_MATRIX},
     {{12, 5, 1, 1}, {15, 5, 1, 1}, {15, 3, 1, 1}},
     3,
     0},
    {"MATMUL groups tn", op_matmul_groups_tn, {CAL_MATRIX, CAL_MATRIX}, {{8, 3, 1, 1}, {8, 5, 1, 1}}, 2, 0},
    {"MATMUL groups tt", op_matmul_groups_tt, {CAL_MATRIX, CAL_MATRIX}, {{8, 3, 1, 1}, {10, 4, 1, 1}}, 2, 0},
    {"LOGSUMEXP", op_logsumexp, {CAL_MATRIX}, {{4, 5, 1, 1}}, 1, 0},
    {"PICK", op_pick, {CAL_MATRIX}, {{4, 5, 1, 1}}, 1, 0},
    {"UNPICK", op_unpick, {CAL_MATRIX}, {{4, 1, 1, 1}}, 1, 0},
    {"ROW_ARGMAX", op_argmax, {CAL_MATRIX}, {{4, 5, 1, 1}}, 1, 0},
    {"STOP matrix", op_stop, {CAL_MATRIX}, {{4, 5, 1, 1}}, 1, 0},
    {"STOP image", op_stop, {CAL_IMAGE}, {{2, 5, 3, 2}}, 1, 0},
    {"CONV 3x3", op_conv, {CAL_IMAGE, CAL_FILTER}, {{2, 3, 6, 5}, {5, 3, 3, 3}}, 2, 0},
    {"CONV 3x3 wide", op_conv, {CAL_IMAGE, CAL_FILTER}, {{2, 8, 8, 8}, {8, 8, 3, 3}}, 2, 0},
    {"CONV stride 2", op_conv_stride, {CAL_IMAGE, CAL_FILTER}, {{2, 4, 7, 6}, {3, 4, 3, 3}}, 2, 0},
    {"CONV 1x1", op_conv_point, {CAL_IMAGE, CAL_FILTER}, {{2, 5, 3, 4}, {6, 5, 1, 1}}, 2, 0},
    {"CONV depthwise", op_conv, {CAL_IMAGE, CAL_FILTER}, {{2, 6, 5, 6}, {6, 1, 3, 3}}, 2, 0},
    {"CONV depthwise general", op_conv_general, {CAL_IMAGE, CAL_FILTER}, {{2, 5, 7, 9}, {5, 1, 3, 2}}, 2, 0},
    {"CONV groups", op_conv_general, {CAL_IMAGE, CAL_FILTER}, {{2, 8, 7, 6}, {12, 4, 2, 3}}, 2, 0},
    {"CONV odd groups", op_conv_dilated, {CAL_IMAGE, CAL_FILTER}, {{2, 6, 5, 6}, {9, 2, 3, 3}}, 2, 0},
    {"CONV dilated", op_conv_dilated, {CAL_IMAGE, CAL_FILTER}, {{2, 3, 7, 6}, {5, 3, 3, 2}}, 2, 0},
    {"POOL max", op_maxpool, {CAL_IMAGE}, {{2, 3, 5, 6}}, 1, 0},
    {"POOL average", op_avgpool, {CAL_IMAGE}, {{2, 3, 7, 6}}, 1, 0},
    {"POOL global", op_global, {CAL_IMAGE}, {{2, 5, 3, 4}}, 1, 0},
    {"POOL max in windows", op_maxpool_windows, {CAL_IMAGE}, {{2, 3, 5, 6}}, 1, 0},
    {"POOL average in windows", op_avgpool_windows, {CAL_IMAGE}, {{2, 5, 7, 6}}, 1, 0},
    {"PLANE max", op_global_max, {CAL_IMAGE}, {{2, 5, 3, 4}}, 1, 0},
    {"FLATTEN", op_flatten, {CAL_IMAGE}, {{2, 5, 3, 4}}, 1, 0},
    {"SHORTCUT", op_shortcut, {CAL_IMAGE}, {{2, 3, 5, 6}}, 1, 0},
    {"CONCAT", op_concat, {CAL_IMAGE, CAL_IMAGE}, {{2, 5, 3, 2}, {2, 4, 3, 2}}, 2, 0},
    {"CHANNEL_STAT", op_stat, {CAL_IMAGE}, {{3, 5, 2, 3}}, 1, 0},
    {"CHANNEL_DOT", op_dot, {CAL_IMAGE, CAL_IMAGE}, {{3, 5, 2, 3}, {3, 5, 2, 3}}, 2, 0},
    {"CHANNEL_LINEAR one",
     op_affine,
     {CAL_IMAGE, CAL_VECTOR, CAL_VECTOR},
     {{2, 5, 3, 2}, {1, 5, 1, 1}, {1, 5, 1, 1}},
     3,
     0},
    {"CHANNEL_LINEAR two",
     op_linear,
     {CAL_IMAGE, CAL_IMAGE, CAL_VECTOR, CAL_VECTOR},
     {{2, 5, 3, 2}, {2, 5, 3, 2}, {1, 5, 1, 1}, {1, 5, 1, 1}},
     4,
     0},
    {"batch norm",
     op_norm,
     {CAL_IMAGE, CAL_VECTOR, CAL_VECTOR},
     {{4, 5, 3, 2}, {1, 5, 1, 1}, {1, 5, 1, 1}},
     3,
     0},
};

// No op of the closed set is left out, but for what test_ad_tokens.c checks and what is only made by fusion.
static void check_all_met(void) {
    for (int op = 0; op < CAL_OPS; op++) {
        bool tokens = op >= CAL_OP_TOKENS && op <= CAL_OP_TABLE_ADD;
        bool fused = op == CAL_OP_CONV_PREPARE || op == CAL_OP_MATMUL_PREPARE || op == CAL_OP_SOFTMAX ||
                     op == CAL_OP_SOFTMAX_GRAD || op == CAL_OP_CHANNEL_MASK;
        if (!tokens && !fused && !checked_op[op]) printf("no case meets %s\n", cal_op_name(op));
        CHECK(tokens || fused || checked_op[op]);
    }
}

int main(void) {
    static const double labels[4] = {2, 0, 4, 3};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cal_graph g = {0};
        derivative_case c = {.name = cases[i].name,
                             .g = &g,
                             .nx = cases[i].inputs,
                             .scale = 0.7,
                             .offset = cases[i].offset,
                             .engine_tolerance = 2e-5,
                             .nfixed = 1,
                             .fixed_value = {labels}};
        for (int j = 0; j < cases[i].inputs; j++)
            c.x[j] = cal_graph_input(&g, cases[i].kind[j], cases[i].shape[j]);
        c.fixed[0] = cal_graph_input(&g, CAL_INDEX, matrix(4, 1));
        c.inner = cases[i].build(&g, c.x, c.fixed[0]);
        c.has_inner = true;
        c.scalar = curved(&g, c.inner);
        CHECK(g.error.status == CAL_OK);
        CHECK(check_derivatives(&c) == 0);
        cal_graph_free(&g);
    }
    check_all_met();
    return CHECK_DONE();
}
