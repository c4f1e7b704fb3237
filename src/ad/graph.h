// The graph: a closed set of ops (ops.inc) whose derivative rules (rules.c) are written in the same
// ops.
//
// A cal_node is a number; nodes are hash-consed, so building the same thing twice gives the same node.
// CAL_ZERO is the symbolic zero: every constructor takes it and most give it back, so that derivatives stay
// small. Builders never fail: when memory is refused or a shape is wrong the graph's `error` is set, and
// planning reports it.
//
// Kinds (layouts are in kernel/env.h): VECTOR [n,c] double, for scalars [1,1] and per-channel values [1,c] or
// [2,c]; MATRIX [n,c] float; IMAGE [n,c,h,w] float; FILTER [n=out,c=in,h,w] float; INDEX [n] int32 labels or
// [n,c] of planes, or [n,c,h,w]
// uint8 pool indices.
#ifndef CAL_AD_GRAPH_H
#define CAL_AD_GRAPH_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/status.h"

typedef int32_t cal_node;
enum {
    CAL_ZERO = -1,
    CAL_INPUTS_MAX = 10
}; // 10: cal_node_data then has no padding, and can be hashed as bytes

typedef enum cal_kind { CAL_VECTOR, CAL_MATRIX, CAL_IMAGE, CAL_FILTER, CAL_INDEX } cal_kind;

typedef struct cal_shape {
    int32_t n, c, h, w; // h = w = 1 for VECTOR, MATRIX and labels
} cal_shape;

typedef enum cal_op {
#define CAL_OP(name, arity, flags, meaning) CAL_OP_##name,
#include "ad/ops.inc"
#undef CAL_OP
    CAL_OPS
} cal_op;

// One node. `a` and `b` are the op's whole-number attributes and `k` its real one; ops.inc says what they
// mean.
typedef struct cal_node_data {
    int32_t op, kind, a, b;
    cal_shape shape;
    double k;
    cal_node in[CAL_INPUTS_MAX];
} cal_node_data;

typedef struct cal_graph {
    cal_node_data *node;
    int count, capacity;
    int32_t *hash; // open addressing, node + 1
    int hash_size;
    // Build convolutions for the plain algorithm. Second derivatives do without as well: against the f64
    // interpreter the Hessian-vector product of cnn-s, batch norm in training mode, is off by 1.7e-6 of its
    // norm by Winograd (3e-6 with tanh) and by 1.1e-6 by plain convolutions, which take 2.3 times as long.
    // Where rounding flips a ReLU or a largest pixel, products differ by far more: the two by 0.7 % of the
    // largest entry on 32 samples. For tests that compare kernels closely.
    bool direct_conv;
    bool plain; // plan every pass over images by itself, which costs time and memory: tests compare
    cal_error error;
} cal_graph;

void cal_graph_free(cal_graph *g); // a graph starts as all zeros
const char *cal_op_name(int op);
int cal_op_arity(int op);
static inline const cal_node_data *cal_at(const cal_graph *g, cal_node x) { return &g->node[x]; }
static inline size_t cal_elements(cal_shape s) {
    return (size_t)s.n * s.c * s.h * s.w;
} // padding not counted
static inline cal_shape cal_shape_of(const cal_graph *g, cal_node x) {
    return x >= 0 ? g->node[x].shape : (cal_shape){0, 0, 0, 0};
}
bool cal_same_shape(cal_shape a, cal_shape b);
bool cal_op_has(int op, char flag); // of ops.inc

// Leaves. Every call of cal_graph_input makes a new node. A steady input seldom changes: what depends on such
// inputs alone need not be computed again (cal_plan_run_again).
cal_node cal_graph_input(cal_graph *g, cal_kind kind, cal_shape shape);
cal_node cal_graph_steady_input(cal_graph *g, cal_kind kind, cal_shape shape);
cal_node cal_graph_constant(cal_graph *g, cal_kind kind, cal_shape shape, double value);
cal_node cal_graph_scalar(cal_graph *g, double value); // VECTOR [1,1]

