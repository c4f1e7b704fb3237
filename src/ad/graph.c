// Node construction: hash-consing, the symbolic zero, and the few simplifications that derivatives
// need.
#include "ad/graph_parts.h"
#include "base/memory.h"
#include <assert.h>
#include <string.h>

static const struct {
    const char *name, *flags;
    int arity;
} op_table[] = {
#define CAL_OP(name, arity, flags, meaning) {#name, flags, arity},
#include "ad/ops.inc"
#undef CAL_OP
};

const char *cal_op_name(int op) { return op_table[op].name; }
int cal_op_arity(int op) { return op_table[op].arity; }
bool cal_op_has(int op, char flag) { return strchr(op_table[op].flags, flag) != NULL; }

bool cal_same_shape(cal_shape a, cal_shape b) { return a.n == b.n && a.c == b.c && a.h == b.h && a.w == b.w; }

void cal_graph_free(cal_graph *g) {
    cal_mem_free(g->node);
    cal_mem_free(g->hash);
    memset(g, 0, sizeof *g);
}

// ---- hash-consing

static uint32_t hash_of(const cal_node_data *node) {
    uint64_t h = 1469598103934665603u;
    uint32_t word[sizeof *node / 4];
    memcpy(word, node, sizeof word);
    for (size_t i = 0; i < sizeof word / 4; i++) h = (h ^ word[i]) * 1099511628211u;
    return (uint32_t)(h ^ h >> 29);
}

static bool grow(cal_graph *g) {
    cal_node_data *node = cal_mem_grow(g->node, &g->capacity, g->count + 1, sizeof *node);
    if (!node) return false;
    g->node = node;
    if (g->hash_size >= 2 * g->capacity) return true;
    int size = 1024;
    while (size < 4 * g->capacity) size *= 2;
    int32_t *hash = cal_mem_alloc((size_t)size * sizeof *hash);
    if (!hash) return false;
    for (int i = 0; i < g->count; i++) {
        if (g->node[i].op == CAL_OP_INPUT) continue;
        uint32_t at = hash_of(&g->node[i]) & (uint32_t)(size - 1);
        while (hash[at]) at = (at + 1) & (uint32_t)(size - 1);
        hash[at] = i + 1;
    }
    cal_mem_free(g->hash);
    g->hash = hash;
    g->hash_size = size;
    return true;
}

cal_node cal_graph_make(cal_graph *g, const cal_node_data *node) {
    if (g->error.status) return CAL_ZERO;
    if ((g->count >= g->capacity || !g->hash) && !grow(g)) {
        cal_fail(&g->error, CAL_MEMORY, "memory for the graph was refused at %d nodes", g->count);
        return CAL_ZERO;
    }
    if (node->op != CAL_OP_INPUT) {
        uint32_t at = hash_of(node) & (uint32_t)(g->hash_size - 1);
        for (; g->hash[at]; at = (at + 1) & (uint32_t)(g->hash_size - 1))
            if (!memcmp(&g->node[g->hash[at] - 1], node, sizeof *node)) return g->hash[at] - 1;
        g->hash[at] = g->count + 1;
    }
    g->node[g->count] = *node;
    return g->count++;
}

cal_node cal_graph_copy(cal_graph *g, const cal_node_data *node) { return cal_graph_make(g, node); }

cal_node_data cal_graph_blank(int op, cal_kind kind, cal_shape shape) {
    cal_node_data node;
    memset(&node, 0, sizeof node);
    node.op = op;
    node.kind = (int32_t)kind;
    node.shape = shape;
    for (int i = 0; i < CAL_INPUTS_MAX; i++) node.in[i] = CAL_ZERO;
    return node;
}

cal_node cal_graph_linear_op(cal_graph *g, int op, cal_node x, cal_kind kind, cal_shape shape, int a, int b) {
    if (x < 0) return CAL_ZERO;
    cal_node_data node = cal_graph_blank(op, kind, shape);
    node.in[0] = x;
    node.a = a;
    node.b = b;
    return cal_graph_make(g, &node);
}

