// The only table of derivatives. Each rule maps an output's adjoint w to the inputs' adjoints and is
// written in the ops themselves, so that the same code gives gradients, Hessian-vector products and their
// gradients.
#include "ad/graph.h"
#include "base/memory.h"
#include <assert.h>
#include <string.h>

static cal_node like(cal_graph *g, int op, cal_node x, cal_node y, cal_node model, int a, int b) {
    const cal_node_data *m = cal_at(g, model);
    return cal_graph_bilinear(g, op, x, y, (cal_kind)m->kind, m->shape, a, b);
}

static cal_node like1(cal_graph *g, int op, cal_node w, cal_node model, int a, int b) {
    const cal_node_data *m = cal_at(g, model);
    return cal_graph_linear_op(g, op, w, (cal_kind)m->kind, m->shape, a, b);
}

static void matmul_rule(cal_graph *g, const cal_node_data *q, cal_node w, cal_node *r, const bool *need) {
    cal_node x = q->in[0], y = q->in[1];
    bool tx = q->a & 1, ty = q->a >> 1;
    int b = q->b ? q->b : 1;
    if (need[0])
        r[0] = tx ? cal_graph_matmul_groups(g, y, w, ty, true, b)
                  : cal_graph_matmul_groups(g, w, y, false, !ty, b);
    if (need[1])
        r[1] = ty ? cal_graph_matmul_groups(g, w, x, true, tx, b)
                  : cal_graph_matmul_groups(g, x, w, !tx, false, b);
}

// [mean; variance]: d mean = 1/m, d variance = 2 (x - mean)/m.
static cal_node stat_rule(cal_graph *g, cal_node x, cal_node y, cal_node w) {
    cal_shape s = cal_shape_of(g, x);
    double m = (double)s.n * s.h * s.w;
    cal_node slope = cal_graph_scale(g, cal_graph_row(g, w, 1), 2 / m);
    cal_node shift = cal_graph_scale(g, cal_graph_row(g, w, 0), 1 / m);
    if (slope < 0) return cal_graph_broadcast(g, shift, CAL_IMAGE, s);
    return cal_graph_affine(g, x, slope,
                            cal_graph_sub(g, shift, cal_graph_mul(g, slope, cal_graph_row(g, y, 0))));
}

static void dot_rule(cal_graph *g, const cal_node_data *q, cal_node w, cal_node *r, const bool *need) {
    cal_node x = q->in[0], y = q->in[1], w0 = cal_graph_row(g, w, 0), w1 = cal_graph_row(g, w, 1);
    cal_shape s = cal_shape_of(g, x);
    if (need[0]) r[0] = w1 < 0 ? cal_graph_broadcast(g, w0, CAL_IMAGE, s) : cal_graph_affine(g, y, w1, w0);
    if (need[1] && w1 >= 0) r[1] = cal_graph_affine(g, x, w1, CAL_ZERO);
}

static void linear_rule(cal_graph *g, const cal_node_data *q, cal_node w, cal_node *r, const bool *need) {
    for (int i = 0; i < 4; i++) {
        if (q->in[i] < 0) continue;
        bool has_coefficient = q->in[4 + i] >= 0;
        if (need[i]) r[i] = has_coefficient ? cal_graph_affine(g, w, q->in[4 + i], CAL_ZERO) : w;
        if (has_coefficient && need[4 + i])
            r[4 + i] = cal_graph_row(g, cal_graph_channel_dot(g, w, q->in[i]), 1);
    }
    if (q->in[8] < 0 || !need[8]) return;
    // The sum of w comes with a dot that is needed anyway; taking the dot only for it would keep the term
    // alive.
    if (q->in[4] >= 0 && need[4]) r[8] = cal_graph_row(g, cal_graph_channel_dot(g, w, q->in[0]), 0);
    else r[8] = cal_graph_sum(g, w, CAL_VECTOR, (cal_shape){1, q->shape.c, 1, 1});
}

