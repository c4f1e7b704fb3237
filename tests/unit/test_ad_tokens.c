// The meaning of the token ops, value by value. test_ad_ops.c checks their derivatives.
#include "ad/interpret.h"
#include "check.h"

typedef cal_node build_op(cal_graph *g, const cal_node *x);

static cal_shape matrix(int n, int c) { return (cal_shape){n, c, 1, 1}; }

// Compares the interpreter's result for 0, 1, 2, ... with `want`.
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

static cal_node as_tokens(cal_graph *g, const cal_node *x) { return cal_graph_tokens(g, x[0]); }
static cal_node swap_2x3(cal_graph *g, const cal_node *x) { return cal_graph_swap(g, x[0], 2, 3, 2); }
static cal_node put_middle(cal_graph *g, const cal_node *x) { return cal_graph_rows_put(g, x[0], 3, 1, 1); }
static cal_node every_third(cal_graph *g, const cal_node *x) {
    return cal_graph_sum(g, x[0], CAL_MATRIX, matrix(3, 1));
}

int main(void) {
    check_meaning(CAL_IMAGE, (cal_shape){1, 2, 1, 3}, as_tokens, (const double[]){0, 3, 1, 4, 2, 5});
    check_meaning(CAL_MATRIX, matrix(2, 6), swap_2x3, (const double[]){0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11});
    check_meaning(CAL_MATRIX, matrix(2, 2), put_middle, (const double[]){0, 0, 0, 1, 0, 0, 0, 0, 2, 3, 0, 0});
    check_meaning(CAL_MATRIX, matrix(6, 1), every_third, (const double[]){3, 5, 7});
    return CHECK_DONE();
}
