// Selected rows of a matrix (ad/rows.c): values and gradients equal those of the same rows of the whole, for
// every dependence of rows. Inputs of only these rows are computed only for them.
#include "ad/interpret.h"
#include "ad/op/descriptor.h"
#include "base/random/random.h"
#include "check.h"
#include <math.h>
#include <stdlib.h>

enum { SAMPLES = 2, TOKENS = 5, WIDTH = 8, HEADS = 2, FIRST = 1, COUNT = 2, INPUTS = 4 };

static cal_shape matrix(int n, int c) { return (cal_shape){n, c, 1, 1}; }

static cal_node softmax(cal_graph *g, cal_node x) {
    cal_node top = cal_graph_broadcast(g, cal_graph_logsumexp(g, x), CAL_MATRIX, cal_shape_of(g, x));
    return cal_graph_exp(g, cal_graph_sub(g, x, top));
}

// Builds attention and a layer with one hidden, each with a shortcut: x [10, 8], weights [24, 8] and [8, 8],
// a row [1, 8].
static cal_node block(cal_graph *g, const cal_node *x) {
    const int rows = HEADS * TOKENS, groups = SAMPLES * HEADS;
    cal_node all = cal_graph_matmul(g, cal_graph_normalise_rows(g, x[0], 1e-5), x[1], false, true), part[3];
    cal_node split = cal_graph_swap(g, all, TOKENS, 3 * HEADS, WIDTH / HEADS);
    for (int i = 0; i < 3; i++) part[i] = cal_graph_rows_take(g, split, 3 * rows, i * rows, rows);
    cal_node scores =
        cal_graph_matmul_batched(g, cal_graph_scale(g, part[0], 0.5), part[1], false, true, groups);
    cal_node mixed = cal_graph_matmul_batched(g, softmax(g, scores), part[2], false, false, groups);
    cal_node heads = cal_graph_swap(g, mixed, HEADS, TOKENS, WIDTH);
    cal_node y = cal_graph_add(g, x[0], cal_graph_matmul(g, heads, x[2], false, true));
    cal_node row = cal_graph_broadcast(g, x[3], CAL_MATRIX, matrix(SAMPLES * TOKENS, WIDTH));
    cal_node hidden = cal_graph_erf(g, cal_graph_add(g, cal_graph_normalise_rows(g, y, 1e-5), row));
    return cal_graph_add(g, cal_graph_stop(g, y), cal_graph_matmul(g, hidden, x[2], false, false));
}

// Builds rows that do not match the rows of a single input.
static cal_node transposed(cal_graph *g, const cal_node *x) {
    return cal_graph_matmul(g, cal_graph_matmul(g, x[0], x[0], false, true), x[0], true, false);
}
static cal_node other_groups(cal_graph *g, const cal_node *x) { // groups of one row each
    return cal_graph_matmul_batched(g, x[0], cal_graph_mul(g, x[0], x[0]), false, true, SAMPLES * TOKENS);
}
static cal_node blocks(cal_graph *g, const cal_node *x) {
    cal_node sum = cal_graph_sum(g, x[0], CAL_MATRIX, matrix(SAMPLES, WIDTH)); // sums every second row
    return cal_graph_mul(g, cal_graph_broadcast(g, sum, CAL_MATRIX, matrix(SAMPLES * TOKENS, WIDTH)), x[0]);
}
static cal_node other_swap(cal_graph *g, const cal_node *x) { // q is a sample's rows, p not its columns
    return cal_graph_swap(g, cal_graph_mul(g, x[0], x[0]), 2, TOKENS, WIDTH);
}
static cal_node number(cal_graph *g, const cal_node *x) {
    cal_node two = cal_graph_constant(g, CAL_MATRIX, cal_shape_of(g, x[0]), 2);
    return cal_graph_div(g, two, cal_graph_exp(g, x[0]));
}
static cal_node itself(cal_graph *g, const cal_node *x) {
    (void)g;
    return x[0];
}

typedef struct problem {
    cal_graph g;
    cal_node x[INPUTS], y, gradient[INPUTS];
    cal_interpreter *it;
} problem;

typedef cal_node take_rows(cal_graph *g, cal_node x, int group, int first, int count);

