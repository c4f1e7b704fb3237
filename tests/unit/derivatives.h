// Checks a scalar built in a graph: its gradient and Hessian-vector product against central differences in
// the f64 interpreter, and then the float engine.
#ifndef CAL_TEST_DERIVATIVES_H
#define CAL_TEST_DERIVATIVES_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ad/graph.h"
#include "ad/interpret.h"
#include "ad/plan.h"
#include "base/random/random.h"
#include "fused_ops.h"

enum { DERIVATIVE_INPUTS = 640 };

typedef struct derivative_case {
    const char *name;
    cal_graph *g;
    cal_node scalar;
    cal_node x[DERIVATIVE_INPUTS]; // differentiated inputs
    int nx;
    cal_node inner; // a node whose own values are compared too, if has_inner
    bool has_inner;
    cal_node fixed[40]; // other inputs (labels, data), with their values in plain order
    const double *fixed_value[40];
    int nfixed;
    double scale;                       // scale of the random inputs
    double offset;                      // added to them, positive for logarithms
    const double *scale_of, *offset_of; // the same for each x separately, or null
    double engine_tolerance;            // relative to the largest entry
} derivative_case;

static inline size_t image_index(cal_shape s, size_t i) { // plain NCHW -> NCHW4c
    size_t plane = (size_t)s.h * s.w, p = i % plane, c = i / plane % (size_t)s.c, n = i / plane / (size_t)s.c;
    return ((n * (((size_t)s.c + 3) / 4) + c / 4) * plane + p) * 4 + c % 4;
}

// Plain row-major doubles <-> a node's storage in the engine.
static inline void to_engine(void *storage, const cal_graph *g, cal_node x, const double *plain) {
    const cal_node_data *node = cal_at(g, x);
    if (!storage) return;
    for (size_t i = 0; i < cal_elements(node->shape); i++) switch (node->kind) {
        case CAL_VECTOR: ((double *)storage)[i] = plain[i]; break;
        case CAL_INDEX: ((int32_t *)storage)[i] = (int32_t)plain[i]; break;
        case CAL_IMAGE: ((float *)storage)[image_index(node->shape, i)] = (float)plain[i]; break;
        default: ((float *)storage)[i] = (float)plain[i]; break;
        }
}

static inline void from_engine(double *plain, const cal_graph *g, cal_node x, const void *storage) {
    const cal_node_data *node = cal_at(g, x);
    for (size_t i = 0; i < cal_elements(node->shape); i++) switch (node->kind) {
        case CAL_VECTOR: plain[i] = ((const double *)storage)[i]; break;
        case CAL_IMAGE: plain[i] = ((const float *)storage)[image_index(node->shape, i)]; break;
        default: plain[i] = ((const float *)storage)[i]; break;
        }
}

static inline double random_value(uint64_t node,
                                  uint64_t i) { // rounded to float, so that both evaluators see the same
    return (float)cal_random_normal(7, CAL_STREAM_PROBE, node, i);
}

typedef struct bench { // everything one case needs
    const derivative_case *c;
    cal_node v[DERIVATIVE_INPUTS], gradient[DERIVATIVE_INPUTS], product[DERIVATIVE_INPUTS], forward;
    cal_node root[3 * DERIVATIVE_INPUTS];
    int nroots;
} bench;

static inline void add_root(bench *b, cal_node x) {
    if (x >= 0) b->root[b->nroots++] = x;
}

// <a, d> over all inputs, for two lists of nodes with values in the interpreter.
static inline double directional(cal_interpreter *it, const bench *b, const cal_node *a) {
    double sum = 0;
    for (int i = 0; i < b->c->nx; i++) {
        const double *value = cal_interpreter_values(it, a[i]);
        for (size_t j = 0; value && j < cal_elements(cal_shape_of(b->c->g, b->c->x[i])); j++)
            sum += value[j] * random_value(1000 + (uint64_t)i, j);
    }
    return sum;
}

static inline void set_inputs(cal_interpreter *it, const bench *b,
                              double step) { // along the direction of `directional`
    const derivative_case *c = b->c;
    for (int i = 0; i < c->nx; i++) {
        double *x = cal_interpreter_values(it, c->x[i]), *v = cal_interpreter_values(it, b->v[i]);
        double scale = c->scale_of ? c->scale_of[i] : c->scale,
               offset = c->offset_of ? c->offset_of[i] : c->offset;
        for (size_t j = 0; j < cal_elements(cal_shape_of(c->g, c->x[i])); j++) {
            double value = (float)(offset + scale * random_value((uint64_t)i, j));
            if (x) x[j] = value + step * random_value(1000 + (uint64_t)i, j);
            if (v) v[j] = random_value(2000 + (uint64_t)i, j);
        }
    }
    for (int i = 0; i < c->nfixed; i++) {
        double *x = cal_interpreter_values(it, c->fixed[i]);
        if (x) memcpy(x, c->fixed_value[i], cal_elements(cal_shape_of(c->g, c->fixed[i])) * sizeof *x);
    }
}