// Element-wise, kinds and shapes equal.
cal_node cal_graph_add(cal_graph *g, cal_node x, cal_node y);
cal_node cal_graph_sub(cal_graph *g, cal_node x, cal_node y);
cal_node cal_graph_mul(cal_graph *g, cal_node x, cal_node y);
cal_node cal_graph_div(cal_graph *g, cal_node x, cal_node y);
cal_node cal_graph_scale(cal_graph *g, cal_node x, double k);
cal_node cal_graph_offset(cal_graph *g, cal_node x, double k);
cal_node cal_graph_exp(cal_graph *g, cal_node x);
cal_node cal_graph_log(cal_graph *g, cal_node x);
cal_node cal_graph_sqrt(cal_graph *g, cal_node x);
cal_node cal_graph_tanh(cal_graph *g, cal_node x);
cal_node cal_graph_erf(cal_graph *g, cal_node x);
cal_node cal_graph_sigmoid(cal_graph *g, cal_node x);
cal_node cal_graph_stop(cal_graph *g, cal_node x);             // x, with the derivative 0
cal_node cal_graph_relu(cal_graph *g, cal_node x, double cap); // cap 0: none
cal_node cal_graph_mask(cal_graph *g, cal_node x, cal_node y,
                        double cap); // x where y > 0 (and y < cap), else 0
cal_node cal_graph_leak(cal_graph *g, cal_node x, cal_node y, double slope); // x where y > 0, else slope x
// Dropout of a MATRIX or IMAGE as kernel/dropout.h has it; key VECTOR [1,2] = seed, step. Linear in x, its
// own adjoint.
cal_node cal_graph_drop(cal_graph *g, cal_node x, cal_node key, int layer, double probability);

// Sums and broadcasts, adjoint to each other. From -> to: MATRIX [n,c] -> VECTOR [1,c], MATRIX [n,1], MATRIX
// [t,c] (every t-th row) or VECTOR [1,1]; IMAGE -> VECTOR [1,c] or MATRIX [n,c]; FILTER -> VECTOR [1,1];
// VECTOR [n,c] -> VECTOR [1,1].
cal_node cal_graph_sum(cal_graph *g, cal_node x, cal_kind kind, cal_shape shape);
cal_node cal_graph_broadcast(cal_graph *g, cal_node x, cal_kind kind, cal_shape shape);
cal_node cal_graph_total(cal_graph *g, cal_node x);             // VECTOR [1,1]
cal_node cal_graph_inner(cal_graph *g, cal_node x, cal_node y); // total of x y

// Matrices and labels.
cal_node cal_graph_matmul(cal_graph *g, cal_node x, cal_node y, bool transpose_x, bool transpose_y);
// `groups` products of as many matrices, which stand one below the other: x [groups m,k] ([groups k,m]
// transposed), y [groups k,n] ([groups n,k]) -> [groups m,n].
cal_node cal_graph_matmul_groups(cal_graph *g, cal_node x, cal_node y, bool transpose_x, bool transpose_y,
                                 int groups);
cal_node cal_graph_logsumexp(cal_graph *g, cal_node x);                            // [n,k] -> [n,1]
cal_node cal_graph_pick(cal_graph *g, cal_node x, cal_node labels);                // [n,k] -> [n,1]
cal_node cal_graph_unpick(cal_graph *g, cal_node x, cal_node labels, int columns); // [n,1] -> [n,k]
cal_node cal_graph_row_argmax(cal_graph *g, cal_node x);                           // [n,k] -> INDEX [n]

// Images.
// Convolution of x [n,c,h,w] with filter [out,in,kh,kw] in c/in groups (kernel/conv/conv.h).
typedef struct cal_conv_steps {
    int stride, dilation, pad_h, pad_w; // 1 to 255; 0 to 255
} cal_conv_steps;
cal_node cal_graph_conv_steps(cal_graph *g, cal_node x, cal_node filter, cal_conv_steps steps);
cal_node cal_graph_conv(cal_graph *g, cal_node x, cal_node filter, int stride, int pad); // not dilated
cal_node cal_graph_flatten(cal_graph *g, cal_node x);
typedef struct cal_pool_window { // kernel/pool/pool.h
    int h, w, stride, pad_h, pad_w;
} cal_pool_window;
cal_node cal_graph_maxpool(cal_graph *g, cal_node x, cal_pool_window window);
cal_node cal_graph_avgpool(cal_graph *g, cal_node x, cal_pool_window window);
cal_node cal_graph_global_maxpool(cal_graph *g, cal_node x); // IMAGE -> MATRIX [n,c]
cal_node cal_graph_global_avgpool(cal_graph *g, cal_node x); // IMAGE -> MATRIX [n,c]
cal_node cal_graph_shortcut(cal_graph *g, cal_node x, int channels, int stride);
cal_node cal_graph_concat(cal_graph *g, cal_node x, cal_node y); // [n,c,h,w], [n,d,h,w] -> [n,c+d,h,w]