static void rule(cal_graph *g, cal_node y, cal_node w, cal_node *r, const bool *need) {
    cal_node_data q = *cal_at(g, y); // a copy: the constructors may move the table
    cal_node a = q.in[0], b = q.in[1];
    switch (q.op) {
    case CAL_OP_ADD: r[0] = r[1] = w; break;
    case CAL_OP_SUB:
        r[0] = w;
        if (need[1]) r[1] = cal_graph_scale(g, w, -1);
        break;
    case CAL_OP_MUL:
        if (need[0]) r[0] = cal_graph_mul(g, w, b);
        if (need[1]) r[1] = cal_graph_mul(g, w, a);
        break;
    case CAL_OP_DIV: {
        cal_node ratio = cal_graph_div(g, w, b);
        r[0] = ratio;
        if (need[1]) r[1] = cal_graph_scale(g, cal_graph_mul(g, ratio, y), -1);
        break;
    }
    case CAL_OP_SCALE: r[0] = cal_graph_scale(g, w, q.k); break;
    case CAL_OP_OFFSET: r[0] = w; break;
    case CAL_OP_EXP: r[0] = cal_graph_mul(g, w, y); break;
    case CAL_OP_LOG: r[0] = cal_graph_div(g, w, a); break;
    case CAL_OP_SQRT: r[0] = cal_graph_scale(g, cal_graph_div(g, w, y), 0.5); break;
    case CAL_OP_TANH: r[0] = cal_graph_sub(g, w, cal_graph_mul(g, w, cal_graph_mul(g, y, y))); break;
    case CAL_OP_ERF: { // 2/sqrt(pi) e^(-x^2)
        cal_node bell = cal_graph_exp(g, cal_graph_scale(g, cal_graph_mul(g, a, a), -1));
        r[0] = cal_graph_scale(g, cal_graph_mul(g, w, bell), 1.1283791670955126);
        break;
    }
    case CAL_OP_SIGMOID: r[0] = cal_graph_mul(g, w, cal_graph_sub(g, y, cal_graph_mul(g, y, y))); break;
    // Keyed on the output, so that the input can die.
    case CAL_OP_RELU: r[0] = cal_graph_mask(g, w, y, q.k); break;
    case CAL_OP_LEAK: r[0] = cal_graph_leak(g, w, a == b && q.k > 0 ? y : b, q.k); break;
    case CAL_OP_MASK: r[0] = cal_graph_mask(g, w, b, q.k); break;
    case CAL_OP_STOP: break;
    case CAL_OP_DROP: r[0] = cal_graph_drop(g, w, b, q.a, q.k); break;
    case CAL_OP_SUM:
        r[0] = cal_graph_broadcast(g, w, (cal_kind)cal_at(g, a)->kind, cal_shape_of(g, a));
        break;
    case CAL_OP_BROADCAST:
        r[0] = cal_graph_sum(g, w, (cal_kind)cal_at(g, a)->kind, cal_shape_of(g, a));
        break;
    case CAL_OP_MATMUL: matmul_rule(g, &q, w, r, need); break;
    case CAL_OP_LOGSUMEXP: {
        cal_shape s = cal_shape_of(g, a);
        cal_node p = cal_graph_exp(g, cal_graph_sub(g, a, cal_graph_broadcast(g, y, CAL_MATRIX, s)));
        r[0] = cal_graph_mul(g, cal_graph_broadcast(g, w, CAL_MATRIX, s), p);
        break;
    }
    case CAL_OP_PICK: r[0] = cal_graph_unpick(g, w, b, cal_shape_of(g, a).c); break;
    case CAL_OP_UNPICK: r[0] = cal_graph_pick(g, w, b); break;
    case CAL_OP_ROW_ARGMAX:
        break; // a choice, with derivative zero almost everywhere
    // y = conv(x, f), y = image adjoint(dy, f), y = filter adjoint(x, dy): each is bilinear in two of the
    // three
    case CAL_OP_CONV:
        if (need[0]) r[0] = like(g, CAL_OP_CONV_IMAGE, w, b, a, q.a, q.b);
        if (need[1]) r[1] = like(g, CAL_OP_CONV_FILTER, a, w, b, q.a, q.b);
        break;
    case CAL_OP_CONV_IMAGE:
        if (need[0]) r[0] = like(g, CAL_OP_CONV, w, b, a, q.a, q.b);
        if (need[1]) r[1] = like(g, CAL_OP_CONV_FILTER, w, a, b, q.a, q.b);
        break;
    case CAL_OP_CONV_FILTER:
        if (need[0]) r[0] = like(g, CAL_OP_CONV_IMAGE, b, w, a, q.a, q.b);
        if (need[1]) r[1] = like(g, CAL_OP_CONV, a, w, b, q.a, q.b);
        break;
    case CAL_OP_POOL_INDEX: break;
    case CAL_OP_POOL_GATHER: r[0] = like(g, CAL_OP_POOL_SCATTER, w, b, a, q.a, q.b); break;
    case CAL_OP_POOL_SCATTER: r[0] = like(g, CAL_OP_POOL_GATHER, w, b, a, q.a, q.b); break;
    case CAL_OP_POOL_AVERAGE: r[0] = like1(g, CAL_OP_POOL_SPREAD, w, a, q.a, q.b); break;
    case CAL_OP_POOL_SPREAD: r[0] = like1(g, CAL_OP_POOL_AVERAGE, w, a, q.a, q.b); break;
    case CAL_OP_PLANE_ARGMAX: break;
    case CAL_OP_PLANE_PICK: r[0] = like(g, CAL_OP_PLANE_UNPICK, w, b, a, 0, 0); break;
    case CAL_OP_PLANE_UNPICK: r[0] = like(g, CAL_OP_PLANE_PICK, w, b, a, 0, 0); break;
    case CAL_OP_FLATTEN: r[0] = like1(g, CAL_OP_UNFLATTEN, w, a, 0, 0); break;
    case CAL_OP_UNFLATTEN: r[0] = like1(g, CAL_OP_FLATTEN, w, a, 0, 0); break;
    case CAL_OP_SHORTCUT: r[0] = like1(g, CAL_OP_SHORTCUT_GRAD, w, a, q.a, q.b); break;
    case CAL_OP_SHORTCUT_GRAD: r[0] = like1(g, CAL_OP_SHORTCUT, w, a, q.a, q.b); break;
    case CAL_OP_CONCAT: // each gets its channels back
        if (need[0]) r[0] = like1(g, CAL_OP_SHORTCUT_GRAD, w, a, 1, 0);
        if (need[1]) r[1] = like1(g, CAL_OP_SHORTCUT_GRAD, w, b, 1, cal_shape_of(g, a).c);
        break;
    case CAL_OP_CHANNEL_STAT: r[0] = stat_rule(g, a, y, w); break;
    case CAL_OP_CHANNEL_DOT: dot_rule(g, &q, w, r, need); break;
    case CAL_OP_CHANNEL_LINEAR: linear_rule(g, &q, w, r, need); break;
    case CAL_OP_PACK:
        r[0] = cal_graph_row(g, w, 0);
        r[1] = cal_graph_row(g, w, 1);
        break;
    case CAL_OP_ROW: r[0] = q.a ? cal_graph_pack(g, CAL_ZERO, w) : cal_graph_pack(g, w, CAL_ZERO); break;
    case CAL_OP_TOKENS: r[0] = like1(g, CAL_OP_UNTOKENS, w, a, 0, 0); break;
    case CAL_OP_UNTOKENS: r[0] = like1(g, CAL_OP_TOKENS, w, a, 0, 0); break;
    case CAL_OP_ROWS_TAKE: r[0] = like1(g, CAL_OP_ROWS_PUT, w, a, q.a, q.b); break;
    case CAL_OP_ROWS_PUT: r[0] = like1(g, CAL_OP_ROWS_TAKE, w, a, q.a, q.b); break;
    case CAL_OP_SWAP: r[0] = like1(g, CAL_OP_SWAP, w, a, q.b, q.a); break;
    case CAL_OP_TABLE_ROWS: r[0] = like(g, CAL_OP_TABLE_ADD, w, b, a, 0, 0); break;
    case CAL_OP_TABLE_ADD: r[0] = like(g, CAL_OP_TABLE_ROWS, w, b, a, 0, 0); break;
    default: assert(!"an op without a rule");
    }
}

