// The ops of tokens to order 2, under a scalar that has curvature of its own, and what they mean.
#include "check.h"
#include "derivatives.h"

typedef cal_node build_op(cal_graph *g, const cal_node *x);

static cal_shape matrix(int n, int c) { return (cal_shape){n, c, 1, 1}; }

static cal_node op_tokens(cal_graph *g, const cal_node *x) { return cal_graph_tokens(g, x[0]); }
static cal_node op_untokens(cal_graph *g, const cal_node *x) { // there and back
    cal_node tokens = cal_graph_tokens(g, x[0]);
    return cal_graph_untokens(g, cal_graph_mul(g, tokens, tokens), cal_shape_of(g, x[0]));
}
static cal_node op_take(cal_graph *g, const cal_node *x) { return cal_graph_rows_take(g, x[0], 4, 1, 2); }
static cal_node op_put(cal_graph *g, const cal_node *x) { return cal_graph_rows_put(g, x[0], 5, 2, 3); }
static cal_node op_swap_in(cal_graph *g, const cal_node *x) { // [2][3][4][2], columns 8 -> 2
    return cal_graph_mul(g, cal_graph_swap(g, x[0], 3, 4, 2), x[1]);
}
static cal_node op_swap_out(cal_graph *g, const cal_node *x) { // columns 4 -> 12
    return cal_graph_mul(g, cal_graph_swap(g, x[0], 3, 2, 12), x[1]);
}
static cal_node op_block(cal_graph *g, const cal_node *x) { // every third row together, and for every sample
    cal_node sum = cal_graph_sum(g, x[0], CAL_MATRIX, matrix(3, 4));
    return cal_graph_mul(g, cal_graph_broadcast(g, cal_graph_mul(g, sum, x[1]), CAL_MATRIX, matrix(6, 4)),
                         x[0]);
}
static cal_node op_block_thin(cal_graph *g, const cal_node *x) { // one column
    cal_node sum = cal_graph_sum(g, x[0], CAL_MATRIX, matrix(3, 1));
    return cal_graph_mul(g, cal_graph_broadcast(g, sum, CAL_MATRIX, matrix(6, 1)), x[0]);
}
static cal_node op_normalise(cal_graph *g, const cal_node *x) {
    return cal_graph_mul(g, cal_graph_normalise_rows(g, x[0], 1e-5), x[1]);
}

static const struct {
    const char *name;
    build_op *build;
    cal_kind kind[2];
    cal_shape shape[2];
    int inputs;
} cases[] = {
    {"TOKENS", op_tokens, {CAL_IMAGE}, {{2, 5, 3, 4}}, 1},
    {"UNTOKENS", op_untokens, {CAL_IMAGE}, {{2, 6, 3, 2}}, 1},
    {"ROWS_TAKE", op_take, {CAL_MATRIX}, {{12, 5, 1, 1}}, 1},
    {"ROWS_PUT", op_put, {CAL_MATRIX}, {{6, 5, 1, 1}}, 1},
    {"SWAP to heads", op_swap_in, {CAL_MATRIX, CAL_MATRIX}, {{6, 8, 1, 1}, {24, 2, 1, 1}}, 2},
    {"SWAP from heads", op_swap_out, {CAL_MATRIX, CAL_MATRIX}, {{12, 4, 1, 1}, {4, 12, 1, 1}}, 2},
    {"SUM and BROADCAST of blocks", op_block, {CAL_MATRIX, CAL_MATRIX}, {{6, 4, 1, 1}, {3, 4, 1, 1}}, 2},
    {"SUM and BROADCAST of thin blocks", op_block_thin, {CAL_MATRIX}, {{6, 1, 1, 1}}, 1},
    {"normalised rows", op_normalise, {CAL_MATRIX, CAL_MATRIX}, {{5, 7, 1, 1}, {5, 7, 1, 1}}, 2},
};

static void check_ops(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cal_graph g = {0};
        derivative_case c = {
            .name = cases[i].name, .g = &g, .nx = cases[i].inputs, .scale = 0.7, .engine_tolerance = 2e-5};
        for (int j = 0; j < c.nx; j++) c.x[j] = cal_graph_input(&g, cases[i].kind[j], cases[i].shape[j]);
        c.scalar = curved(&g, cases[i].build(&g, c.x));
        CHECK(g.error.status == CAL_OK);
        CHECK(check_derivatives(&c) == 0);
        cal_graph_free(&g);
    }
}

// Numbers that come twice, and numbers that are none of the table's.
static void check_table(void) {
    static const double numbers[8] = {3, 0, 3, -7, 99, 2.75, 4, 3};
    cal_graph g = {0};
    derivative_case c = {.name = "TABLE_ROWS",
                         .g = &g,
                         .nx = 2,
                         .scale = 0.7,
                         .engine_tolerance = 2e-5,
                         .nfixed = 1,
                         .fixed_value = {numbers}};
    c.x[0] = cal_graph_input(&g, CAL_MATRIX, matrix(5, 6));
    c.x[1] = cal_graph_input(&g, CAL_MATRIX, matrix(8, 6));
    c.fixed[0] = cal_graph_input(&g, CAL_MATRIX, matrix(2, 4));
    c.scalar = curved(&g, cal_graph_mul(&g, cal_graph_table_rows(&g, c.x[0], c.fixed[0]), c.x[1]));
    CHECK(check_derivatives(&c) == 0);
    cal_graph_free(&g);
}

// What the interpreter makes of 0, 1, 2, ...
static void check_meaning(cal_kind kind, cal_shape shape, build_op *build, const double *want) {
    cal_graph g = {0};
    cal_interpreter *it;
    cal_node x = cal_graph_input(&g, kind, shape), y = build(&g, &x);
    CHECK(cal_interpreter_create(&it, &g, &y, 1, NULL) == CAL_OK);
    for (size_t i = 0; i < cal_elements(shape); i++) cal_interpreter_values(it, x)[i] = (double)i;
    cal_interpreter_run(it);
    for (size_t i = 0; i < cal_elements(cal_shape_of(&g, y)); i++)
        CHECK_NEAR(cal_interpreter_values(it, y)[i], want[i], 0);
    cal_interpreter_free(it);
    cal_graph_free(&g);
}

static cal_node swap_2x3(cal_graph *g, const cal_node *x) { return cal_graph_swap(g, x[0], 2, 3, 2); }
static cal_node put_middle(cal_graph *g, const cal_node *x) { return cal_graph_rows_put(g, x[0], 3, 1, 1); }
static cal_node every_third(cal_graph *g, const cal_node *x) {
    return cal_graph_sum(g, x[0], CAL_MATRIX, matrix(3, 1));
}

int main(void) {
    check_ops();
    check_table();
    for (int op = CAL_OP_TOKENS; op <= CAL_OP_TABLE_ADD; op++) CHECK(checked_op[op]);
    check_meaning(CAL_IMAGE, (cal_shape){1, 2, 1, 3}, op_tokens, (const double[]){0, 3, 1, 4, 2, 5});
    check_meaning(CAL_MATRIX, matrix(2, 6), swap_2x3, (const double[]){0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11});
    check_meaning(CAL_MATRIX, matrix(2, 2), put_middle, (const double[]){0, 0, 0, 1, 0, 0, 0, 0, 2, 3, 0, 0});
    check_meaning(CAL_MATRIX, matrix(6, 1), every_third, (const double[]){3, 5, 7});
    return CHECK_DONE();
}