// Tokens: MATRIX [n t, c], the t rows of a sample one behind the other.
cal_node cal_graph_tokens(cal_graph *g, cal_node x); // IMAGE [n,c,h,w] -> MATRIX [n h w, c]
cal_node cal_graph_untokens(cal_graph *g, cal_node x, cal_shape image); // and back
// Rows first .. first + count - 1 of every `group`; and their adjoint, which puts x's rows from `first` on
// into zeros, `count` of them into every `group`.
cal_node cal_graph_rows_take(cal_graph *g, cal_node x, int group, int first, int count);
cal_node cal_graph_rows_put(cal_graph *g, cal_node x, int group, int first, int count);
// x read as [..][p][q][r] becomes [..][q][p][r], with `columns` columns; r is columns or x's columns, the
// smaller.
cal_node cal_graph_swap(cal_graph *g, cal_node x, int p, int q, int columns);
// Rows of table [v,d] by the whole numbers in MATRIX numbers -> [as many, d]. Numbers outside 0 .. v - 1 are
// moved inside.
cal_node cal_graph_table_rows(cal_graph *g, cal_node table, cal_node numbers);
// (x - mean of its row) / sqrt(biased variance of its row + epsilon)
cal_node cal_graph_normalise_rows(cal_graph *g, cal_node x, double epsilon);

// Channel algebra (batch norm). stat: VECTOR [2,c] = mean; biased variance.
cal_node cal_graph_stat(cal_graph *g, cal_node x);
cal_node cal_graph_row(cal_graph *g, cal_node x, int row); // VECTOR [2,c] -> [1,c]
cal_node cal_graph_affine(cal_graph *g, cal_node x, cal_node a,
                          cal_node b); // a[c] x + b[c]; CAL_ZERO a: b alone

// For rules.c: rows of VECTORs, sums over channels, linear combinations of images, and the adjoints of the
// ops above.
cal_node cal_graph_pack(cal_graph *g, cal_node row0, cal_node row1);
cal_node cal_graph_channel_dot(cal_graph *g, cal_node x, cal_node y); // VECTOR [2,c] = [sum x; sum x y]
cal_node cal_graph_linear(cal_graph *g, const cal_node *terms, const cal_node *coefficients, int count,
                          cal_node constant, cal_shape shape);
cal_node cal_graph_linear_op(cal_graph *g, int op, cal_node x, cal_kind kind, cal_shape shape, int a, int b);
cal_node cal_graph_bilinear(cal_graph *g, int op, cal_node x, cal_node y, cal_kind kind, cal_shape shape,
                            int a, int b);

// A node with these operands and attributes, as it stands (inputs keep their identity).
cal_node cal_graph_copy(cal_graph *g, const cal_node_data *node);

// Derivatives. Any of ys, ws, xs may be CAL_ZERO.
// out[i] = d(sum_j <w_j, y_j>)/d x_i.
void cal_graph_vjp(cal_graph *g, const cal_node *ys, const cal_node *ws, int ny, const cal_node *xs, int nx,
                   cal_node *out);
// out[j] = d y_j/d x along the directions vs (reverse over reverse, linear in a dummy seed that does not
// survive).
void cal_graph_jvp(cal_graph *g, const cal_node *ys, int ny, const cal_node *xs, const cal_node *vs, int nx,
                   cal_node *out);
void cal_graph_gradient(cal_graph *g, cal_node scalar, const cal_node *xs, int nx, cal_node *out);
// Hessian of a scalar times vs.
void cal_graph_hvp(cal_graph *g, cal_node scalar, const cal_node *xs, const cal_node *vs, int nx,
                   cal_node *out);

#endif
