// Pooling over windows (POOL_) and over whole planes (PLANE_). Max pooling is an index, a gather and a
// scatter, which is closed under differentiation. The index is a choice, with derivative zero.
#include "ad/op/descriptor.h"
#include "kernel/pool/pool.h"

CAL_ATTRIBUTES(window, int16_t h, w, stride, pad_h, pad_w, none[3]); // for POOL_...

// ---- windows

static cal_shape pooled(cal_shape s, const cal_attributes *how) {
    int h = s.h + 2 * how->window.pad_h - how->window.h, w = s.w + 2 * how->window.pad_w - how->window.w;
    return (cal_shape){s.n, s.c, h < 0 ? 0 : h / how->window.stride + 1,
                       w < 0 ? 0 : w / how->window.stride + 1};
}

static cal_attributes attributes_of(const cal_pool_window *window) {
    return (cal_attributes){.window = {.h = (int16_t)window->h,
                                       .w = (int16_t)window->w,
                                       .stride = (int16_t)window->stride,
                                       .pad_h = (int16_t)window->pad_h,
                                       .pad_w = (int16_t)window->pad_w}};
}

cal_node cal_graph_maxpool(cal_graph *g, cal_node x, cal_pool_window window) {
    if (x < 0) return CAL_ZERO;
    cal_attributes how = attributes_of(&window);
    cal_shape small = pooled(cal_shape_of(g, x), &how);
    cal_node index = cal_op_one(g, CAL_OP_POOL_INDEX, x, CAL_INDEX, small, &how);
    return cal_op_two(g, CAL_OP_POOL_GATHER, x, index, CAL_IMAGE, small, &how);
}

cal_node cal_graph_avgpool(cal_graph *g, cal_node x, cal_pool_window window) {
    if (x < 0) return CAL_ZERO;
    cal_attributes how = attributes_of(&window);
    return cal_op_one(g, CAL_OP_POOL_AVERAGE, x, CAL_IMAGE, pooled(cal_shape_of(g, x), &how), &how);
}

// Returns true if pooling `large` gives the shape `small`.
static bool fits(const cal_attributes *how, cal_shape large, cal_shape small) {
    return how->window.stride > 0 && small.h > 0 && small.w > 0 && cal_same_shape(small, pooled(large, how));
}

static bool small_shape(const cal_graph *g, const cal_node_data *node) {
    bool index = node->op == CAL_OP_POOL_INDEX;
    return cal_is(g, node->in[0], CAL_IMAGE) && node->kind == (index ? CAL_INDEX : CAL_IMAGE) &&
           fits(&node->attributes, cal_shape_of(g, node->in[0]), node->shape);
}

static bool large_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_IMAGE) && node->kind == CAL_IMAGE &&
           fits(&node->attributes, node->shape, cal_shape_of(g, node->in[0]));
}

static bool gather_shape(const cal_graph *g, const cal_node_data *node) {
    return small_shape(g, node) && cal_is(g, node->in[1], CAL_INDEX) &&
           cal_same_shape(node->shape, cal_shape_of(g, node->in[1]));
}

static bool scatter_shape(const cal_graph *g, const cal_node_data *node) {
    return large_shape(g, node) && cal_is(g, node->in[1], CAL_INDEX) &&
           cal_same_shape(cal_shape_of(g, node->in[0]), cal_shape_of(g, node->in[1]));
}

static void derive_gather(cal_graph *g, cal_derivation *d) {
    d->d[0] =
        cal_op_like_two(g, CAL_OP_POOL_SCATTER, d->w, d->node.in[1], d->node.in[0], &d->node.attributes);
}
static void derive_scatter(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like_two(g, CAL_OP_POOL_GATHER, d->w, d->node.in[1], d->node.in[0], &d->node.attributes);
}
static void derive_average(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_POOL_SPREAD, d->w, d->node.in[0], &d->node.attributes);
}
static void derive_spread(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like(g, CAL_OP_POOL_AVERAGE, d->w, d->node.in[0], &d->node.attributes);
}

static cal_pool_shape kernel_shape(const cal_step *step, cal_shape large) {
    const cal_attributes *how = &step->node.attributes;
    return (cal_pool_shape){large.n,
                            large.c,
                            large.h,
                            large.w,
                            how->window.h,
                            how->window.w,
                            how->window.stride,
                            how->window.pad_h,
                            how->window.pad_w};
}

