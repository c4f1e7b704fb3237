// Changes of an image's layout: flatten and back, the shortcut of residual networks, concatenation of
// channels.
#include "ad/op/descriptor.h"
#include "kernel/layout/layout.h"
#include "kernel/loops.h"

CAL_ATTRIBUTES(shortcut, int32_t stride, before, none[2]); // before: zero channels at the front

// ---- flat and back

static cal_shape flat(cal_shape s) { return cal_rows_columns(s.n, s.c * s.h * s.w); }

// To MATRIX [n, c h w].
cal_node cal_graph_flatten(cal_graph *g, cal_node x) {
    return cal_op_one(g, CAL_OP_FLATTEN, x, CAL_MATRIX, flat(cal_shape_of(g, x)), NULL);
}

// MATRIX [n, c h w] back to an image.
cal_node cal_graph_unflatten(cal_graph *g, cal_node x, cal_shape image) {
    return cal_op_one(g, CAL_OP_UNFLATTEN, x, CAL_IMAGE, image, NULL);
}

static bool flatten_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_IMAGE) &&
           cal_has_shape(node, CAL_MATRIX, flat(cal_shape_of(g, node->in[0])));
}

static bool unflatten_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_MATRIX) && node->kind == CAL_IMAGE &&
           cal_same_shape(cal_shape_of(g, node->in[0]), flat(node->shape));
}

static void derive_flatten(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_UNFLATTEN, d->w, d->node.in[0], NULL);
}
static void derive_unflatten(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_FLATTEN, d->w, d->node.in[0], NULL);
}

static void execute_flatten(const cal_step *step, const cal_env *env) {
    cal_image_shape shape = cal_image_of(step->in_shape[0]);
    cal_kernel_flatten(env, step->y, step->x[0], &shape);
}
static void execute_unflatten(const cal_step *step, const cal_env *env) {
    cal_image_shape shape = cal_image_of(step->node.shape);
    cal_kernel_unflatten(env, step->y, step->x[0], &shape);
}

const cal_op cal_op_flatten = {
    .name = "FLATTEN",
    .meaning = "image to matrix, in the order [c][h][w]",
    .inputs = 1,
    .input = {"image"},
    .shape = flatten_shape,
    .derive = derive_flatten,
    .execute = execute_flatten,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_copy_f64,
};

const cal_op cal_op_unflatten = {
    .name = "UNFLATTEN",
    .meaning = "FLATTEN's adjoint",
    .inputs = 1,
    .input = {"matrix"},
    .shape = unflatten_shape,
    .derive = derive_unflatten,
    .execute = execute_unflatten,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_copy_f64,
};

// ---- shortcuts

// Every stride-th pixel, with zeros for channels before and after.
cal_node cal_graph_shortcut(cal_graph *g, cal_node x, int channels, int stride) {
    cal_shape s = cal_shape_of(g, x);
    cal_shape small = {s.n, channels, (s.h + stride - 1) / stride, (s.w + stride - 1) / stride};
    cal_attributes how = {.shortcut = {stride, (channels - s.c) / 2, {0}}};
    return cal_op_one(g, CAL_OP_SHORTCUT, x, CAL_IMAGE, small, &how);
}

static bool fits(const cal_attributes *how, cal_shape large, cal_shape small) {
    int stride = how->shortcut.stride, before = how->shortcut.before;
    return stride > 0 && before >= 0 && before + large.c <= small.c && small.n == large.n &&
           small.h == (large.h + stride - 1) / stride && small.w == (large.w + stride - 1) / stride;
}

static bool shortcut_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_IMAGE) && node->kind == CAL_IMAGE &&
           fits(&node->attributes, cal_shape_of(g, node->in[0]), node->shape);
}

static bool shortcut_grad_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_IMAGE) && node->kind == CAL_IMAGE &&
           fits(&node->attributes, node->shape, cal_shape_of(g, node->in[0]));
}

static void derive_shortcut(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_SHORTCUT_GRAD, d->w, d->node.in[0], &d->node.attributes);
}
static void derive_shortcut_grad(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_SHORTCUT, d->w, d->node.in[0], &d->node.attributes);
}

static void execute_shortcut(const cal_step *step, const cal_env *env) {
    cal_image_shape large = cal_image_of(step->in_shape[0]);
    const cal_attributes *how = &step->node.attributes;
    cal_kernel_shortcut(env, step->y, step->x[0], step->node.shape.c, how->shortcut.stride,
                        how->shortcut.before, &large);
}
static void execute_shortcut_grad(const cal_step *step, const cal_env *env) {
    cal_image_shape large = cal_image_of(step->node.shape);
    const cal_attributes *how = &step->node.attributes;
    if (step->blocks > cal_ceil_div(step->node.shape.c, 4)) return; // a view: it is already there
    cal_kernel_shortcut_grad(env, step->y, step->x[0], step->in_shape[0].c, how->shortcut.stride,
                             how->shortcut.before, &large);
}

// With stride 1 the result is channels of its input. Those that pad its last block must be zeros.
static int view_offset(const cal_step *step) {
    const int before = step->node.attributes.shortcut.before, c = step->node.shape.c;
    const bool fours = before % 4 == 0 && (c % 4 == 0 || before + c == step->in_shape[0].c);
    return fours && step->node.attributes.shortcut.stride == 1 ? before / 4 : -1;
}

