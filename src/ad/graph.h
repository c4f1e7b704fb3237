// The graph: a closed set of ops, each described in ad/op/, whose derivatives are written in the same ops.
//
// A cal_node is a number. Nodes are hash-consed, so building the same thing twice gives the same node.
// CAL_ZERO is the symbolic zero: every constructor takes it and most return it, so that derivatives stay
// small. Builders never fail: if memory is refused the graph's `error` is set, and planning reports it. A
// wrong shape is a programmer's error and asserts.
//
// Kinds (layouts are in kernel/env.h):
// - VECTOR [n,c] double, for scalars [1,1] and per-channel values [1,c] or [2,c]
// - MATRIX [n,c] float
// - IMAGE [n,c,h,w] float
// - FILTER [n=out,c=in,h,w] float
// - INDEX [n] int32 labels or [n,c] of planes, or [n,c,h,w] uint8 pool indices
#ifndef CAL_AD_GRAPH_H
#define CAL_AD_GRAPH_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/status.h"

typedef int32_t cal_node;
enum {
    CAL_ZERO = -1,       // the symbolic zero
    CAL_ABSENT = -1,     // an unused input of a node
    CAL_NO_NODE = -1,    // not found, or the graph has an error
    CAL_INPUTS_MAX = 10, // cal_node_data then has no padding, and can be hashed as bytes
};

typedef enum cal_kind { CAL_VECTOR, CAL_MATRIX, CAL_IMAGE, CAL_FILTER, CAL_INDEX } cal_kind;

typedef struct cal_shape {
    int32_t n, c, h, w; // h = w = 1 for VECTOR, MATRIX and labels
} cal_shape;

// The ops, numbered: CAL_OP_<NAME>, whose descriptor is cal_op_<name> (op/descriptor.h). The build lists the
// descriptors in the files of op/ that are not element-wise (op/gather.awk). Nothing depends on the numbers'
// order.
enum {
#define CAL_OP(NAME, name)               CAL_OP_##NAME,
#define CAL_ELEMENTWISE(NAME, name, ...) CAL_OP_##NAME,
#define CAL_FUNCTION(NAME, name, ...)    CAL_OP_##NAME,
#include "op_numbers.inc"
#include "ad/op/elementwise.inc"
#undef CAL_FUNCTION
#undef CAL_ELEMENTWISE
#undef CAL_OP
    CAL_OPS
};

// Positions of inputs after the first two. With CAL_SLOPE, and perhaps CAL_CONSTANT, these ops read an image
// x as max(0, slope[c] x + constant[c]). They are CONV, CONV_FILTER and CHANNEL_MASK. A cap limits the value.
enum {
    CAL_SLOPE = 2,
    CAL_CONSTANT = 3,
    CAL_CONV_PREPARED = 4,
    CAL_MATMUL_PREPARED = 2,
    CAL_LINEAR_MAX = 4,         // terms of CHANNEL_LINEAR, from in[0] on; absent ones are 0 and come last
    CAL_LINEAR_COEFFICIENT = 4, // coefficient of the first term; absent ones are 1
    CAL_LINEAR_CONSTANT = 8,
};

// Steps of a convolution, and windows of pooling (kernel/conv/conv.h, kernel/pool/pool.h).
typedef struct cal_conv_steps {
    int stride, dilation, pad_h, pad_w; // 1 to 255; 0 to 255
} cal_conv_steps;
typedef struct cal_pool_window {
    int h, w, stride, pad_h, pad_w;
} cal_pool_window;

// Attributes of a node: a number, or the member that its op's file defines with CAL_ATTRIBUTES
// (op/descriptor.h). Nodes are compared as bytes. So every member is as long as the union (setting one sets
// all bytes), and `none` is zero.
typedef union cal_attributes {
    struct {
        double number; // CONST: its value; an element-wise op: k of its row
        int64_t none;
    };
#define CAL_MEMBER(name, ...)                                                                                \
    struct {                                                                                                 \
        __VA_ARGS__;                                                                                         \
    } name;
#include "op_attributes.inc"
#undef CAL_MEMBER
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
    // Build convolutions for the direct algorithm. For tests that compare kernels closely; second derivatives
    // do not need it. Against the f64 interpreter, the Hessian-vector product of cnn-s in training mode is
    // off by 1.7e-6 of its norm with Winograd (3e-6 with tanh). With direct convolutions, which take 2.3
    // times as long, it is off by 1.1e-6. If rounding flips a ReLU or a largest pixel, products differ by far
    // more: the two differed by 0.7 % of the largest entry on 32 samples.
    bool direct_conv;
    bool plain; // do not fuse passes over images; slower and larger, for tests that compare
    cal_error error;
} cal_graph;

void cal_graph_free(cal_graph *g); // an all-zero graph is empty
size_t cal_graph_bytes(const cal_graph *g);
int cal_op_arity(int op); // inputs that have derivatives
static inline const cal_node_data *cal_at(const cal_graph *g, cal_node x) { return &g->node[x]; }
static inline size_t cal_elements(cal_shape s) {
    return (size_t)s.n * s.c * s.h * s.w;
} // padding not counted
static inline cal_shape cal_shape_of(const cal_graph *g, cal_node x) {
    return x >= 0 ? g->node[x].shape : (cal_shape){0, 0, 0, 0};
}
bool cal_same_shape(cal_shape a, cal_shape b);

// The constructors. Functions of one number, such as cal_graph_exp(g, x), come from the rows CAL_FUNCTION of
// op/elementwise.inc.
#define CAL_ELEMENTWISE(...)
#define CAL_FUNCTION(NAME, name, ...) cal_node cal_graph_##name(cal_graph *g, cal_node x);
#include "ad/op/elementwise.inc"
#undef CAL_FUNCTION
#undef CAL_ELEMENTWISE
// All others, with their comments, gathered from the files of op/: build/gen/op_constructors.inc.
#include "op_constructors.inc"

// cal_graph_rows_take of a matrix that has no other readers. Rebuilds the nodes that lead to it for these
// rows alone, as far as the ops' rules allow. Call it before taking derivatives.
cal_node cal_graph_rows_alone(cal_graph *g, cal_node x, int per_sample, int first, int count);

// Derivatives; any of the nodes may be CAL_ZERO. out[i] = d scalar/d x_i.
void cal_graph_gradient(cal_graph *g, cal_node scalar, const cal_node *xs, int nx, cal_node *out);
// The Hessian of `scalar` times vs: out[i] is x_i's part.
void cal_graph_hvp(cal_graph *g, cal_node scalar, const cal_node *xs, const cal_node *vs, int nx,
                   cal_node *out);

#endif