static void execute_index(const cal_step *step, const cal_env *env) {
    cal_pool_shape shape = kernel_shape(step, step->in_shape[0]);
    cal_kernel_maxpool_index(env, step->y, step->x[0], &shape);
}
static void execute_gather(const cal_step *step, const cal_env *env) {
    cal_pool_shape shape = kernel_shape(step, step->in_shape[0]);
    cal_kernel_maxpool_gather(env, step->y, step->x[0], step->x[1], &shape);
}
static void execute_scatter(const cal_step *step, const cal_env *env) {
    cal_pool_shape shape = kernel_shape(step, step->node.shape);
    cal_kernel_maxpool_scatter(env, step->y, step->x[0], step->x[1], &shape);
}
static void execute_average(const cal_step *step, const cal_env *env) {
    cal_pool_shape shape = kernel_shape(step, step->in_shape[0]);
    cal_kernel_average_pool(env, step->y, step->x[0], &shape);
}
static void execute_spread(const cal_step *step, const cal_env *env) {
    cal_pool_shape shape = kernel_shape(step, step->node.shape);
    cal_kernel_average_unpool(env, step->y, step->x[0], &shape);
}

// Pixel p of the window at (i, j) of plane m: its position in the large image, or -1 in the padding.
static int64_t pixel(const cal_attributes *how, cal_shape large, int m, int i, int j, int p) {
    int y = i * how->window.stride - how->window.pad_h + p / how->window.w;
    int x = j * how->window.stride - how->window.pad_w + p % how->window.w;
    if (y < 0 || y >= large.h || x < 0 || x >= large.w) return -1;
    return ((int64_t)m * large.h + y) * large.w + x;
}

// Position within the window of its first largest pixel.
static int largest(const cal_operands *o, int m, int i, int j) {
    const cal_attributes *how = &o->node->attributes;
    int best = -1;
    int64_t top = 0;
    for (int p = 0; p < how->window.h * how->window.w; p++) {
        int64_t from = pixel(how, o->in[0], m, i, j, p);
        if (from >= 0 && (best < 0 || o->x[0][from] > o->x[0][top])) best = p, top = from;
    }
    return best;
}

static void interpret_windows(const cal_operands *o) {
    const cal_attributes *how = &o->node->attributes;
    int op = o->node->op, pixels = how->window.h * how->window.w;
    bool grows = op == CAL_OP_POOL_SCATTER || op == CAL_OP_POOL_SPREAD;
    cal_shape large = grows ? o->shape : o->in[0], small = grows ? o->in[0] : o->shape;
    const double *x = o->x[0], *index = o->x[1];
    for (size_t i = 0; i < cal_elements(o->shape); i++) o->y[i] = 0;
    for (int m = 0; m < small.n * small.c; m++)
        for (int i = 0; i < small.h; i++)
            for (int j = 0; j < small.w; j++) {
                size_t at = ((size_t)m * small.h + i) * small.w + j;
                if (op == CAL_OP_POOL_INDEX) o->y[at] = largest(o, m, i, j);
                for (int p = 0; p < pixels && op != CAL_OP_POOL_INDEX; p++) {
                    int64_t from = pixel(how, large, m, i, j, p);
                    if (from < 0 || (index && p != (int)index[at])) continue;
                    if (grows) o->y[from] += index ? x[at] : x[at] / pixels;
                    else o->y[at] += index ? x[from] : x[from] / pixels;
                }
            }
}

const cal_op cal_op_pool_index = {
    .name = "POOL_INDEX",
    .meaning = "which pixel of each window is largest, first of equals: uint8",
    .inputs = 1,
    .flags = CAL_OP_PLANEWISE | CAL_OP_BYTES | CAL_OP_CONSTANT,
    .input = {"image"},
    .shape = small_shape,
    .derive = cal_op_no_derivative,
    .execute = execute_index,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_windows,
};

const cal_op cal_op_pool_gather = {
    .name = "POOL_GATHER",
    .meaning = "those pixels",
    .inputs = 2,
    .flags = CAL_OP_PLANEWISE,
    .input = {"image", "index"},
    .shape = gather_shape,
    .derive = derive_gather,
    .execute = execute_gather,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_windows,
};

