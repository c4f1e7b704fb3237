// The descriptor of an op, `const cal_op cal_op_<name>`: its inputs, shapes, derivative, kernel and f64
// definition. An element-wise op is a row of elementwise.inc. All other ops are called structural; the file
// of their family (conv.c, pool.c, ...) defines all of:
//
// - const cal_op cal_op_<name>                 the descriptor; CAL_OP_<NAME> and its table entry are derived
// - CAL_ATTRIBUTES(<member>, ...)              attributes of the op's nodes, if it has any
// - cal_node cal_graph_<constructor>(...)      constructors; the comment above one is its public comment
// - cal_op_example cal_op_examples_<family>[]  small graphs that tests build
//
// The build gathers graph.h's and the tests' lists from these (gather.awk). The test test_ad_ops.c fails if a
// descriptor lacks a field, or if no example contains the op.
#ifndef CAL_AD_OP_DESCRIPTOR_H
#define CAL_AD_OP_DESCRIPTOR_H
#include "ad/graph.h"
#include "kernel/channel.h"
#include "kernel/elementwise.h"
#include "kernel/env.h"

// Arguments and results of a derivative rule.
typedef struct cal_derivation {
    cal_node_data node; // the op's node: a copy, since constructors may move the table
    cal_node out, w;    // that node's number, and its adjoint, of the node's kind and shape
    bool need[CAL_INPUTS_MAX];
    cal_node d[CAL_INPUTS_MAX]; // adjoint of each input, or CAL_ZERO; to be set where needed
} cal_derivation;

// One node of a plan, ready to run.
typedef struct cal_step {
    cal_node_data node; // inputs are step numbers of the plan
    void *y;
    const void *x[CAL_INPUTS_MAX]; // null where absent
    cal_shape in_shape[CAL_INPUTS_MAX];
    cal_kind in_kind[CAL_INPUTS_MAX];
    // Sample strides of images, in 4-channel blocks. A view has the stride of its base (plan/views.h).
    int blocks, in_blocks[CAL_INPUTS_MAX];
    // Worker-local results, which only steps of the same fusion read, and such inputs: byte offset plus one;
    // 0: not local.
    size_t local, in_local[CAL_INPUTS_MAX];
    bool follows; // fused with the step before it
    bool chained; // may run tile by tile (plan/chain.c)
    int batch;    // matrices, if it may run matrix by matrix (plan/batched.c); else 0
} cal_step;

// One node of the f64 interpreter. Arrays are plain row-major [n][c][h][w]; absent inputs are null.
typedef struct cal_operands {
    const cal_node_data *node;
    double *y;
    cal_shape shape; // shape of y
    const double *x[CAL_INPUTS_MAX];
    cal_shape in[CAL_INPUTS_MAX];
} cal_operands;

// `count` rows from `first` on of each sample, which has `per_sample` rows of a MATRIX
typedef struct cal_some_rows {
    int per_sample, first, count;
} cal_some_rows;

enum cal_op_flags {
    CAL_OP_IN_PLACE = 1,   // the result may overwrite a dying input of the same size
    CAL_OP_KEEPS_ZERO = 2, // zeros give zero: the lanes that pad an image's channels need not be cleared
    CAL_OP_PLANEWISE =
        4,            // a plane of the result depends on the same plane of the inputs alone (plan/schedule.c)
    CAL_OP_LEADS = 8, // calls the rest of its fusion for each plane of its result (cal_step_convolve)
    CAL_OP_BYTES = 16,          // its INDEX has bytes in an image's layout instead of int32
    CAL_OP_PERSISTS = 32,       // its values outlive a run
    CAL_OP_FUSED = 64,          // only fusion makes it: neither differentiated nor interpreted
    CAL_OP_HELD = 128,          // cal_interpreter_hold keeps its values
    CAL_OP_CAPPED = 256,        // element-wise: its vector expression tests k > 0
    CAL_OP_POSITIVE = 512,      // element-wise: smooth only for a positive last input, which tests use
    CAL_OP_CONSTANT = 1024,     // a choice or a stop: its derivative is 0 by definition
    CAL_OP_ANY_ROWS = 2048,     // the input shapes do not determine the result's number of rows
    CAL_OP_FIRST_ABSENT = 4096, // its first input may be absent
    CAL_OP_OVERLAPS = 8192, // runs env->concurrent, which does not read its result, during its largest loop
};

