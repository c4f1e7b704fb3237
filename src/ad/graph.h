// The graph: a closed set of ops, each described in ad/op/, whose derivatives are written in the same ops.
//
// A cal_node is a number; nodes are hash-consed, so building the same thing twice gives the same node. CAL_ZERO
// is the symbolic zero: every constructor takes it and most give it back, so that derivatives stay small.
// Builders never fail: when memory is refused the graph's `error` is set, and planning reports it. A wrong
// shape is a programmer's error and asserts.
//
// Kinds (layouts are in kernel/env.h): VECTOR [n,c] double, for scalars [1,1] and per-channel values [1,c] or
// [2,c]; MATRIX [n,c] float; IMAGE [n,c,h,w] float; FILTER [n=out,c=in,h,w] float; INDEX [n] int32 labels or
// [n,c] of planes, or [n,c,h,w] uint8 pool indices.
#ifndef CAL_AD_GRAPH_H
#define CAL_AD_GRAPH_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/status.h"

typedef int32_t cal_node;
enum {
    CAL_ZERO = -1,       // the symbolic zero
    CAL_ABSENT = -1,     // an input that a node has no need of
    CAL_NO_NODE = -1,    // what was looked for is not there, or the graph has an error
    CAL_INPUTS_MAX = 10, // cal_node_data then has no padding, and can be hashed as bytes
};

typedef enum cal_kind { CAL_VECTOR, CAL_MATRIX, CAL_IMAGE, CAL_FILTER, CAL_INDEX } cal_kind;

typedef struct cal_shape {
    int32_t n, c, h, w; // h = w = 1 for VECTOR, MATRIX and labels
} cal_shape;

// The ops that are not element-wise, by family: the number CAL_OP_<NAME> and the descriptor cal_op_<name> (op/descriptor.h).
#define CAL_STRUCTURAL_OPS                                                                                   \
    CAL_OP(INPUT, input)                                                                                     \
    CAL_OP(CONST, constant)                                                                                  \
    CAL_OP(STOP, stop)                                                                                       \
    CAL_OP(DROP, drop)                                                                                       \
    CAL_OP(SUM, sum)                                                                                         \
    CAL_OP(BROADCAST, broadcast)                                                                             \
    CAL_OP(MATMUL, matmul)                                                                                   \
    CAL_OP(MATMUL_PREPARE, matmul_prepare)                                                                   \
    CAL_OP(LOGSUMEXP, logsumexp)                                                                             \
    CAL_OP(PICK, pick)                                                                                       \
    CAL_OP(UNPICK, unpick)                                                                                   \
    CAL_OP(ROW_ARGMAX, row_argmax)                                                                           \
    CAL_OP(SOFTMAX, softmax)                                                                                 \
    CAL_OP(SOFTMAX_GRAD, softmax_grad)                                                                       \
    CAL_OP(CONV, conv)                                                                                       \
    CAL_OP(CONV_IMAGE, conv_image)                                                                           \
    CAL_OP(CONV_FILTER, conv_filter)                                                                         \
    CAL_OP(CONV_PREPARE, conv_prepare)                                                                       \
    CAL_OP(POOL_INDEX, pool_index)                                                                           \
    CAL_OP(POOL_GATHER, pool_gather)                                                                         \
    CAL_OP(POOL_SCATTER, pool_scatter)                                                                       \
    CAL_OP(POOL_AVERAGE, pool_average)                                                                       \
    CAL_OP(POOL_SPREAD, pool_spread)                                                                         \
    CAL_OP(PLANE_ARGMAX, plane_argmax)                                                                       \
    CAL_OP(PLANE_PICK, plane_pick)                                                                           \
    CAL_OP(PLANE_UNPICK, plane_unpick)                                                                       \
    CAL_OP(FLATTEN, flatten)                                                                                 \
    CAL_OP(UNFLATTEN, unflatten)                                                                             \
    CAL_OP(SHORTCUT, shortcut)                                                                               \
    CAL_OP(SHORTCUT_GRAD, shortcut_grad)                                                                     \
    CAL_OP(CONCAT, concat)                                                                                   \
    CAL_OP(CHANNEL_STAT, channel_stat)                                                                       \
    CAL_OP(CHANNEL_DOT, channel_dot)                                                                         \
    CAL_OP(CHANNEL_LINEAR, channel_linear)                                                                   \
    CAL_OP(CHANNEL_MASK, channel_mask)                                                                       \
    CAL_OP(PACK, pack)                                                                                       \
    CAL_OP(ROW, row)                                                                                         \
    CAL_OP(TOKENS, tokens)                                                                                   \
    CAL_OP(UNTOKENS, untokens)                                                                               \
    CAL_OP(ROWS_TAKE, rows_take)                                                                             \
    CAL_OP(ROWS_PUT, rows_put)                                                                               \
    CAL_OP(SWAP, swap)                                                                                       \
    CAL_OP(TABLE_ROWS, table_rows)                                                                           \
    CAL_OP(TABLE_ADD, table_add)

