// Chains of element-wise steps, row sums and repeated values: the same bits as separate steps, and less
// memory.
#include "ad/plan.h"
#include "kernel_check.h"

enum { ROWS = 131, COLUMNS = 257, DEEP = 17 }; // three chunks of tiles; the last is short

typedef struct chained {
    cal_graph g;
    cal_node x, y, middle, end, other, rows;
} chained;

// Builds a long chain with a branch, a fork that joins again, a middle result with an outside reader, and
// more steps than one fusion.
static void build(chained *c, int deep, bool plain) {
    *c = (chained){0};
    cal_graph *g = &c->g;
    g->plain = plain;
    cal_shape shape = {ROWS, COLUMNS, 1, 1};
    c->x = cal_graph_input(g, CAL_MATRIX, shape);
    c->y = cal_graph_input(g, CAL_MATRIX, shape);
    cal_node a = cal_graph_mul(g, c->x, c->y), b = cal_graph_tanh(g, a);
    c->middle = cal_graph_exp(g, cal_graph_scale(g, b, -0.5));
    cal_node fork = cal_graph_sub(g, cal_graph_mul(g, c->middle, b), cal_graph_mask(g, a, b, 0));
    for (int i = 0; i < deep; i++)
        fork = cal_graph_add(g, cal_graph_mul(g, fork, b), cal_graph_offset(g, c->x, 0.25 * i));
    c->end = cal_graph_div(g, fork, cal_graph_sqrt(g, cal_graph_offset(g, cal_graph_mul(g, b, b), 1)));
    c->other = cal_graph_sum(g, cal_graph_relu(g, cal_graph_sub(g, c->end, c->middle), 0), CAL_MATRIX,
                             (cal_shape){ROWS, 1, 1, 1});
    c->rows = c->end; // for the comparison of memory
    if (!deep) return;
    // Rows of two lengths, with a row and a column that two steps read.
    cal_node normal = cal_graph_normalise_rows(g, c->end, 1e-5);
    cal_node row = cal_graph_sum(g, c->y, CAL_VECTOR, (cal_shape){1, COLUMNS, 1, 1});
    cal_node along = cal_graph_broadcast(g, row, CAL_MATRIX, shape);
    cal_node across = cal_graph_broadcast(g, cal_graph_tanh(g, c->other), CAL_MATRIX, shape);
    c->rows = cal_graph_add(g, cal_graph_mul(g, cal_graph_mul(g, normal, along), across), along);
    c->rows = cal_graph_sub(g, c->rows, cal_graph_mul(g, across, c->x));
}

static size_t run(float *end, float *middle, float *other, float *rows, int deep, bool plain, int workers) {
    chained c;
    cal_plan *plan = NULL;
    cal_error err;
    build(&c, deep, plain);
    cal_node roots[] = {c.end, c.middle, c.other, c.rows};
    CHECK(cal_plan_create(&plan, &c.g, roots, 4, workers, &err) == CAL_OK);
    CHECK(cal_plan_place(plan, NULL, &err) == CAL_OK);
    fill_floats(cal_plan_data(plan, c.x), ROWS * COLUMNS, 1);
    fill_floats(cal_plan_data(plan, c.y), ROWS * COLUMNS, 2);
    cal_pool *pool = pool_of(workers);
    for (int i = 0; i < 2; i++) cal_plan_run(plan, pool); // twice: no input is overwritten
    memcpy(end, cal_plan_data(plan, c.end), ROWS * COLUMNS * sizeof *end);
    memcpy(middle, cal_plan_data(plan, c.middle), ROWS * COLUMNS * sizeof *middle);
    memcpy(other, cal_plan_data(plan, c.other), ROWS * sizeof *other);
    memcpy(rows, cal_plan_data(plan, c.rows), ROWS * COLUMNS * sizeof *rows);
    size_t bytes = cal_plan_block(plan);
    cal_pool_free(pool);
    cal_plan_free(plan);
    cal_graph_free(&c.g);
    return bytes;
}

int main(void) {
    static float end[2][ROWS * COLUMNS], middle[2][ROWS * COLUMNS], other[2][ROWS], rows[2][ROWS * COLUMNS];
    for (int deep = 0; deep <= DEEP; deep += DEEP) {
        size_t plain = run(end[0], middle[0], other[0], rows[0], deep, true, 1);
        for (int workers = 1; workers <= 3; workers++) {
            size_t bytes = run(end[1], middle[1], other[1], rows[1], deep, false, workers);
            CHECK(memcmp(end[0], end[1], sizeof end[0]) == 0);
            CHECK(memcmp(rows[0], rows[1], sizeof rows[0]) == 0);
            CHECK(memcmp(middle[0], middle[1], sizeof middle[0]) == 0);
            CHECK(memcmp(other[0], other[1], sizeof other[0]) == 0);
            CHECK(deep || bytes < plain);
        }
    }
    return CHECK_DONE();
}