void cal_graph_vjp(cal_graph *g, const cal_node *ys, const cal_node *ws, int ny, const cal_node *xs, int nx,
                   cal_node *out) {
    for (int i = 0; i < nx; i++) out[i] = CAL_ZERO;
    cal_node top = CAL_ZERO;
    for (int i = 0; i < ny; i++)
        if (ys[i] > top) top = ys[i];
    if (top < 0 || g->error.status) return;
    cal_arena arena = {0};
    cal_node *adjoint = cal_arena_alloc(&arena, (size_t)(top + 1) * sizeof *adjoint);
    bool *depends = cal_arena_alloc(&arena, (size_t)(top + 1) * sizeof *depends); // on any of xs
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
        for (int j = 0; j < cal_op_arity(cal_at(g, i)->op); j++) {
            cal_node in = cal_at(g, i)->in[j];
            if (in >= 0 && depends[in]) depends[i] = true;
        }
    for (int i = 0; i < ny; i++)
        if (ys[i] >= 0) adjoint[ys[i]] = cal_graph_add(g, adjoint[ys[i]], ws[i]);
    for (cal_node y = top; y >= 0; y--) { // nodes are numbered in topological order
        if (adjoint[y] < 0 || !depends[y] || leaf[y]) continue;
        cal_node r[CAL_INPUTS_MAX], in[CAL_INPUTS_MAX];
        bool need[CAL_INPUTS_MAX];
        memcpy(in, cal_at(g, y)->in, sizeof in);
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            r[j] = CAL_ZERO;
            need[j] = in[j] >= 0 && depends[in[j]];
        }
        int arity = cal_op_arity(cal_at(g, y)->op);
        rule(g, y, adjoint[y], r, need);
        for (int j = 0; j < arity; j++)
            if (need[j] && r[j] >= 0) adjoint[in[j]] = cal_graph_add(g, adjoint[in[j]], r[j]);
    }
    for (int i = 0; i < nx; i++)
        if (xs[i] >= 0 && xs[i] <= top) out[i] = adjoint[xs[i]];
    cal_arena_free(&arena);
}