const cal_op cal_op_pool_scatter = {
    .name = "POOL_SCATTER",
    .meaning = "POOL_GATHER's adjoint",
    .inputs = 2,
    .flags = CAL_OP_PLANEWISE,
    .input = {"gradient", "index"},
    .shape = scatter_shape,
    .derive = derive_scatter,
    .execute = execute_scatter,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_windows,
};

// Planes are written one at a time if it is fused with other steps.
static bool writes_view(const cal_step *step) { return step->follows; }

const cal_op cal_op_pool_average = {
    .name = "POOL_AVERAGE",
    .meaning = "mean of each window, zeros in the padding",
    .inputs = 1,
    .flags = CAL_OP_PLANEWISE,
    .input = {"image"},
    .shape = small_shape,
    .derive = derive_average,
    .execute = execute_average,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_windows,
    .writes_view = writes_view,
};

const cal_op cal_op_pool_spread = {
    .name = "POOL_SPREAD",
    .meaning = "POOL_AVERAGE's adjoint",
    .inputs = 1,
    .flags = CAL_OP_PLANEWISE,
    .input = {"gradient"},
    .shape = large_shape,
    .derive = derive_spread,
    .execute = execute_spread,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_windows,
};

// ---- whole planes

// IMAGE -> MATRIX [n,c]
cal_node cal_graph_global_maxpool(cal_graph *g, cal_node x) {
    cal_shape s = cal_shape_of(g, x), small = cal_rows_columns(s.n, s.c);
    cal_node index = cal_op_one(g, CAL_OP_PLANE_ARGMAX, x, CAL_INDEX, small, NULL);
    return cal_op_two(g, CAL_OP_PLANE_PICK, x, index, CAL_MATRIX, small, NULL);
}

// IMAGE -> MATRIX [n,c]
cal_node cal_graph_global_avgpool(cal_graph *g, cal_node x) {
    cal_shape s = cal_shape_of(g, x);
    cal_node sum = cal_graph_sum(g, x, CAL_MATRIX, cal_rows_columns(s.n, s.c));
    return cal_graph_scale(g, sum, 1.0 / ((double)s.h * s.w));
}

static bool is_plane_index(const cal_graph *g, cal_node x, cal_shape planes) {
    return cal_is(g, x, CAL_INDEX) && cal_same_shape(cal_shape_of(g, x), planes);
}

static bool argmax_shape(const cal_graph *g, const cal_node_data *node) {
    cal_shape s = cal_shape_of(g, node->in[0]);
    return cal_is(g, node->in[0], CAL_IMAGE) && cal_has_shape(node, CAL_INDEX, cal_rows_columns(s.n, s.c));
}

static bool plane_pick_shape(const cal_graph *g, const cal_node_data *node) {
    cal_shape s = cal_shape_of(g, node->in[0]), planes = cal_rows_columns(s.n, s.c);
    return cal_is(g, node->in[0], CAL_IMAGE) && is_plane_index(g, node->in[1], planes) &&
           cal_has_shape(node, CAL_MATRIX, planes);
}

static bool plane_unpick_shape(const cal_graph *g, const cal_node_data *node) {
    cal_shape planes = cal_rows_columns(node->shape.n, node->shape.c);
    return cal_is(g, node->in[0], CAL_MATRIX) && cal_same_shape(cal_shape_of(g, node->in[0]), planes) &&
           is_plane_index(g, node->in[1], planes) && node->kind == CAL_IMAGE;
}

static void derive_plane_pick(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like_two(g, CAL_OP_PLANE_UNPICK, d->w, d->node.in[1], d->node.in[0], NULL);
}
static void derive_plane_unpick(cal_graph *g, cal_derivation *d) {
    d->d[0] = cal_op_like_two(g, CAL_OP_PLANE_PICK, d->w, d->node.in[1], d->node.in[0], NULL);
}