cal_node cal_graph_bilinear(cal_graph *g, int op, cal_node x, cal_node y, cal_kind kind, cal_shape shape,
                            int a, int b) {
    if (x < 0 || y < 0) return CAL_ZERO;
    cal_node_data node = cal_graph_blank(op, kind, shape);
    node.in[0] = x;
    node.in[1] = y;
    node.a = a;
    node.b = b;
    return cal_graph_make(g, &node);
}

static cal_kind kind_of(const cal_graph *g, cal_node x) { return (cal_kind)cal_at(g, x)->kind; }
static bool is_constant(const cal_graph *g, cal_node x) { return cal_at(g, x)->op == CAL_OP_CONST; }

static bool alike(const cal_graph *g, cal_node x, cal_node y) {
    return cal_at(g, x)->kind == cal_at(g, y)->kind && cal_same_shape(cal_shape_of(g, x), cal_shape_of(g, y));
}

// ---- leaves

cal_node cal_graph_input(cal_graph *g, cal_kind kind, cal_shape shape) {
    cal_node_data node = cal_graph_blank(CAL_OP_INPUT, kind, shape);
    node.b = g->count; // no two inputs are the same
    return cal_graph_make(g, &node);
}

cal_node cal_graph_steady_input(cal_graph *g, cal_kind kind, cal_shape shape) {
    cal_node x = cal_graph_input(g, kind, shape);
    if (x >= 0) g->node[x].a = 1;
    return x;
}

cal_node cal_graph_constant(cal_graph *g, cal_kind kind, cal_shape shape, double value) {
    if (value == 0) return CAL_ZERO;
    cal_node_data node = cal_graph_blank(CAL_OP_CONST, kind, shape);
    node.k = value;
    return cal_graph_make(g, &node);
}

cal_node cal_graph_scalar(cal_graph *g, double value) {
    return cal_graph_constant(g, CAL_VECTOR, (cal_shape){1, 1, 1, 1}, value);
}

// ---- element-wise

static cal_node same_shape_op(cal_graph *g, int op, cal_node x, cal_node y) {
    assert(alike(g, x, y));
    return cal_graph_bilinear(g, op, x, y, kind_of(g, x), cal_shape_of(g, x), 0, 0);
}

cal_node cal_graph_add(cal_graph *g, cal_node x, cal_node y) {
    if (x < 0) return y;
    if (y < 0) return x;
    const cal_node_data *p = cal_at(g, x), *q = cal_at(g, y);
    if (p->op == CAL_OP_PACK && q->op == CAL_OP_PACK) { // rows by rows: an absent row stays absent
        cal_node p0 = p->in[0], p1 = p->in[1], q0 = q->in[0], q1 = q->in[1];
        cal_node row0 = cal_graph_add(g, p0, q0), row1 = cal_graph_add(g, p1, q1);
        return cal_graph_pack(g, row0, row1);
    }
    if (x > y) { // one node for x + y and y + x: addition commutes bit for bit
        cal_node t = x;
        x = y;
        y = t;
    }
    return same_shape_op(g, CAL_OP_ADD, x, y);
}

cal_node cal_graph_sub(cal_graph *g, cal_node x, cal_node y) {
    if (y < 0) return x;
    if (x < 0) return cal_graph_scale(g, y, -1);
    return same_shape_op(g, CAL_OP_SUB, x, y);
}

cal_node cal_graph_mul(cal_graph *g, cal_node x, cal_node y) {
    if (x < 0 || y < 0) return CAL_ZERO;
    if (is_constant(g, x)) return cal_graph_scale(g, y, cal_at(g, x)->k);
    if (is_constant(g, y)) return cal_graph_scale(g, x, cal_at(g, y)->k);
    if (x > y) {
        cal_node t = x;
        x = y;
        y = t;
    }
    return same_shape_op(g, CAL_OP_MUL, x, y);
}

cal_node cal_graph_div(cal_graph *g, cal_node x, cal_node y) {
    assert(y >= 0 || g->error.status);
    if (x < 0 || y < 0) return CAL_ZERO;
    return same_shape_op(g, CAL_OP_DIV, x, y);
}