static void run(problem *p, cal_node (*build)(cal_graph *, const cal_node *), take_rows *take) {
    cal_node root[1 + INPUTS];
    p->x[0] = cal_graph_input(&p->g, CAL_MATRIX, matrix(SAMPLES * TOKENS, WIDTH));
    p->x[1] = cal_graph_input(&p->g, CAL_MATRIX, matrix(3 * WIDTH, WIDTH));
    p->x[2] = cal_graph_input(&p->g, CAL_MATRIX, matrix(WIDTH, WIDTH));
    p->x[3] = cal_graph_input(&p->g, CAL_VECTOR, matrix(1, WIDTH));
    p->y = root[0] = take(&p->g, build(&p->g, p->x), TOKENS, FIRST, COUNT);
    cal_graph_gradient(&p->g, cal_graph_inner(&p->g, p->y, p->y), p->x, INPUTS, p->gradient);
    int roots = 1;
    for (int i = 0; i < INPUTS; i++)
        if (p->gradient[i] >= 0) root[roots++] = p->gradient[i];
    CHECK(cal_interpreter_create(&p->it, &p->g, root, roots, NULL) == CAL_OK);
    for (int i = 0; i < INPUTS; i++) {
        double *values = cal_interpreter_values(p->it, p->x[i]);
        for (size_t j = 0; values && j < cal_elements(cal_shape_of(&p->g, p->x[i])); j++)
            values[j] = cal_random_normal(7, CAL_STREAM_PROBE, (uint64_t)i, j);
    }
    cal_interpreter_run(p->it);
}

static void same_values(problem *p, cal_node x, problem *q, cal_node y) {
    CHECK(cal_same_shape(cal_shape_of(&p->g, x), cal_shape_of(&q->g, y)));
    for (size_t i = 0; i < cal_elements(cal_shape_of(&p->g, x)); i++) {
        const double want = cal_interpreter_values(q->it, y)[i];
        CHECK_NEAR(cal_interpreter_values(p->it, x)[i], want, 1e-13 * (1 + fabs(want)));
    }
}

static void free_problem(problem *p) {
    cal_interpreter_free(p->it);
    cal_graph_free(&p->g);
}

static void check_rows(cal_node (*build)(cal_graph *, const cal_node *)) {
    problem alone = {0}, taken = {0};
    run(&alone, build, cal_graph_rows_alone);
    run(&taken, build, cal_graph_rows_take);
    same_values(&alone, alone.y, &taken, taken.y);
    for (int i = 0; i < INPUTS; i++) {
        CHECK((alone.gradient[i] >= 0) == (taken.gradient[i] >= 0));
        if (alone.gradient[i] >= 0) same_values(&alone, alone.gradient[i], &taken, taken.gradient[i]);
    }
    free_problem(&alone);
    free_problem(&taken);
}

// Returns how many rows of an op's nodes y needs, or -1 if none.
static int rows_of(const cal_graph *g, cal_node y, int op) {
    char *needed = calloc((size_t)y + 1, 1);
    int rows = -1;
    needed[y] = 1;
    for (cal_node i = y; i >= 0; i--)
        for (int j = 0; needed[i] && j < CAL_INPUTS_MAX; j++) {
            if (cal_at(g, i)->in[j] >= 0) needed[cal_at(g, i)->in[j]] = 1;
            if (cal_at(g, i)->op == op && rows < cal_at(g, i)->shape.n) rows = cal_at(g, i)->shape.n;
        }
    free(needed);
    return rows;
}

static void check_work(void) {
    problem p = {0};
    run(&p, block, cal_graph_rows_alone);
    CHECK(rows_of(&p.g, p.y, CAL_OP_ERF) == SAMPLES * COUNT);
    CHECK(rows_of(&p.g, p.y, CAL_OP_STOP) == SAMPLES * COUNT);
    CHECK(rows_of(&p.g, p.y, CAL_OP_LOGSUMEXP) == SAMPLES * HEADS * COUNT);
    free_problem(&p);
}

// A matrix that another reader needs completely is computed once, and its rows are read from it.
static void check_other_reader(void) {
    cal_graph g = {0};
    cal_node x = cal_graph_input(&g, CAL_MATRIX, matrix(SAMPLES * TOKENS, WIDTH));
    cal_node inner = cal_graph_exp(&g, x), y = cal_graph_tanh(&g, inner);
    cal_graph_total(&g, inner);
    const cal_node_data *alone = cal_at(&g, cal_graph_rows_alone(&g, y, TOKENS, FIRST, COUNT));
    CHECK(alone->op == CAL_OP_TANH);
    CHECK(cal_at(&g, alone->in[0])->op == CAL_OP_ROWS_TAKE);
    CHECK(cal_at(&g, alone->in[0])->in[0] == inner);
    cal_graph_total(&g, y);
    cal_node taken = cal_graph_rows_alone(&g, y, TOKENS, 0, 1);
    CHECK(cal_at(&g, taken)->op == CAL_OP_ROWS_TAKE);
    CHECK(cal_at(&g, taken)->in[0] == y);
    CHECK(cal_graph_rows_alone(&g, y, TOKENS, 0, TOKENS) == y);
    CHECK(cal_graph_rows_alone(&g, CAL_ZERO, TOKENS, 0, 1) == CAL_ZERO);
    cal_graph_free(&g);
}

int main(void) {
    check_rows(block);
    check_rows(transposed);
    check_rows(other_groups);
    check_rows(blocks);
    check_rows(other_swap);
    check_rows(number);
    check_rows(itself);
    check_work();
    check_other_reader();
    return CHECK_DONE();
}