enum {
#define CAL_OP(NAME, name)               CAL_OP_##NAME,
#define CAL_ELEMENTWISE(NAME, name, ...) CAL_OP_##NAME,
#define CAL_FUNCTION(NAME, name, ...)    CAL_OP_##NAME,
    CAL_STRUCTURAL_OPS
#include "ad/op/elementwise.inc"
#undef CAL_FUNCTION
#undef CAL_ELEMENTWISE
#undef CAL_OP
        CAL_OPS
};

// Inputs that have a place of their own beside the first and the second. With CAL_SLOPE, and perhaps CAL_CONSTANT, CONV,
// CONV_FILTER and CHANNEL_MASK read an image x as max(0, slope[c] x + constant[c]).
enum {
    CAL_SLOPE = 2,
    CAL_CONSTANT = 3,
    CAL_CONV_PREPARED = 4,
    CAL_MATMUL_PREPARED = 2,
    CAL_LINEAR_MAX = 4,         // terms of CHANNEL_LINEAR, in[0] and on; absent ones are 0 and stand last
    CAL_LINEAR_COEFFICIENT = 4, // of the first term; absent ones are 1
    CAL_LINEAR_CONSTANT = 8,
};

// Steps of a convolution, and windows of pooling (kernel/conv/conv.h, kernel/pool/pool.h).
typedef struct cal_conv_steps {
    int stride, dilation, pad_h, pad_w; // 1 to 255; 0 to 255
} cal_conv_steps;
typedef struct cal_pool_window {
    int h, w, stride, pad_h, pad_w;
} cal_pool_window;

// What a node is given beside its inputs; which member, the op says (op/). Nodes are the same where all bytes are: every
// member is as long as the union, so that setting one sets them all, and `none` is zero.
typedef union cal_attributes {
    struct {
        double number; // CONST: its value; an element-wise op: k of its row
        int64_t none;
    };
    struct {
        int32_t steady, order, none[2]; // order: no two inputs are the same
    } input;
    struct {
        double probability;
        int32_t layer, none;
    } drop;
    struct {
        int32_t transpose_x, transpose_y, groups, none;
    } matmul; // and MATMUL_PREPARE
    struct {
        int16_t stride, dilation, pad_h, pad_w;
        int16_t direct, none[3]; // direct: the plain algorithm
    } conv;                      // of all four
    struct {
        int16_t h, w, stride, pad_h, pad_w, none[3];
    } window; // of POOL_...
    struct {
        int32_t stride, before, none[2]; // before: channels of zeros in front
    } shortcut;
    struct {
        double cap;         // of the ReLU; 0: none
        int32_t relu, none; // relu: take the ReLU of the sum (by fusion alone)
    } linear;
    struct {
        int32_t row, none[3];
    } row;
    struct {
        int32_t group, first, none[2]; // rows of a sample, and the first of them that is meant
    } rows;
    struct {
        int32_t p, q, none[2];
    } swap;
} cal_attributes;
_Static_assert(sizeof(cal_attributes) == 16, "each member of the union has 16 bytes, without padding");

