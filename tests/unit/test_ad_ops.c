// Every op of the table, to order 2: its descriptor is whole, its shape rule takes what fits and nothing else, its derivatives are
// those of the f64 interpreter, and its kernel gives what the interpreter gives. An op that no case meets fails.
#include "ad/op/descriptor.h"
#include "check.h"
#include "derivatives.h"
#include "op_cases.h"

// ---- descriptors

static void check_fields(int op) {
    const cal_op *about = cal_op_at(op);
    bool leaf = op == CAL_OP_INPUT || op == CAL_OP_CONST, fused = about->flags & CAL_OP_FUSED;
    CHECK(about->name && about->meaning && about->meaning[0]);
    CHECK(about->shape && about->derive && about->execute && about->scratch && about->interpret);
    CHECK(leaf ? about->inputs == 0 : about->inputs > 0);
    for (int i = 0; i < about->inputs; i++) CHECK(about->input[i] && about->input[i][0]);
    CHECK(fused == (about->derive == cal_op_underivable));
    CHECK(!(about->flags & CAL_OP_CONSTANT) == (about->derive != cal_op_no_derivative));
    CHECK(fused || about->interpret != cal_op_uninterpretable);
    const cal_elementwise *row = about->elementwise;
    CHECK(!row || (row->scalar && row->span && row->chunk));
    CHECK(row || !(about->flags & (CAL_OP_CAPPED | CAL_OP_POSITIVE)));
    CHECK(!about->reduction || (about->reduction->plane && about->reduction->fold));
    const cal_preparation *how = about->preparation;
    CHECK(!how || (how->floats && how->op > 0 && about->input[how->slot] && how->slot >= about->inputs));
    for (int other = 0; other < op; other++) CHECK(strcmp(about->name, cal_op_at(other)->name) != 0);
}

// Zeros give zero where an element-wise op says so, and the definition of one that does not tells them apart.
static void check_zero(int op) {
    const cal_op *about = cal_op_at(op);
    bool zero = about->elementwise && about->elementwise->scalar(0, 0, 0.5) == 0;
    if (about->elementwise) CHECK(zero == ((about->flags & CAL_OP_KEEPS_ZERO) != 0));
}

// ---- shapes

// Whether the op makes this node; true for all that are in a graph, since they were made.
static bool fits(const cal_graph *g, const cal_node_data *node) {
    return cal_op_at(node->op)->shape(g, node);
}

// Of each node in g: another kind, a row more, or an input less is refused.
static void check_shape_rules(const cal_graph *g) {
    for (cal_node i = 0; i < g->count; i++) {
        cal_node_data node = *cal_at(g, i);
        int op = node.op;
        CHECK(fits(g, &node));
        if (op == CAL_OP_INPUT || op == CAL_OP_CONST) continue; // as they are asked for
        node.kind = node.kind == CAL_INDEX ? CAL_MATRIX : CAL_INDEX;
        if (fits(g, &node)) printf("%s takes another kind\n", cal_op_at(op)->name);
        CHECK(!fits(g, &node));
        node = *cal_at(g, i);
        node.shape.n++;
        bool any = op == CAL_OP_SUM || op == CAL_OP_BROADCAST ||
                   op == CAL_OP_TABLE_ADD; // to several numbers of rows
        if (!any && fits(g, &node)) printf("%s takes another row\n", cal_op_at(op)->name);
        CHECK(any || !fits(g, &node));
        node = *cal_at(g, i);
        node.in[0] = CAL_ABSENT;
        bool absent = op == CAL_OP_PACK && node.in[1] >= 0;
        if (!absent && fits(g, &node)) printf("%s needs no input\n", cal_op_at(op)->name);
        CHECK(absent || !fits(g, &node));
    }
}

// ---- derivatives and kernels

static const double labels[4] = {2, 0, 4, 3};
static const double numbers[8] = {3,  0,    3, -7,
                                  99, 2.75, 4, 3}; // some come twice, some are none of the table's

static void check_case(derivative_case *c, cal_node y) {
    c->scale = 0.7;
    c->engine_tolerance = 2e-5;
    c->inner = y;
    c->has_inner = true;
    c->scalar = curved(c->g, y);
    CHECK(c->g->error.status == CAL_OK);
    CHECK(check_derivatives(c) == 0);
    check_shape_rules(c->g);
    cal_graph_free(c->g);
}

static void check_cases(void) {
    for (int i = 0; i < OP_CASES; i++) {
        cal_graph g = {0};
        derivative_case c = {.name = op_cases[i].name,
                             .g = &g,
                             .nx = op_cases[i].inputs,
                             .offset = op_cases[i].offset,
                             .nfixed = FIXED,
                             .fixed_value = {[LABELS] = labels, [NUMBERS] = numbers}};
        for (int j = 0; j < c.nx; j++)
            c.x[j] = cal_graph_input(&g, op_cases[i].kind[j], op_cases[i].shape[j]);
        c.fixed[LABELS] = cal_graph_input(&g, CAL_INDEX, matrix(4, 1));
        c.fixed[NUMBERS] = cal_graph_input(&g, CAL_MATRIX, matrix(2, 4));
        check_case(&c, op_cases[i].build(&g, c.x, c.fixed));
    }
}

// An element-wise op needs no case of its own: its row says how many inputs it has and where it is smooth.
static void check_elementwise(int op, cal_kind kind, cal_shape shape, double number) {
    const cal_op *about = cal_op_at(op);
    cal_graph g = {0};
    derivative_case c = {.name = about->name, .g = &g, .nx = about->inputs};
    c.offset = about->flags & CAL_OP_POSITIVE ? 4 : 0;
    for (int j = 0; j < c.nx; j++) c.x[j] = cal_graph_input(&g, kind, shape);
    cal_node_data node = cal_op_blank(op, kind, shape);
    node.attributes.number = number;
    for (int j = 0; j < c.nx; j++) node.in[j] = c.x[j];
    check_case(&c, cal_op_make(&g, &node));
}

