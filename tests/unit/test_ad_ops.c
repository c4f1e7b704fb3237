// Every op of the table, to order 2: a complete descriptor, a shape rule that accepts only what fits, and
// correct derivatives. Derivatives and kernels are compared with the f64 interpreter. An op without an
// example fails.
#include "ad/op/descriptor.h"
#include "check.h"
#include "derivatives.h"

// ---- descriptors

static const char *const number_name[CAL_OPS] = {
#define CAL_OP(NAME, name)       [CAL_OP_##NAME] = #NAME,
#define CAL_ELEMENTWISE          CAL_ROW
#define CAL_FUNCTION             CAL_ROW
#define CAL_ROW(NAME, name, ...) CAL_OP(NAME, name)
#include "op_numbers.inc"
#include "ad/op/elementwise.inc"
#undef CAL_ROW
#undef CAL_FUNCTION
#undef CAL_ELEMENTWISE
#undef CAL_OP
};

static void check_fields(int op) {
    const cal_op *about = cal_op_at(op);
    bool leaf = op == CAL_OP_INPUT || op == CAL_OP_CONST, fused = about->flags & CAL_OP_FUSED;
    CHECK_TEXT(about->name, number_name[op]);
    CHECK(about->meaning && about->meaning[0]);
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
    CHECK(!how || (how->floats && cal_op_at(how->op)->flags & CAL_OP_FUSED && about->input[how->slot] &&
                   how->slot >= about->inputs));
    for (int other = 0; other < op; other++) CHECK(strcmp(about->name, cal_op_at(other)->name) != 0);
}

// Element-wise ops that map zeros to zero do so, and the definitions of the others do not.
static void check_zero(int op) {
    const cal_op *about = cal_op_at(op);
    bool zero = about->elementwise && about->elementwise->scalar(0, 0, 0.5) == 0;
    if (about->elementwise) CHECK(zero == ((about->flags & CAL_OP_KEEPS_ZERO) != 0));
}

// ---- shapes

// Returns true if the op accepts this node; true for all that are in a graph.
static bool fits(const cal_graph *g, const cal_node_data *node) {
    return cal_op_at(node->op)->shape(g, node);
}

// Each node in g with another kind, one more row, or one input less is refused.
static void check_shape_rules(const cal_graph *g) {
    for (cal_node i = 0; i < g->count; i++) {
        cal_node_data node = *cal_at(g, i);
        int op = node.op;
        CHECK(fits(g, &node));
        if (op == CAL_OP_INPUT || op == CAL_OP_CONST) continue; // made as requested
        node.kind = node.kind == CAL_INDEX ? CAL_MATRIX : CAL_INDEX;
        if (fits(g, &node)) printf("%s takes another kind\n", cal_op_at(op)->name);
        CHECK(!fits(g, &node));
        node = *cal_at(g, i);
        node.shape.n++;
        bool any = cal_op_at(op)->flags & CAL_OP_ANY_ROWS;
        if (!any && fits(g, &node)) printf("%s takes another row\n", cal_op_at(op)->name);
        CHECK(any || !fits(g, &node));
        node = *cal_at(g, i);
        node.in[0] = CAL_ABSENT;
        bool absent = cal_op_at(op)->flags & CAL_OP_FIRST_ABSENT && node.in[1] >= 0;
        if (!absent && fits(g, &node)) printf("%s needs no input\n", cal_op_at(op)->name);
        CHECK(absent || !fits(g, &node));
    }
}

// ---- derivatives and kernels

// Checks the engine's values of y alone (order 0), or of <y, y> and its gradient (1): other roots lead to
// other fusions.
static void check_order(const derivative_case *whole, cal_node y, int order) {
    static derivative_case c;
    static bench b;
    cal_interpreter *it = NULL;
    c = *whole;
    c.scalar = order ? cal_graph_inner(c.g, y, y) : y;
    c.has_inner = false;
    b = (bench){.c = &c, .forward = CAL_ABSENT};
    for (int i = 0; i < c.nx; i++) b.v[i] = b.gradient[i] = b.product[i] = CAL_ABSENT;
    if (order) cal_graph_gradient(c.g, c.scalar, c.x, c.nx, b.gradient);
    add_root(&b, c.scalar);
    for (int i = 0; i < c.nx; i++) add_root(&b, b.gradient[i]);
    CHECK(c.g->error.status == CAL_OK && cal_interpreter_create(&it, c.g, b.root, b.nroots, NULL) == CAL_OK);
    CHECK(check_engine(it, &b) == 0);
    cal_interpreter_free(it);
}

static void check_case(derivative_case *c, cal_node y) {
    c->scale = 0.7;
    c->engine_tolerance = 2e-5;
    c->inner = y;
    c->has_inner = true;
    c->scalar = curved(c->g, y);
    CHECK(c->g->error.status == CAL_OK);
    CHECK(check_derivatives(c) == 0);
    for (int order = 0; order < 2; order++) check_order(c, y, order);
    check_shape_rules(c->g);
    cal_graph_free(c->g);
}

static void check_example(const cal_op_example *example) {
    cal_graph g = {0};
    derivative_case c = {.name = example->name, .g = &g, .offset = example->offset};
    cal_node x[4];
    int inputs = 0;
    for (; inputs < 4 && example->x[inputs].shape.n; inputs++) {
        cal_kind kind = example->x[inputs].kind;
        cal_shape shape = example->x[inputs].shape;
        x[inputs] = example->x[inputs].steady ? cal_graph_steady_input(&g, kind, shape)
                                              : cal_graph_input(&g, kind, shape);
        if (example->x[inputs].fixed) {
            c.fixed[c.nfixed] = x[inputs];
            c.fixed_value[c.nfixed++] = example->x[inputs].fixed;
        } else {
            CHECK(!c.nfixed);
            c.x[c.nx++] = x[inputs];
        }
    }
    check_case(&c, example->build(&g, x));
}

static void check_examples(void) {
    static const cal_op_example *const families[] = {
#define CAL_EXAMPLES(family) cal_op_examples_##family,
#include "op_examples.inc"
#undef CAL_EXAMPLES
    };
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        CHECK(families[i]->name);
        for (const cal_op_example *example = families[i]; example->name; example++) check_example(example);
    }
}

// Checks an element-wise op without an example: its row has its number of inputs and where it is smooth.
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

int main(void) {
    for (int op = 0; op < CAL_OPS; op++) {
        check_fields(op);
        check_zero(op);
    }
    if (check_failures) return CHECK_DONE(); // an op that lacks a field cannot run
    check_examples();
    check_rows();
    for (int op = 0; op < CAL_OPS; op++) {
        if (!checked_op[op]) printf("no example meets %s\n", cal_op_at(op)->name);
        CHECK(checked_op[op]);
    }
    return CHECK_DONE();
}