cal_node cal_graph_scale(cal_graph *g, cal_node x, double k) {
    if (x < 0 || k == 0) return CAL_ZERO;
    if (k == 1) return x;
    cal_node_data node = *cal_at(g, x);
    if (node.op == CAL_OP_SCALE) return cal_graph_scale(g, node.in[0], k * node.k);
    if (node.op == CAL_OP_CONST) return cal_graph_constant(g, (cal_kind)node.kind, node.shape, k * node.k);
    cal_node_data scaled = cal_graph_blank(CAL_OP_SCALE, (cal_kind)node.kind, node.shape);
    scaled.in[0] = x;
    scaled.k = k;
    return cal_graph_make(g, &scaled);
}

cal_node cal_graph_offset(cal_graph *g, cal_node x, double k) {
    assert(x >= 0 || g->error.status);
    if (x < 0 || k == 0) return x;
    cal_node_data node = cal_graph_blank(CAL_OP_OFFSET, kind_of(g, x), cal_shape_of(g, x));
    node.in[0] = x;
    node.k = k;
    return cal_graph_make(g, &node);
}

static cal_node map(cal_graph *g, int op, cal_node x) {
    if (x < 0) return CAL_ZERO;
    return cal_graph_linear_op(g, op, x, kind_of(g, x), cal_shape_of(g, x), 0, 0);
}

cal_node cal_graph_exp(cal_graph *g, cal_node x) { return map(g, CAL_OP_EXP, x); }
cal_node cal_graph_log(cal_graph *g, cal_node x) { return map(g, CAL_OP_LOG, x); }
cal_node cal_graph_sqrt(cal_graph *g, cal_node x) { return map(g, CAL_OP_SQRT, x); }
cal_node cal_graph_tanh(cal_graph *g, cal_node x) { return map(g, CAL_OP_TANH, x); }
cal_node cal_graph_erf(cal_graph *g, cal_node x) { return map(g, CAL_OP_ERF, x); }

cal_node cal_graph_stop(cal_graph *g, cal_node x) { return map(g, CAL_OP_STOP, x); }

cal_node cal_graph_sigmoid(cal_graph *g, cal_node x) {
    assert(x >= 0 || g->error.status); // of zero it is 1/2
    return map(g, CAL_OP_SIGMOID, x);
}

// An op with a real attribute; y may be CAL_ZERO only where the op has one operand.
static cal_node with_number(cal_graph *g, int op, cal_node x, cal_node y, double k) {
    cal_node_data node = cal_graph_blank(op, kind_of(g, x), cal_shape_of(g, x));
    node.in[0] = x;
    node.in[1] = y;
    node.k = k;
    return cal_graph_make(g, &node);
}

cal_node cal_graph_relu(cal_graph *g, cal_node x, double cap) {
    return x < 0 ? CAL_ZERO : with_number(g, CAL_OP_RELU, x, CAL_ZERO, cap);
}

cal_node cal_graph_mask(cal_graph *g, cal_node x, cal_node y, double cap) {
    if (x < 0 || y < 0) return CAL_ZERO;
    assert(alike(g, x, y));
    return with_number(g, CAL_OP_MASK, x, y, cap);
}

cal_node cal_graph_leak(cal_graph *g, cal_node x, cal_node y, double slope) {
    if (x < 0) return CAL_ZERO;
    assert(y >= 0 && alike(g, x, y));
    return with_number(g, CAL_OP_LEAK, x, y, slope);
}

cal_node cal_graph_drop(cal_graph *g, cal_node x, cal_node key, int layer, double probability) {
    if (x < 0) return CAL_ZERO;
    assert(key >= 0 && kind_of(g, key) == CAL_VECTOR && cal_elements(cal_shape_of(g, key)) == 2);
    assert(kind_of(g, x) == CAL_MATRIX || kind_of(g, x) == CAL_IMAGE);
    cal_node_data node = cal_graph_blank(CAL_OP_DROP, kind_of(g, x), cal_shape_of(g, x));
    node.in[0] = x;
    node.in[1] = key;
    node.a = layer;
    node.k = probability;
    return cal_graph_make(g, &node);
}

// ---- sums and broadcasts

