// A case for every op that derivatives are taken of, by its constructor: small graphs of up to four inputs.
#ifndef CAL_TEST_OP_CASES_H
#define CAL_TEST_OP_CASES_H
#include "ad/graph.h"

enum { LABELS, NUMBERS, FIXED }; // what is not differentiated: INDEX [4], and MATRIX [2,4] of numbers of rows

typedef cal_node build_op(cal_graph *g, const cal_node *x, const cal_node *fixed);

#define OP_CASE(name, ...)                                                                                   \
    static cal_node op_##name(cal_graph *g, const cal_node *x, const cal_node *fixed) {                      \
        (void)fixed;                                                                                         \
        return __VA_ARGS__;                                                                                  \
    }

static cal_shape matrix(int n, int c) { return (cal_shape){n, c, 1, 1}; }

OP_CASE(add, cal_graph_add(g, x[0], x[1]))
OP_CASE(sub, cal_graph_sub(g, x[0], x[1]))
OP_CASE(mul, cal_graph_mul(g, x[0], x[1]))
OP_CASE(div, cal_graph_div(g, x[0], x[1]))
OP_CASE(scale, cal_graph_scale(g, x[0], -1.5))
OP_CASE(offset, cal_graph_offset(g, x[0], 0.75))
OP_CASE(exp, cal_graph_exp(g, x[0]))
OP_CASE(log, cal_graph_log(g, x[0]))
OP_CASE(sqrt, cal_graph_sqrt(g, x[0]))
OP_CASE(tanh, cal_graph_tanh(g, x[0]))
OP_CASE(relu, cal_graph_relu(g, x[0], 0))
OP_CASE(mask, cal_graph_mask(g, x[0], x[1], 0))
OP_CASE(relu_cap, cal_graph_relu(g, x[0], 0.5))
OP_CASE(mask_cap, cal_graph_mask(g, x[0], x[1], 0.5))
// fused into one loop
OP_CASE(affine_cap, cal_graph_relu(g, cal_graph_affine(g, x[0], x[1], x[2]), 0.5))
OP_CASE(leak, cal_graph_leak(g, x[0], x[1], 0.25))
OP_CASE(leak_itself, cal_graph_leak(g, x[0], x[0], 0.25))
// of seed 3 and step 3
OP_CASE(drop, cal_graph_drop(g, x[0], cal_graph_constant(g, CAL_VECTOR, matrix(1, 2), 3), 1, 0.25))
OP_CASE(erf, cal_graph_erf(g, x[0]))
OP_CASE(sigmoid, cal_graph_sigmoid(g, x[0]))
static cal_node op_sum(cal_graph *g, const cal_node *x,
                       const cal_node *fixed) { // every pair of kinds that there is
    (void)fixed;
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
OP_CASE(matmul_nn, cal_graph_matmul(g, x[0], x[1], false, false))
OP_CASE(matmul_nt, cal_graph_matmul(g, x[0], x[1], false, true))
OP_CASE(matmul_tn, cal_graph_matmul(g, x[0], x[1], true, false))
OP_CASE(matmul_tt, cal_graph_matmul(g, x[0], x[1], true, true))
static cal_node op_matmul_groups(cal_graph *g, const cal_node *x,
                                 const cal_node *fixed) { // Q K' V of three heads
    (void)fixed;
    cal_node scores = cal_graph_matmul_groups(g, x[0], x[1], false, true, 3);
    return cal_graph_matmul_groups(g, cal_graph_exp(g, scores), x[2], false, false, 3);
}
OP_CASE(matmul_groups_tn, cal_graph_matmul_groups(g, x[0], x[1], true, false, 2))
OP_CASE(matmul_groups_tt, cal_graph_matmul_groups(g, x[0], x[1], true, true, 2))
OP_CASE(logsumexp, cal_graph_logsumexp(g, x[0]))
static cal_node op_pick(cal_graph *g, const cal_node *x, const cal_node *fixed) {
    return cal_graph_pick(g, x[0], fixed[LABELS]);
}
static cal_node op_unpick(cal_graph *g, const cal_node *x, const cal_node *fixed) {
    return cal_graph_unpick(g, x[0], fixed[LABELS], 5);
}
OP_CASE(argmax, cal_graph_pick(g, x[0], cal_graph_row_argmax(g, x[0])))
OP_CASE(stop, cal_graph_mul(g, cal_graph_stop(g, cal_graph_exp(g, x[0])), cal_graph_mul(g, x[0], x[0])))
OP_CASE(conv, cal_graph_conv(g, x[0], x[1], 1, 1))
OP_CASE(conv_stride, cal_graph_conv(g, x[0], x[1], 2, 1))
OP_CASE(conv_point, cal_graph_conv(g, x[0], x[1], 1, 0))
// groups follow from the shapes
OP_CASE(conv_general,
        cal_graph_conv_steps(g, x[0], x[1],
                             (cal_conv_steps){.stride = 2, .dilation = 3, .pad_h = 2, .pad_w = 3}))
OP_CASE(conv_dilated,
        cal_graph_conv_steps(g, x[0], x[1],
                             (cal_conv_steps){.stride = 1, .dilation = 2, .pad_h = 0, .pad_w = 2}))
OP_CASE(maxpool, cal_graph_maxpool(g, x[0], (cal_pool_window){2, 2, 2, 0, 0}))
OP_CASE(avgpool, cal_graph_avgpool(g, x[0], (cal_pool_window){3, 3, 3, 0, 0}))
OP_CASE(maxpool_windows, cal_graph_maxpool(g, x[0], (cal_pool_window){3, 4, 2, 1, 2}))
OP_CASE(avgpool_windows, cal_graph_avgpool(g, x[0], (cal_pool_window){3, 2, 2, 1, 1}))
OP_CASE(global_max, cal_graph_global_maxpool(g, x[0]))
OP_CASE(global, cal_graph_global_avgpool(g, x[0]))
static cal_node op_flatten(cal_graph *g, const cal_node *x, const cal_node *fixed) { // there and back
    (void)fixed;
    cal_node flat = cal_graph_flatten(g, x[0]);
    return cal_graph_unflatten(g, cal_graph_mul(g, flat, flat), cal_shape_of(g, x[0]));
}
OP_CASE(shortcut, cal_graph_shortcut(g, x[0], 7, 2))
// of three, the last two depending
OP_CASE(concat, cal_graph_concat(g, x[0], cal_graph_concat(g, x[1], cal_graph_mul(g, x[1], x[1]))))
OP_CASE(stat, cal_graph_stat(g, x[0]))
OP_CASE(dot, cal_graph_channel_dot(g, x[0], x[1]))
OP_CASE(affine, cal_graph_affine(g, x[0], x[1], x[2]))
static cal_node op_linear(cal_graph *g, const cal_node *x, const cal_node *fixed) {
    (void)fixed;
    cal_node coefficient[2] = {x[2], CAL_ABSENT};
    return cal_graph_linear(g, x, coefficient, 2, x[3], cal_shape_of(g, x[0]));
}
static cal_node op_norm(cal_graph *g, const cal_node *x,
                        const cal_node *fixed) { // batch norm in training mode
    (void)fixed;
    cal_node stat = cal_graph_stat(g, x[0]);
    cal_node slope =
        cal_graph_div(g, x[1], cal_graph_sqrt(g, cal_graph_offset(g, cal_graph_row(g, stat, 1), 1e-5)));
    return cal_graph_affine(g, x[0], slope,
                            cal_graph_sub(g, x[2], cal_graph_mul(g, slope, cal_graph_row(g, stat, 0))));
}

OP_CASE(tokens, cal_graph_tokens(g, x[0]))
static cal_node op_untokens(cal_graph *g, const cal_node *x, const cal_node *fixed) { // there and back
    (void)fixed;
    cal_node tokens = cal_graph_tokens(g, x[0]);
    return cal_graph_untokens(g, cal_graph_mul(g, tokens, tokens), cal_shape_of(g, x[0]));
}
OP_CASE(take, cal_graph_rows_take(g, x[0], 4, 1, 2))
OP_CASE(put, cal_graph_rows_put(g, x[0], 5, 2, 3))
// [2][3][4][2], columns 8 -> 2
OP_CASE(swap_in, cal_graph_mul(g, cal_graph_swap(g, x[0], 3, 4, 2), x[1]))
// columns 4 -> 12
OP_CASE(swap_out, cal_graph_mul(g, cal_graph_swap(g, x[0], 3, 2, 12), x[1]))
static cal_node op_block(cal_graph *g, const cal_node *x,
                         const cal_node *fixed) { // every third row together, and for every sample
    (void)fixed;
    cal_node sum = cal_graph_sum(g, x[0], CAL_MATRIX, matrix(3, 4));
    return cal_graph_mul(g, cal_graph_broadcast(g, cal_graph_mul(g, sum, x[1]), CAL_MATRIX, matrix(6, 4)),
                         x[0]);
}
static cal_node op_block_thin(cal_graph *g, const cal_node *x, const cal_node *fixed) { // one column
    (void)fixed;
    cal_node sum = cal_graph_sum(g, x[0], CAL_MATRIX, matrix(3, 1));
    return cal_graph_mul(g, cal_graph_broadcast(g, sum, CAL_MATRIX, matrix(6, 1)), x[0]);
}
OP_CASE(normalise, cal_graph_mul(g, cal_graph_normalise_rows(g, x[0], 1e-5), x[1]))

static cal_node op_table(cal_graph *g, const cal_node *x, const cal_node *fixed) {
    return cal_graph_mul(g, cal_graph_table_rows(g, x[0], fixed[NUMBERS]), x[1]);
}

static const struct {
    const char *name;
    build_op *build; // y of the inputs x, and of what is fixed
    cal_kind kind[4];
    cal_shape shape[4];
    int inputs;
    double offset; // keeps the argument of logarithms, roots and quotients away from zero
} op_cases[] = {
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
    {"TOKENS", op_tokens, {CAL_IMAGE}, {{2, 5, 3, 4}}, 1, 0},
    {"UNTOKENS", op_untokens, {CAL_IMAGE}, {{2, 6, 3, 2}}, 1, 0},
    {"ROWS_TAKE", op_take, {CAL_MATRIX}, {{12, 5, 1, 1}}, 1, 0},
    {"ROWS_PUT", op_put, {CAL_MATRIX}, {{6, 5, 1, 1}}, 1, 0},
    {"SWAP to heads", op_swap_in, {CAL_MATRIX, CAL_MATRIX}, {{6, 8, 1, 1}, {24, 2, 1, 1}}, 2, 0},
    {"SWAP from heads", op_swap_out, {CAL_MATRIX, CAL_MATRIX}, {{12, 4, 1, 1}, {4, 12, 1, 1}}, 2, 0},
    {"SUM and BROADCAST of blocks", op_block, {CAL_MATRIX, CAL_MATRIX}, {{6, 4, 1, 1}, {3, 4, 1, 1}}, 2, 0},
    {"SUM and BROADCAST of thin blocks", op_block_thin, {CAL_MATRIX}, {{6, 1, 1, 1}}, 1, 0},
    {"normalised rows", op_normalise, {CAL_MATRIX, CAL_MATRIX}, {{5, 7, 1, 1}, {5, 7, 1, 1}}, 2, 0},
    {"TABLE_ROWS", op_table, {CAL_MATRIX, CAL_MATRIX}, {{5, 6, 1, 1}, {8, 6, 1, 1}}, 2, 0},
};
enum { OP_CASES = sizeof op_cases / sizeof *op_cases };

#endif