static void execute_argmax(const cal_step *step, const cal_env *env) {
    cal_image_shape shape = cal_image_of(step->in_shape[0]);
    cal_kernel_plane_argmax(env, step->y, step->x[0], &shape);
}
static void execute_plane_pick(const cal_step *step, const cal_env *env) {
    cal_image_shape shape = cal_image_of(step->in_shape[0]);
    cal_kernel_plane_pick(env, step->y, step->x[0], step->x[1], &shape);
}
static void execute_plane_unpick(const cal_step *step, const cal_env *env) {
    cal_image_shape shape = cal_image_of(step->node.shape);
    cal_kernel_plane_unpick(env, step->y, step->x[0], step->x[1], &shape);
}

static size_t pixels_of(cal_shape s) { return (size_t)s.h * s.w; }
static size_t planes_of(cal_shape s) { return (size_t)s.n * s.c; }

static void interpret_argmax(const cal_operands *o) {
    for (size_t m = 0; m < planes_of(o->in[0]); m++) {
        const double *plane = o->x[0] + m * pixels_of(o->in[0]);
        size_t best = 0;
        for (size_t i = 1; i < pixels_of(o->in[0]); i++)
            if (plane[i] > plane[best]) best = i;
        o->y[m] = (double)best;
    }
}
static void interpret_plane_pick(const cal_operands *o) {
    for (size_t m = 0; m < planes_of(o->in[0]); m++)
        o->y[m] = o->x[0][m * pixels_of(o->in[0]) + (size_t)o->x[1][m]];
}
static void interpret_plane_unpick(const cal_operands *o) {
    for (size_t i = 0; i < cal_elements(o->shape); i++) o->y[i] = 0;
    for (size_t m = 0; m < planes_of(o->shape); m++)
        o->y[m * pixels_of(o->shape) + (size_t)o->x[1][m]] = o->x[0][m];
}

const cal_op cal_op_plane_argmax = {
    .name = "PLANE_ARGMAX",
    .meaning = "which pixel of each plane is largest, first of equals: int32 [n,c]",
    .inputs = 1,
    .flags = CAL_OP_CONSTANT,
    .input = {"image"},
    .shape = argmax_shape,
    .derive = cal_op_no_derivative,
    .execute = execute_argmax,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_argmax,
};

const cal_op cal_op_plane_pick = {
    .name = "PLANE_PICK",
    .meaning = "those pixels: MATRIX [n,c]",
    .inputs = 2,
    .input = {"image", "index"},
    .shape = plane_pick_shape,
    .derive = derive_plane_pick,
    .execute = execute_plane_pick,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_plane_pick,
};

const cal_op cal_op_plane_unpick = {
    .name = "PLANE_UNPICK",
    .meaning = "PLANE_PICK's adjoint",
    .inputs = 2,
    .input = {"gradient", "index"},
    .shape = plane_unpick_shape,
    .derive = derive_plane_unpick,
    .execute = execute_plane_unpick,
    .scratch = cal_op_no_scratch,
    .interpret = interpret_plane_unpick,
};

// ---- examples

CAL_EXAMPLE(max, cal_graph_maxpool(g, x[0], (cal_pool_window){2, 2, 2, 0, 0}))
CAL_EXAMPLE(average, cal_graph_avgpool(g, x[0], (cal_pool_window){3, 3, 3, 0, 0}))
CAL_EXAMPLE(max_windows, cal_graph_maxpool(g, x[0], (cal_pool_window){3, 4, 2, 1, 2}))
CAL_EXAMPLE(average_windows, cal_graph_avgpool(g, x[0], (cal_pool_window){3, 2, 2, 1, 1}))
CAL_EXAMPLE(global_max, cal_graph_global_maxpool(g, x[0]))
CAL_EXAMPLE(global, cal_graph_global_avgpool(g, x[0]))

const cal_op_example cal_op_examples_pool[] = {
    {"POOL max", example_max, {{CAL_IMAGE, {2, 3, 5, 6}}}},
    {"POOL average", example_average, {{CAL_IMAGE, {2, 3, 7, 6}}}},
    {"POOL global", example_global, {{CAL_IMAGE, {2, 5, 3, 4}}}},
    {"POOL max in windows", example_max_windows, {{CAL_IMAGE, {2, 3, 5, 6}}}},
    {"POOL average in windows", example_average_windows, {{CAL_IMAGE, {2, 5, 7, 6}}}},
    {"PLANE max", example_global_max, {{CAL_IMAGE, {2, 5, 3, 4}}}},
    {NULL},
};