static void interpret_shortcut(const cal_operands *o) {
    bool forward = o->node->op == CAL_OP_SHORTCUT;
    int stride = o->node->attributes.shortcut.stride, before = o->node->attributes.shortcut.before;
    cal_shape large = forward ? o->in[0] : o->shape, small = forward ? o->shape : o->in[0];
    for (size_t i = 0; i < cal_elements(o->shape); i++) o->y[i] = 0;
    for (int n = 0; n < large.n; n++)
        for (int c = 0; c < large.c; c++)
            for (int i = 0; i < small.h; i++)
                for (int j = 0; j < small.w; j++) {
                    size_t p = (((size_t)n * small.c + c + before) * small.h + i) * small.w + j;
                    size_t q = (((size_t)n * large.c + c) * large.h + (size_t)i * stride) * large.w +
                               (size_t)j * stride;
                    if (forward) o->y[p] = o->x[0][q];
                    else o->y[q] = o->x[0][p];
                }
}

const cal_op cal_op_shortcut = {
    .name = "SHORTCUT",
    .meaning = "every stride-th pixel, channels padded with zeros",
    .inputs = 1,
    .input = {"image"},
    .shape = shortcut_shape,
    .derive = derive_shortcut,
    .execute = execute_shortcut,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_shortcut,
};

const cal_op cal_op_shortcut_grad = {
    .name = "SHORTCUT_GRAD",
    .meaning = "SHORTCUT's adjoint; with stride 1, channels from `before` on",
    .inputs = 1,
    .input = {"gradient"},
    .shape = shortcut_grad_shape,
    .derive = derive_shortcut_grad,
    .execute = execute_shortcut_grad,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_shortcut,
    .view_offset = view_offset,
};

// ---- concatenation

// [n,c,h,w], [n,d,h,w] -> [n,c+d,h,w]
cal_node cal_graph_concat(cal_graph *g, cal_node x, cal_node y) {
    if (x < 0 || y < 0) return CAL_ZERO;
    cal_shape s = cal_shape_of(g, x);
    s.c += cal_shape_of(g, y).c;
    return cal_op_two(g, CAL_OP_CONCAT, x, y, CAL_IMAGE, s, NULL);
}

static bool concat_shape(const cal_graph *g, const cal_node_data *node) {
    cal_shape s = cal_shape_of(g, node->in[0]), t = cal_shape_of(g, node->in[1]);
    return cal_is(g, node->in[0], CAL_IMAGE) && cal_is(g, node->in[1], CAL_IMAGE) && s.n == t.n &&
           s.h == t.h && s.w == t.w && cal_has_shape(node, CAL_IMAGE, (cal_shape){s.n, s.c + t.c, s.h, s.w});
}

static void derive_concat(cal_graph *g, cal_derivation *d) { // each input gets its channels back
    for (int i = 0; i < 2; i++) {
        int before = i ? cal_shape_of(g, d->node.in[0]).c : 0;
        cal_attributes how = {.shortcut = {1, before, {0}}};
        if (d->need[i]) d->d[i] = cal_op_like(g, CAL_OP_SHORTCUT_GRAD, d->w, d->node.in[i], &how);
    }
}

static void execute_concat(const cal_step *step, const cal_env *env) {
    cal_image_shape both = cal_image_of(step->node.shape);
    cal_kernel_concat_channels(env, step->y, step->x[0], step->in_shape[0].c, step->x[1], step->in_shape[1].c,
                               (const int[]){step->in_blocks[0], step->in_blocks[1], step->blocks}, &both);
}

static void interpret_concat(const cal_operands *o) {
    size_t plane = (size_t)o->shape.h * o->shape.w, i = 0;
    int c_x = o->in[0].c, c_y = o->in[1].c;
    for (int n = 0; n < o->shape.n; n++)
        for (int c = 0; c < o->shape.c; c++)
            for (size_t p = 0; p < plane; p++, i++)
                o->y[i] = c < c_x ? o->x[0][((size_t)n * c_x + c) * plane + p]
                                  : o->x[1][((size_t)n * c_y + c - c_x) * plane + p];
}

const cal_op cal_op_concat = {
    .name = "CONCAT",
    .meaning = "channels of x, then those of y",
    .inputs = 2,
    .input = {"x", "y"},
    .shape = concat_shape,
    .derive = derive_concat,
    .execute = execute_concat,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_concat,
    .reads_view = cal_op_reads_views,
    .writes_view = cal_op_writes_view,
};

// ---- examples

static cal_node example_flatten(cal_graph *g, const cal_node *x) { // flatten and back
    cal_node flat = cal_graph_flatten(g, x[0]);
    return cal_graph_unflatten(g, cal_graph_mul(g, flat, flat), cal_shape_of(g, x[0]));
}
CAL_EXAMPLE(shortcut, cal_graph_shortcut(g, x[0], 7, 2))
// three images; the last two depend on each other
CAL_EXAMPLE(concat, cal_graph_concat(g, x[0], cal_graph_concat(g, x[1], cal_graph_mul(g, x[1], x[1]))))

const cal_op_example cal_op_examples_layout[] = {
    {"FLATTEN", example_flatten, {{CAL_IMAGE, {2, 5, 3, 4}}}},
    {"SHORTCUT", example_shortcut, {{CAL_IMAGE, {2, 3, 5, 6}}}},
    {"CONCAT", example_concat, {{CAL_IMAGE, {2, 5, 3, 2}}, {CAL_IMAGE, {2, 4, 3, 2}}}},
    {NULL},
};