cal_node cal_graph_sum(cal_graph *g, cal_node x, cal_kind kind, cal_shape shape) {
    if (x < 0) return CAL_ZERO;
    cal_node_data node = *cal_at(g, x);
    if (node.kind == (int32_t)kind && cal_same_shape(node.shape, shape)) return x;
    if (node.op == CAL_OP_CONST)
        return cal_graph_constant(g, kind, shape,
                                  node.k * ((double)cal_elements(node.shape) / (double)cal_elements(shape)));
    return cal_graph_linear_op(g, CAL_OP_SUM, x, kind, shape, 0, 0);
}

cal_node cal_graph_broadcast(cal_graph *g, cal_node x, cal_kind kind, cal_shape shape) {
    if (x < 0) return CAL_ZERO;
    cal_node_data node = *cal_at(g, x);
    if (node.kind == (int32_t)kind && cal_same_shape(node.shape, shape)) return x;
    if (node.op == CAL_OP_CONST && kind != CAL_IMAGE) return cal_graph_constant(g, kind, shape, node.k);
    return cal_graph_linear_op(g, CAL_OP_BROADCAST, x, kind, shape, 0, 0);
}

cal_node cal_graph_total(cal_graph *g, cal_node x) {
    if (x < 0) return CAL_ZERO;
    if (kind_of(g, x) == CAL_IMAGE)
        x = cal_graph_sum(g, x, CAL_VECTOR, (cal_shape){1, cal_shape_of(g, x).c, 1, 1});
    return cal_graph_sum(g, x, CAL_VECTOR, (cal_shape){1, 1, 1, 1});
}

cal_node cal_graph_inner(cal_graph *g, cal_node x, cal_node y) {
    if (x < 0 || y < 0) return CAL_ZERO;
    if (kind_of(g, x) == CAL_IMAGE)
        return cal_graph_total(g, cal_graph_row(g, cal_graph_channel_dot(g, x, y), 1));
    return cal_graph_total(g, cal_graph_mul(g, x, y));
}

// ---- matrices and labels

cal_node cal_graph_matmul_groups(cal_graph *g, cal_node x, cal_node y, bool transpose_x, bool transpose_y,
                                 int groups) {
    if (x < 0 || y < 0) return CAL_ZERO;
    cal_shape p = cal_shape_of(g, x), q = cal_shape_of(g, y);
    assert(groups >= 1 && p.n % groups == 0 && q.n % groups == 0);
    p.n /= groups;
    q.n /= groups;
    int rows = transpose_x ? p.c : p.n, columns = transpose_y ? q.n : q.c;
    assert((transpose_x ? p.n : p.c) == (transpose_y ? q.c : q.n));
    return cal_graph_bilinear(g, CAL_OP_MATMUL, x, y, CAL_MATRIX, (cal_shape){groups * rows, columns, 1, 1},
                              transpose_x | transpose_y << 1, groups > 1 ? groups : 0);
}

cal_node cal_graph_matmul(cal_graph *g, cal_node x, cal_node y, bool transpose_x, bool transpose_y) {
    return cal_graph_matmul_groups(g, x, y, transpose_x, transpose_y, 1);
}

cal_node cal_graph_logsumexp(cal_graph *g, cal_node x) {
    return cal_graph_linear_op(g, CAL_OP_LOGSUMEXP, x, CAL_MATRIX, (cal_shape){cal_shape_of(g, x).n, 1, 1, 1},
                               0, 0);
}

cal_node cal_graph_pick(cal_graph *g, cal_node x, cal_node labels) {
    return cal_graph_bilinear(g, CAL_OP_PICK, x, labels, CAL_MATRIX,
                              (cal_shape){cal_shape_of(g, x).n, 1, 1, 1}, 0, 0);
}

cal_node cal_graph_unpick(cal_graph *g, cal_node x, cal_node labels, int columns) {
    cal_shape shape = {cal_shape_of(g, x).n, columns, 1, 1};
    return cal_graph_bilinear(g, CAL_OP_UNPICK, x, labels, CAL_MATRIX, shape, 0, 0);
}

cal_node cal_graph_row_argmax(cal_graph *g, cal_node x) {
    return cal_graph_linear_op(g, CAL_OP_ROW_ARGMAX, x, CAL_INDEX, (cal_shape){cal_shape_of(g, x).n, 1, 1, 1},
                               0, 0);
}