static inline int report(const derivative_case *c, const char *what, double got, double want,
                         double tolerance) {
    double scale = fabs(want) > 1e-9 ? fabs(want) : 1e-9;
    if (fabs(got - want) <= tolerance * scale) return 0;
    printf("%s: %s is %.12g, expected %.12g (relative difference %.2g, allowed %.2g)\n", c->name, what, got,
           want, fabs(got - want) / scale, tolerance);
    return 1;
}

// <gradient, v>, with v as set_inputs makes it: the node of a lost derivative may be gone.
static inline double gradient_along_v(cal_interpreter *it, const bench *b) {
    double sum = 0;
    for (int i = 0; i < b->c->nx; i++) {
        const double *g = cal_interpreter_values(it, b->gradient[i]);
        for (size_t j = 0; g && j < cal_elements(cal_shape_of(b->c->g, b->c->x[i])); j++)
            sum += g[j] * random_value(2000 + (uint64_t)i, j);
    }
    return sum;
}

// <Hv, d> against the difference of <gradient, v>, and <gradient, d> against the difference of the scalar.
static inline int check_differences(cal_interpreter *it, const bench *b) {
    const derivative_case *c = b->c;
    // Small enough that few ReLUs change sign, even if many parameters move at once.
    size_t parameters = 0;
    for (int i = 0; i < c->nx; i++) parameters += cal_elements(cal_shape_of(c->g, c->x[i]));
    double h = 1e-5 / sqrt((double)parameters), value[2], slope[2];
    set_inputs(it, b, 0);
    cal_interpreter_run(it);
    cal_interpreter_hold(it);
    double first = directional(it, b, b->gradient), second = directional(it, b, b->product);
    const double *forward = cal_interpreter_values(it, b->forward);
    double along = forward ? *forward : 0, seen = gradient_along_v(it, b);
    for (int side = 0; side < 2; side++) {
        set_inputs(it, b, side ? -h : h);
        cal_interpreter_run(it);
        value[side] = *cal_interpreter_values(it, c->scalar);
        slope[side] = gradient_along_v(it, b);
    }
    return report(c, "gradient along a direction", first, (value[0] - value[1]) / (2 * h), 2e-6) +
           report(c, "Hessian-vector product along a direction", second, (slope[0] - slope[1]) / (2 * h),
                  2e-6) +
           report(c, "forward derivative", along, seen, 1e-11);
}

// True if the lanes that pad an image's channels are zero.
static inline int unpadded(cal_shape s, const float *image) {
    size_t plane = (size_t)s.h * s.w * 4, groups = ((size_t)s.c + 3) / 4;
    int wrong = 0;
    for (size_t n = 0; n < (size_t)s.n; n++)
        for (size_t i = 0; i < plane; i++)
            wrong +=
                (groups - 1) * 4 + i % 4 >= (size_t)s.c && image[(n * groups + groups - 1) * plane + i] != 0;
    return wrong;
}

// Returns differences in the engine, relative to the largest entry of the whole list. A bias before batch
// norm has gradient zero, but rounding errors as large as its neighbours'.
static inline int compare_values(const derivative_case *c, const char *what, const cal_node *x, int nx,
                                 cal_interpreter *it, cal_plan *plan) {
    double largest = 1e-6, worst = 0;
    for (int k = 0; k < nx; k++) {
        if (x[k] < 0) continue;
        if (cal_at(c->g, x[k])->kind == CAL_IMAGE &&
            unpadded(cal_shape_of(c->g, x[k]), cal_plan_data(plan, x[k])))
            return printf("%s: %s has padding lanes that are not zero\n", c->name, what);
        size_t count = cal_elements(cal_shape_of(c->g, x[k]));
        double *got = malloc(count * sizeof *got);
        const double *want = cal_interpreter_values(it, x[k]);
        from_engine(got, c->g, x[k], cal_plan_data(plan, x[k]));
        for (size_t i = 0; i < count; i++) {
            if (fabs(want[i]) > largest) largest = fabs(want[i]);
            if (!isfinite(got[i]) || !isfinite(want[i])) worst = INFINITY;
            if (fabs(got[i] - want[i]) > worst) worst = fabs(got[i] - want[i]);
        }
        free(got);
    }
    if (worst <= c->engine_tolerance * largest) return 0;
    printf("%s: %s in the engine differs by %.3g of the largest entry %.3g\n", c->name, what, worst / largest,
           largest);
    return 1;
}