typedef struct cal_elementwise {
    double (*scalar)(double x, double y, double k);
    cal_elementwise_span *span;
    size_t chunk; // elements that are worth another worker
} cal_elementwise;

// A sum over an image's planes into a VECTOR: `plane` sums one plane, `fold` adds up the planes in order.
typedef struct cal_plane_reduction {
    void (*plane)(cal_plane_sums *out, const cal_step *step, int pixels);
    void (*fold)(const cal_step *step, const cal_env *env, const cal_plane_sums *planes);
} cal_plane_reduction;

// Lays out a steady second input for the op's kernel once, by a separate node, instead of in every run.
typedef struct cal_preparation {
    // Floats of the prepared input; 0: not worth it. Reads shapes only. `how`: the op's attributes on entry,
    // the preparation's on return.
    size_t (*floats)(const cal_step *step, cal_attributes *how);
    int op, slot; // the op that prepares, and the input that takes its result
} cal_preparation;

// The work of a product, for a profile (ad/profile.h).
typedef struct cal_op_work {
    double multiply_adds; // by the definition, whichever kernel runs
    const char *kernel;   // "Winograd"; null if there is only one
} cal_op_work;

typedef struct cal_op {
    const char *name, *meaning;
    int inputs; // number of inputs with derivatives; fusion may add inputs after them
    unsigned flags;
    const char *input[CAL_INPUTS_MAX]; // meaning of each input
    // Returns true if kind, shape, attributes and inputs are consistent. Called for every new node.
    bool (*shape)(const cal_graph *g, const cal_node_data *node);
    void (*derive)(cal_graph *g, cal_derivation *d);
    void (*execute)(const cal_step *step, const cal_env *env);
    size_t (*scratch)(const cal_step *step, int workers); // bytes that execute needs in env->scratch
    void (*interpret)(const cal_operands *o);
    // Returns true if some rows of the result, a MATRIX, depend on the same rows of some inputs and on all of
    // the others. Sets `of` for the former, and `how` to the attributes of a node that computes these rows.
    // Null: never.
    bool (*rows)(const cal_graph *g, const cal_node_data *node, const cal_some_rows *some, bool *of,
                 cal_attributes *how);
    const cal_elementwise *elementwise; // null: none
    const cal_plane_reduction *reduction;
    const cal_preparation *preparation;
    cal_op_work (*work)(const cal_step *step); // null: the op is not a product
    // Return true if the kernel accepts a view (plan/views.h) as this input, as its result. They may read
    // shapes only. Null: no view.
    bool (*reads_view)(const cal_step *step, int input);
    bool (*writes_view)(const cal_step *step);
    // Returns the 4-channel block of the first input at which the result is already stored, or -1. Null:
    // never.
    int (*view_offset)(const cal_step *step);
} cal_op;

#define CAL_OP(NAME, name)          extern const cal_op cal_op_##name;
#define CAL_ELEMENTWISE             CAL_OP_ROW
#define CAL_FUNCTION                CAL_OP_ROW
#define CAL_OP_ROW(NAME, name, ...) CAL_OP(NAME, name)
#include "op_numbers.inc"
#include "ad/op/elementwise.inc"
#undef CAL_FUNCTION
#undef CAL_ELEMENTWISE
#undef CAL_OP_ROW
#undef CAL_OP

const cal_op *cal_op_at(int op);