static void check_rows(void) {
    static const struct {
        cal_kind kind;
        cal_shape shape;
    } form[] = {{CAL_VECTOR, {2, 7, 1, 1}},
                {CAL_MATRIX, {3, 7, 1, 1}},
                {CAL_IMAGE, {2, 5, 3, 2}},
                {CAL_FILTER, {2, 3, 3, 3}}};
    for (int op = 0; op < CAL_OPS; op++)
        for (int i = 0; cal_op_at(op)->elementwise && i < 4; i++)
            for (int k = 0; k < 2; k++) check_elementwise(op, form[i].kind, form[i].shape, 0.5 * k);
}

// ---- what fusion makes

// Values of `roots` in the engine, fused, against the interpreter; inputs are x.
static void check_fused(const char *name, cal_graph *g, const cal_node *x, int nx, const cal_node *roots,
                        int nroots) {
    derivative_case c = {.name = name, .g = g, .nx = nx, .scale = 0.7, .engine_tolerance = 2e-5};
    static bench b;
    cal_interpreter *it = NULL;
    memcpy(c.x, x, (size_t)nx * sizeof *x);
    b = (bench){.c = &c, .forward = CAL_ABSENT};
    for (int i = 0; i < nx; i++) b.v[i] = b.gradient[i] = b.product[i] = CAL_ABSENT;
    for (int i = 0; i < nroots; i++) add_root(&b, roots[i]);
    c.scalar = roots[0];
    memcpy(b.gradient, roots, (size_t)nroots * sizeof *roots);
    c.nx = nx > nroots ? nx : nroots;
    for (int i = nx; i < c.nx; i++) c.x[i] = CAL_ABSENT;
    CHECK(nx >= nroots);
    CHECK(g->error.status == CAL_OK && cal_interpreter_create(&it, g, b.root, b.nroots, NULL) == CAL_OK);
    CHECK(check_engine(it, &b) == 0);
    cal_interpreter_free(it);
    cal_graph_free(g);
}

// Attention: softmax of scores, and its adjoint.
static void check_softmax(void) {
    cal_graph g = {0};
    cal_node x[3] = {cal_graph_input(&g, CAL_MATRIX, matrix(6, 5)),
                     cal_graph_input(&g, CAL_MATRIX, matrix(7, 5)),
                     cal_graph_input(&g, CAL_MATRIX, matrix(7, 4))};
    cal_node scores = cal_graph_matmul(&g, x[0], x[1], false, true);
    cal_node sums = cal_graph_broadcast(&g, cal_graph_logsumexp(&g, scores), CAL_MATRIX, matrix(6, 7));
    cal_node y = cal_graph_matmul(&g, cal_graph_exp(&g, cal_graph_sub(&g, scores, sums)), x[2], false, false);
    cal_node gradient[3], roots[3] = {cal_graph_inner(&g, y, y)};
    cal_graph_gradient(&g, roots[0], x, 3, gradient);
    roots[1] = gradient[0];
    roots[2] = gradient[1];
    check_fused("softmax", &g, x, 3, roots, 3);
}

// A normalised activation that is not stored: the convolutions and the mask read through it.
static void check_activation(void) {
    cal_graph g = {0};
    cal_node x[4] = {cal_graph_input(&g, CAL_IMAGE, (cal_shape){2, 5, 6, 6}),
                     cal_graph_input(&g, CAL_FILTER, (cal_shape){6, 5, 3, 3}),
                     cal_graph_input(&g, CAL_VECTOR, matrix(1, 6)),
                     cal_graph_input(&g, CAL_FILTER, (cal_shape){5, 6, 3, 3})};
    cal_node z = cal_graph_conv(&g, x[0], x[1], 1, 1);
    cal_node a = cal_graph_relu(&g, cal_graph_affine(&g, z, x[2], CAL_ZERO), 0);
    cal_node y = cal_graph_conv(&g, a, x[3], 1, 1);
    cal_node gradient[4], roots[4] = {cal_graph_inner(&g, y, y)};
    cal_graph_gradient(&g, roots[0], x, 4, gradient);
    for (int i = 1; i < 4; i++) roots[i] = gradient[i];
    check_fused("activation", &g, x, 4, roots, 4);
}

// Steady right sides, prepared once.
static void check_prepared(void) {
    cal_graph g = {0};
    cal_node x[4] = {cal_graph_input(&g, CAL_IMAGE, (cal_shape){1, 8, 16, 16}),
                     cal_graph_steady_input(&g, CAL_FILTER, (cal_shape){16, 8, 3, 3}),
                     cal_graph_input(&g, CAL_MATRIX, matrix(1, 64)),
                     cal_graph_steady_input(&g, CAL_MATRIX, matrix(40, 64))};
    cal_node y = cal_graph_conv(&g, x[0], x[1], 1, 1), z = cal_graph_matmul(&g, x[2], x[3], false, true);
    cal_node roots[2] = {cal_graph_total(&g, y), cal_graph_total(&g, z)};
    check_fused("prepared", &g, x, 4, roots, 2);
}

int main(void) {
    for (int op = 0; op < CAL_OPS; op++) {
        check_fields(op);
        check_zero(op);
    }
    if (check_failures) return CHECK_DONE(); // what lacks a field cannot run
    check_cases();
    check_rows();
    check_softmax();
    check_activation();
    check_prepared();
    for (int op = 0; op < CAL_OPS; op++) {
        if (!checked_op[op]) printf("no case meets %s\n", cal_op_at(op)->name);
        CHECK(checked_op[op]);
    }
    return CHECK_DONE();
}