static bool
    checked_op[CAL_OPS]; // ops that occurred, in the engine or, if fusion removes them, in the interpreter

static inline int check_engine(cal_interpreter *it, const bench *b) {
    const derivative_case *c = b->c;
    cal_plan *plan;
    cal_error err = {CAL_OK, ""};
    cal_pool *pool = NULL;
    if (cal_pool_create(&pool, 2, &err) || cal_plan_create(&plan, c->g, b->root, b->nroots, 2, &err)) {
        printf("%s: %s\n", c->name, err.text);
        return 1;
    }
    int failed = cal_plan_place(plan, NULL, &err) != CAL_OK;
    set_inputs(it, b, 0);
    cal_interpreter_run(it);
    for (int i = 0; i < c->nx; i++) {
        if (cal_interpreter_values(it, c->x[i]) && cal_plan_data(plan, c->x[i]))
            to_engine(cal_plan_data(plan, c->x[i]), c->g, c->x[i], cal_interpreter_values(it, c->x[i]));
        if (cal_interpreter_values(it, b->v[i]))
            to_engine(cal_plan_data(plan, b->v[i]), c->g, b->v[i], cal_interpreter_values(it, b->v[i]));
    }
    for (int i = 0; i < c->nfixed; i++)
        to_engine(cal_plan_data(plan, c->fixed[i]), c->g, c->fixed[i], c->fixed_value[i]);
    cal_plan_run(plan, pool);
    failed += compare_values(c, "value", &c->scalar, 1, it, plan);
    if (c->has_inner) failed += compare_values(c, "inner value", &c->inner, 1, it, plan);
    failed += compare_values(c, "gradient", b->gradient, c->nx, it, plan);
    failed += compare_values(c, "Hessian-vector product", b->product, c->nx, it, plan);
    const fused_ops ops = fused_ops_of(c->g, b->root, b->nroots);
    for (int op = 0; op < CAL_OPS; op++) checked_op[op] = checked_op[op] || ops.count[op] > 0;
    cal_plan_free(plan);
    cal_pool_free(pool);
    return failed;
}

// Returns d scalar/d x along v as the derivative by u of <d (u scalar)/d x, v>, to differentiate each rule's
// adjoint.
static inline cal_node forward_derivative(cal_graph *g, cal_node scalar, const cal_node *x, const cal_node *v,
                                          int nx) {
    const cal_node u = cal_graph_input(g, CAL_VECTOR, (cal_shape){1, 1, 1, 1});
    const cal_node product = cal_graph_mul(g, u, scalar);
    cal_node transposed[DERIVATIVE_INPUTS], along = CAL_ZERO, out;
    cal_graph_gradient(g, product, x, nx, transposed);
    for (int i = 0; i < nx; i++) {
        const cal_node inner = cal_graph_inner(g, transposed[i], v[i]);
        along = cal_graph_add(g, along, inner);
    }
    cal_graph_gradient(g, along, &u, 1, &out);
    return out;
}

// Prints failures and returns their number.
static inline int check_derivatives(const derivative_case *c) {
    static bench b;
    b = (bench){.c = c};
    cal_interpreter *it;
    cal_error err = {CAL_OK, ""};
    for (int i = 0; i < c->nx; i++)
        b.v[i] = cal_graph_input(c->g, (cal_kind)cal_at(c->g, c->x[i])->kind, cal_shape_of(c->g, c->x[i]));
    cal_graph_gradient(c->g, c->scalar, c->x, c->nx, b.gradient);
    cal_graph_hvp(c->g, c->scalar, c->x, b.v, c->nx, b.product);
    b.forward = forward_derivative(c->g, c->scalar, c->x, b.v, c->nx);
    add_root(&b, c->scalar);
    add_root(&b, b.forward);
    if (c->has_inner) add_root(&b, c->inner);
    for (int i = 0; i < c->nx; i++) {
        add_root(&b, b.gradient[i]);
        add_root(&b, b.product[i]);
    }
    if (cal_interpreter_create(&it, c->g, b.root, b.nroots, &err)) {
        printf("%s: %s\n", c->name, err.text);
        return 1;
    }
    int failed = check_differences(it, &b) + check_engine(it, &b);
    for (cal_node i = 0; i < c->g->count; i++) checked_op[cal_at(c->g, i)->op] = true;
    cal_interpreter_free(it);
    return failed;
}

// Makes a scalar whose Hessian depends on y, of any kind: <y y, y> / 3 + <y, y>.
static inline cal_node curved(cal_graph *g, cal_node y) {
    return cal_graph_add(g, cal_graph_scale(g, cal_graph_inner(g, cal_graph_mul(g, y, y), y), 1.0 / 3),
                         cal_graph_inner(g, y, y));
}

#endif
