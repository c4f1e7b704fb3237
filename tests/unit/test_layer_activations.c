// Activation layers, their slopes and curvatures, against PyTorch in double (golden/torch/activations.py):
// the interpreter to the last digits, the float engine to float's.
#include "check.h"
#include "derivatives.h"
#include "catalog/layer/layer.h"

static const struct golden_row {
    const char *layer;
    int number; // -1: none
    double x, y, slope, curvature;
} rows[] = {
#define ROW(layer, number, x, y, slope, curvature) {#layer, number, x, y, slope, curvature},
#include "../golden/torch/activations.inc"
#undef ROW
};
enum { ROWS = sizeof rows / sizeof *rows };

// y of x, dy/dx and d2y/dx2: the sum's gradient, and its Hessian times ones.
static void build(cal_node out[3], cal_graph *g, cal_node x, cal_node ones, const struct golden_row *row) {
    int length;
    cal_layer layer = {.kind = cal_layer_find(&length, row->layer)};
    CHECK(layer.kind);
    layer.number[0] = row->number;
    cal_layer_builder b = {.g = g, .layer = &layer};
    out[0] = layer.kind->build(&b, &layer, x);
    cal_node total = cal_graph_total(g, out[0]);
    cal_graph_gradient(g, total, &x, 1, &out[1]);
    cal_graph_hvp(g, total, &x, &ones, 1, &out[2]);
}

static double value_of(const void *data, int i, bool is_float) {
    if (!data) return 0; // a derivative that is zero everywhere
    return is_float ? ((const float *)data)[i] : ((const double *)data)[i];
}

// The float engine subtracts where PyTorch does not, so its error is relative to the operands.
static void check_row(const struct golden_row *row, double y, double slope, double curvature,
                      double tolerance) {
    double size = 1 + fabs(row->x);
    bool good = fabs(y - row->y) <= tolerance * size && fabs(slope - row->slope) <= tolerance * size &&
                fabs(curvature - row->curvature) <= tolerance * size; // false for a NaN
    if (!check_that(good))
        printf("%s%d at %g: %.17g, %.17g, %.17g, PyTorch %.17g, %.17g, %.17g\n", row->layer, row->number,
               row->x, y, slope, curvature, row->y, row->slope, row->curvature);
}

static void check_layer(const struct golden_row *first, int count) {
    cal_graph g = {0};
    cal_shape shape = {1, count, 1, 1};
    cal_node x = cal_graph_input(&g, CAL_MATRIX, shape), ones = cal_graph_constant(&g, CAL_MATRIX, shape, 1),
             out[3], roots[3];
    build(out, &g, x, ones, first);
    int nroots = 0;
    for (int i = 0; i < 3; i++)
        if (out[i] >= 0) roots[nroots++] = out[i];
    cal_interpreter *it;
    cal_plan *plan;
    cal_error err;
    CHECK(cal_interpreter_create(&it, &g, roots, nroots, &err) == CAL_OK);
    CHECK(cal_plan_create(&plan, &g, roots, nroots, 1, &err) == CAL_OK &&
          cal_plan_place(plan, NULL, &err) == CAL_OK);
    for (int i = 0; i < count; i++) {
        cal_interpreter_values(it, x)[i] = first[i].x;
        ((float *)cal_plan_data(plan, x))[i] = (float)first[i].x;
    }
    cal_interpreter_run(it);
    cal_plan_run(plan, NULL);
    for (int i = 0; i < count; i++) {
        double exact[3], rounded[3];
        for (int j = 0; j < 3; j++) {
            exact[j] = value_of(cal_interpreter_values(it, out[j]), i, false);
            rounded[j] = value_of(cal_plan_data(plan, out[j]), i, true);
        }
        check_row(&first[i], exact[0], exact[1], exact[2], 4e-16);
        check_row(&first[i], rounded[0], rounded[1], rounded[2], 2e-7);
    }
    cal_interpreter_free(it);
    cal_plan_free(plan);
    cal_graph_free(&g);
}

int main(void) {
    int layers = 0;
    for (int start = 0, end; start < ROWS; start = end, layers++) {
        for (end = start; end < ROWS && !strcmp(rows[end].layer, rows[start].layer); end++)
            if (rows[end].number != rows[start].number) break;
        check_layer(rows + start, end - start);
    }
    CHECK(layers == 8);
    return CHECK_DONE();
}