typedef struct cal_node_data {
    int32_t op, kind;
    cal_shape shape;
    cal_attributes attributes;
    cal_node in[CAL_INPUTS_MAX];
} cal_node_data;
_Static_assert(sizeof(cal_node_data) == 80, "a node has no padding: it is hashed and compared as bytes");

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
size_t cal_graph_bytes(const cal_graph *g);
int cal_op_arity(int op); // inputs that derivatives go to
static inline const cal_node_data *cal_at(const cal_graph *g, cal_node x) { return &g->node[x]; }
static inline size_t cal_elements(cal_shape s) {
    return (size_t)s.n * s.c * s.h * s.w;
} // padding not counted
static inline cal_shape cal_shape_of(const cal_graph *g, cal_node x) {
    return x >= 0 ? g->node[x].shape : (cal_shape){0, 0, 0, 0};
}
bool cal_same_shape(cal_shape a, cal_shape b);

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
cal_node cal_graph_stop(cal_graph *g, cal_node x);             // x, with the derivative 0
cal_node cal_graph_relu(cal_graph *g, cal_node x, double cap); // cap 0: none
// x where y > 0 (and y < cap), else 0
cal_node cal_graph_mask(cal_graph *g, cal_node x, cal_node y, double cap);
cal_node cal_graph_leak(cal_graph *g, cal_node x, cal_node y, double slope); // x where y > 0, else slope x
// Functions of one number, as cal_graph_exp(g, x), log, sqrt, tanh, erf, sigmoid: the rows CAL_FUNCTION of op/elementwise.inc.
#define CAL_ELEMENTWISE(...)
#define CAL_FUNCTION(NAME, name, ...) cal_node cal_graph_##name(cal_graph *g, cal_node x);
#include "ad/op/elementwise.inc"
#undef CAL_FUNCTION
#undef CAL_ELEMENTWISE
// Dropout of a MATRIX or IMAGE as kernel/dropout.h has it; key VECTOR [1,2] = seed, step.
// Linear in x, its own adjoint.
cal_node cal_graph_drop(cal_graph *g, cal_node x, cal_node key, int layer, double probability);

// Sums and broadcasts, adjoint to each other. From -> to: MATRIX [n,c] -> VECTOR [1,c], MATRIX [n,1],
// MATRIX [t,c] (every t-th row) or VECTOR [1,1]; IMAGE -> VECTOR [1,c] or MATRIX [n,c]; FILTER ->
// VECTOR [1,1]; VECTOR [n,c] -> VECTOR [1,1].
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
cal_node cal_graph_conv_steps(cal_graph *g, cal_node x, cal_node filter, cal_conv_steps steps);
cal_node cal_graph_conv(cal_graph *g, cal_node x, cal_node filter, int stride, int pad); // not dilated
cal_node cal_graph_flatten(cal_graph *g, cal_node x);                    // to MATRIX [n, c h w]
cal_node cal_graph_unflatten(cal_graph *g, cal_node x, cal_shape image); // and back
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
// x read as [..][p][q][r] becomes [..][q][p][r], with `columns` columns; r is columns or x's columns, the smaller.
cal_node cal_graph_swap(cal_graph *g, cal_node x, int p, int q, int columns);
// Rows of table [v,d] by the whole numbers in MATRIX numbers -> [as many, d]. Numbers outside 0 .. v - 1 are
// moved inside.
cal_node cal_graph_table_rows(cal_graph *g, cal_node table, cal_node numbers);
// (x - mean of its row) / sqrt(biased variance of its row + epsilon)
cal_node cal_graph_normalise_rows(cal_graph *g, cal_node x, double epsilon);

// Channel algebra (batch norm). stat: VECTOR [2,c] = mean; biased variance.
cal_node cal_graph_stat(cal_graph *g, cal_node x);
cal_node cal_graph_row(cal_graph *g, cal_node x, int row); // VECTOR [2,c] -> [1,c]
// a[c] x + b[c]; CAL_ZERO a: b alone
cal_node cal_graph_affine(cal_graph *g, cal_node x, cal_node a, cal_node b);

// For derivatives: rows of VECTORs, sums over channels, linear combinations of images.
cal_node cal_graph_pack(cal_graph *g, cal_node row0, cal_node row1);
cal_node cal_graph_channel_dot(cal_graph *g, cal_node x, cal_node y); // VECTOR [2,c] = [sum x; sum x y]
cal_node cal_graph_linear(cal_graph *g, const cal_node *terms, const cal_node *coefficients, int count,
                          cal_node constant, cal_shape shape);

// A node with these operands and attributes, as it stands (inputs keep their identity).
cal_node cal_graph_copy(cal_graph *g, const cal_node_data *node);

// Derivatives; any of the nodes may be CAL_ZERO. out[i] = d scalar/d x_i.
void cal_graph_gradient(cal_graph *g, cal_node scalar, const cal_node *xs, int nx, cal_node *out);
// The Hessian of `scalar` times vs: out[i] is x_i's part.
void cal_graph_hvp(cal_graph *g, cal_node scalar, const cal_node *xs, const cal_node *vs, int nx,
                   cal_node *out);

#endif