// Defines `node->attributes.name`, a struct of 16 bytes without padding: CAL_ATTRIBUTES(swap, int32_t p, q,
// none[2]);
#define CAL_ATTRIBUTES(name, ...)                                                                            \
    _Static_assert(sizeof(struct { __VA_ARGS__; }) == sizeof(cal_attributes), "16 bytes of " #name)

// ---- for the tests

// A small graph. Tests check derivatives of `build` to order 2, the float engine with and without them, and
// the shape rules of all ops that occur. So the example of an op also covers its adjoints, and an example of
// the parts covers the fused op. Nothing else refers to examples.
typedef struct cal_op_example {
    const char *name; // null: the end of the list
    cal_node (*build)(cal_graph *g, const cal_node *x);
    struct {
        cal_kind kind;
        cal_shape shape;
        const double *fixed; // values of the last inputs, which are not differentiated; null: random ones
        bool steady;
    } x[4];
    // added to the random values: keeps arguments of logarithms, roots and quotients away from zero
    double offset;
} cal_op_example;

// Defines example_<name> for a graph that is one call.
#define CAL_EXAMPLE(name, ...)                                                                               \
    static cal_node example_##name(cal_graph *g, const cal_node *x) { return __VA_ARGS__; }

#define CAL_EXAMPLES(family) extern const cal_op_example cal_op_examples_##family[];
#include "op_examples.inc"
#undef CAL_EXAMPLES

// ---- for the rules

static inline cal_image_shape cal_image_of(cal_shape s) { return (cal_image_shape){s.n, s.c, s.h, s.w}; }
static inline cal_kind cal_kind_of(const cal_graph *g, cal_node x) { return (cal_kind)cal_at(g, x)->kind; }
static inline bool cal_is(const cal_graph *g, cal_node x, cal_kind kind) {
    return x >= 0 && cal_kind_of(g, x) == kind;
}
bool cal_same_kind_and_shape(const cal_graph *g, cal_node x, cal_node y); // same kind and shape
static inline bool cal_has_shape(const cal_node_data *node, cal_kind kind, cal_shape shape) {
    return node->kind == (int32_t)kind && cal_same_shape(node->shape, shape);
}
static inline cal_shape cal_rows_columns(int n, int c) { return (cal_shape){n, c, 1, 1}; }

cal_node_data cal_op_blank(int op, cal_kind kind, cal_shape shape); // a node without inputs and attributes
cal_node cal_op_make(cal_graph *g, const cal_node_data *node);      // inserts the node, or returns its equal
// The node of an op with one or two inputs; CAL_ZERO if one of them is. `attributes` may be null.
cal_node cal_op_one(cal_graph *g, int op, cal_node x, cal_kind kind, cal_shape shape,
                    const cal_attributes *attributes);
cal_node cal_op_two(cal_graph *g, int op, cal_node x, cal_node y, cal_kind kind, cal_shape shape,
                    const cal_attributes *attributes);
// The same with the kind and shape of `model`, for example an adjoint with those of its input.
cal_node cal_op_like(cal_graph *g, int op, cal_node x, cal_node model, const cal_attributes *attributes);
cal_node cal_op_like_two(cal_graph *g, int op, cal_node x, cal_node y, cal_node model,
                         const cal_attributes *attributes);

// Implementations that several ops share.
bool cal_op_shape_of_first(const cal_graph *g,
                           const cal_node_data *node); // inputs and result have one kind and shape
void cal_op_no_derivative(cal_graph *g, cal_derivation *d);
size_t cal_op_no_scratch(const cal_step *step, int workers);
bool cal_op_rows_of_all(const cal_graph *g, const cal_node_data *node, const cal_some_rows *some, bool *of,
                        cal_attributes *how);
bool cal_op_reads_views(const cal_step *step, int input); // always true
bool cal_op_writes_view(const cal_step *step);            // always true
void cal_op_copy_f64(const cal_operands *o);              // y = x, in x's plain order
// For ops with CAL_OP_FUSED: fail, since nothing may call them.
void cal_op_underivable(cal_graph *g, cal_derivation *d);
void cal_op_uninterpretable(const cal_operands *o);

// Runs a convolution, or its adjoint in the image, and calls `after` for each plane of its result
// (kernel/conv/conv.h).
void cal_step_convolve(const cal_step *step, const cal_env *env,
                       void (*after)(void *context, int first, int count, int worker), void *context);
// Returns true if the node is row-wise: a SUM of each row, or a BROADCAST of such sums or of a row. Rows of
// the matrix must fit into a tile of a chain (plan/chain.c).
bool cal_is_rowwise(const cal_graph *g, const cal_node_data *node);
enum { CAL_TILE_ROW = 1024 }; // the longest such row, in floats
enum { CAL_JOIN_PARTS = 3 };  // most inputs of a ROWS_JOIN
// Returns true if a CONV or CONV_FILTER can apply an activation with a cap as it loads its image.
bool cal_conv_reads_capped(const cal_graph *g, const cal_node_data *node);

#endif
