// Derivatives of graphs. Each op's rule (op/) maps the adjoint w of its result to the adjoints of its inputs,
// and is written in the ops themselves. So the same code gives gradients, Hessian-vector products and their
// gradients.
#include "ad/op/descriptor.h"
#include "base/memory.h"

// out[i] = d(sum_j <w_j, y_j>)/d x_i. Any of ys, ws, xs may be CAL_ZERO.
static void vjp(cal_graph *g, const cal_node *ys, const cal_node *ws, int ny, const cal_node *xs, int nx,
                cal_node *out) {
    for (int i = 0; i < nx; i++) out[i] = CAL_ZERO;
    cal_node top = CAL_NO_NODE;
    for (int i = 0; i < ny; i++)
        if (ys[i] > top) top = ys[i];
    if (top < 0 || g->error.status) return;
    cal_arena arena = {0};
    cal_node *adjoint = cal_arena_alloc(&arena, (size_t)(top + 1) * sizeof *adjoint);
    // true if the node depends on any of xs
    bool *depends = cal_arena_alloc(&arena, (size_t)(top + 1) * sizeof *depends);
    bool *leaf = cal_arena_alloc(&arena, (size_t)(top + 1) * sizeof *leaf);
    if (arena.refused) {
        cal_fail(&g->error, CAL_MEMORY, "memory for differentiating %d nodes was refused", top + 1);
        cal_arena_free(&arena);
        return;
    }
    for (cal_node i = 0; i <= top; i++) adjoint[i] = CAL_ZERO;
    for (int i = 0; i < nx; i++)
        if (xs[i] >= 0 && xs[i] <= top) depends[xs[i]] = leaf[xs[i]] = true;
    for (cal_node i = 0; i <= top; i++)
        for (int j = 0; j < cal_op_at(cal_at(g, i)->op)->inputs; j++) {
            cal_node in = cal_at(g, i)->in[j];
            if (in >= 0 && depends[in]) depends[i] = true;
        }
    for (int i = 0; i < ny; i++)
        if (ys[i] >= 0) adjoint[ys[i]] = cal_graph_add(g, adjoint[ys[i]], ws[i]);
    for (cal_node y = top; y >= 0; y--) { // nodes are numbered in topological order
        if (adjoint[y] < 0 || !depends[y] || leaf[y]) continue;
        cal_derivation d = {.node = *cal_at(g, y), .out = y, .w = adjoint[y]};
        const cal_op *op = cal_op_at(d.node.op);
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            d.d[j] = CAL_ZERO;
            d.need[j] = d.node.in[j] >= 0 && depends[d.node.in[j]];
        }
        op->derive(g, &d);
        for (int j = 0; j < op->inputs; j++)
            if (d.need[j] && d.d[j] >= 0)
                adjoint[d.node.in[j]] = cal_graph_add(g, adjoint[d.node.in[j]], d.d[j]);
    }
    for (int i = 0; i < nx; i++)
        if (xs[i] >= 0 && xs[i] <= top) out[i] = adjoint[xs[i]];
    cal_arena_free(&arena);
}

void cal_graph_gradient(cal_graph *g, cal_node scalar, const cal_node *xs, int nx, cal_node *out) {
    cal_node one = cal_graph_scalar(g, 1);
    vjp(g, &scalar, &one, 1, xs, nx, out);
}

void cal_graph_hvp(cal_graph *g, cal_node scalar, const cal_node *xs, const cal_node *vs, int nx,
                   cal_node *out) {
    cal_arena arena = {0};
    cal_node *gradient = cal_arena_alloc(&arena, (size_t)nx * sizeof *gradient);
    for (int i = 0; i < nx; i++) out[i] = CAL_ZERO;
    if (arena.refused) {
        cal_fail(&g->error, CAL_MEMORY, "memory for a Hessian-vector product was refused");
    } else { // reverse over reverse: the gradient of <gradient, v>
        cal_graph_gradient(g, scalar, xs, nx, gradient);
        cal_node slope = CAL_ZERO;
        for (int i = 0; i < nx; i++) slope = cal_graph_add(g, slope, cal_graph_inner(g, gradient[i], vs[i]));
        cal_graph_gradient(g, slope, xs, nx, out);
    }
    cal_arena_free(&arena);
}