// The product with the transpose is linear in its seed u, so its own transpose, taken in u, is the forward
// product.
void cal_graph_jvp(cal_graph *g, const cal_node *ys, int ny, const cal_node *xs, const cal_node *vs, int nx,
                   cal_node *out) {
    for (int i = 0; i < ny; i++) out[i] = CAL_ZERO;
    cal_arena arena = {0};
    cal_node *seed = cal_arena_alloc(&arena, (size_t)ny * sizeof *seed);
    cal_node *transposed = cal_arena_alloc(&arena, (size_t)nx * sizeof *transposed);
    if (arena.refused) {
        cal_fail(&g->error, CAL_MEMORY, "memory for a forward derivative was refused");
    } else {
        for (int i = 0; i < ny; i++)
            seed[i] = ys[i] < 0
                          ? CAL_ZERO
                          : cal_graph_input(g, (cal_kind)cal_at(g, ys[i])->kind, cal_shape_of(g, ys[i]));
        cal_graph_vjp(g, ys, seed, ny, xs, nx, transposed);
        cal_graph_vjp(g, transposed, vs, nx, seed, ny, out);
    }
    cal_arena_free(&arena);
}

void cal_graph_gradient(cal_graph *g, cal_node scalar, const cal_node *xs, int nx, cal_node *out) {
    cal_node one = cal_graph_scalar(g, 1);
    cal_graph_vjp(g, &scalar, &one, 1, xs, nx, out);
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
