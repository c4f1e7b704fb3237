// Convolution and its two adjoints. Each is linear in both of its inputs. The three differentiate into one
// another: y = CONV(x, f), dx = CONV_IMAGE(dy, f), df = CONV_FILTER(x, dy).
#include "ad/op/descriptor.h"
#include "kernel/conv/conv.h"
#include <assert.h>

// direct: use the direct algorithm; cap: of the activation that it reads through, or 0 (set by fusion only)
CAL_ATTRIBUTES(conv, int16_t stride, dilation, pad_h, pad_w, direct, none; float cap);

// ---- constructors

static int convolved(int size, int kernel, int dilation, int pad, int stride) {
    int reach = dilation * (kernel - 1) + 1;
    return size + 2 * pad < reach ? 0 : (size + 2 * pad - reach) / stride + 1;
}

static cal_shape convolved_shape(cal_shape x, cal_shape f, const cal_attributes *how) {
    int stride = how->conv.stride, dilation = how->conv.dilation;
    return (cal_shape){x.n, f.n, convolved(x.h, f.h, dilation, how->conv.pad_h, stride),
                       convolved(x.w, f.w, dilation, how->conv.pad_w, stride)};
}

// Convolution of x [n,c,h,w] with filter [out,in,kh,kw] in c/in groups (kernel/conv/conv.h).
cal_node cal_graph_conv_steps(cal_graph *g, cal_node x, cal_node filter, cal_conv_steps steps) {
    if (x < 0 || filter < 0) return CAL_ZERO;
    cal_attributes how = {.conv = {.stride = (int16_t)steps.stride,
                                   .dilation = (int16_t)steps.dilation,
                                   .pad_h = (int16_t)steps.pad_h,
                                   .pad_w = (int16_t)steps.pad_w,
                                   .direct = g->direct_conv}};
    cal_shape shape = convolved_shape(cal_shape_of(g, x), cal_shape_of(g, filter), &how);
    return cal_op_two(g, CAL_OP_CONV, x, filter, CAL_IMAGE, shape, &how);
}

// Not dilated.
cal_node cal_graph_conv(cal_graph *g, cal_node x, cal_node filter, int stride, int pad) {
    return cal_graph_conv_steps(g, x, filter, (cal_conv_steps){stride, 1, pad, pad});
}

// ---- shapes

// The input image x, the output image y and the filter f, which are different operands in the three ops.
typedef struct triple {
    cal_shape x, y, f;
} triple;

static triple triple_of(int op, cal_shape result, cal_shape first, cal_shape second) {
    if (op == CAL_OP_CONV) return (triple){.x = first, .f = second, .y = result};
    if (op == CAL_OP_CONV_IMAGE) return (triple){.y = first, .f = second, .x = result};
    return (triple){.x = first, .y = second, .f = result};
}

static bool conv_shape(const cal_graph *g, const cal_node_data *node) {
    bool to_filter = node->op == CAL_OP_CONV_FILTER;
    const cal_attributes *how = &node->attributes;
    if (!cal_is(g, node->in[0], CAL_IMAGE) || !cal_is(g, node->in[1], to_filter ? CAL_IMAGE : CAL_FILTER))
        return false;
    triple t = triple_of(node->op, node->shape, cal_shape_of(g, node->in[0]), cal_shape_of(g, node->in[1]));
    if (node->kind != (to_filter ? CAL_FILTER : CAL_IMAGE) || how->conv.stride < 1 || how->conv.dilation < 1)
        return false;
    return t.f.c > 0 && t.x.c % t.f.c == 0 && t.f.n % (t.x.c / t.f.c) == 0 && t.y.h > 0 && t.y.w > 0 &&
           cal_same_shape(t.y, convolved_shape(t.x, t.f, how));
}

static cal_conv_shape shape_of(const cal_node_data *node, cal_shape first, cal_shape second) {
    triple t = triple_of(node->op, node->shape, first, second);
    const cal_attributes *how = &node->attributes;
    return (cal_conv_shape){.n = t.x.n,
                            .ci = t.x.c,
                            .h = t.x.h,
                            .w = t.x.w,
                            .co = t.y.c,
                            .oh = t.y.h,
                            .ow = t.y.w,
                            .kh = t.f.h,
                            .kw = t.f.w,
                            .stride = how->conv.stride,
                            .dilation = how->conv.dilation,
                            .pad_h = how->conv.pad_h,
                            .pad_w = how->conv.pad_w,
                            .groups = t.x.c / t.f.c,
                            .direct = how->conv.direct};
}

static cal_conv_shape kernel_shape(const cal_step *step) {
    cal_conv_shape shape = shape_of(&step->node, step->in_shape[0], step->in_shape[1]);
    const int op = step->node.op;
    shape.x_stride = op == CAL_OP_CONV_IMAGE ? step->blocks : step->in_blocks[0];
    shape.y_stride = op == CAL_OP_CONV ? step->blocks : step->in_blocks[op == CAL_OP_CONV_FILTER];
    return shape;
}

static cal_conv_result result_of(const cal_node_data *node) {
    if (node->op == CAL_OP_CONV) return CAL_CONV_FORWARD;
    return node->op == CAL_OP_CONV_IMAGE ? CAL_CONV_INPUT_GRAD : CAL_CONV_FILTER_GRAD;
}

static bool writes_view(const cal_step *step) { // for a CONV
    const cal_conv_shape shape = kernel_shape(step);
    return cal_kernel_conv_y_view(&shape, CAL_CONV_FORWARD);
}

static bool reads_view(const cal_step *step, int input) {
    const cal_conv_shape shape = kernel_shape(step);
    switch (step->node.op) {
    case CAL_OP_CONV: return input == 0 && cal_kernel_conv_x_view(&shape);
    case CAL_OP_CONV_IMAGE: return input == 0 && cal_kernel_conv_y_view(&shape, CAL_CONV_INPUT_GRAD);
    default:
        return input == 0 ? cal_kernel_conv_x_view(&shape)
                          : input == 1 && cal_kernel_conv_y_view(&shape, CAL_CONV_FILTER_GRAD);
    }
}

bool cal_conv_reads_capped(const cal_graph *g, const cal_node_data *node) {
    const cal_conv_shape shape = shape_of(node, cal_shape_of(g, node->in[0]), cal_shape_of(g, node->in[1]));
    return cal_kernel_conv_caps(&shape);
}

// ---- derivatives

static void derive_conv(cal_graph *g, cal_derivation *d) {
    cal_node x = d->node.in[0], f = d->node.in[1];
    const cal_attributes *how = &d->node.attributes;
    if (d->need[0]) d->d[0] = cal_op_like_two(g, CAL_OP_CONV_IMAGE, d->w, f, x, how);
    if (d->need[1]) d->d[1] = cal_op_like_two(g, CAL_OP_CONV_FILTER, x, d->w, f, how);
}

static void derive_image(cal_graph *g, cal_derivation *d) {
    cal_node dy = d->node.in[0], f = d->node.in[1];
    const cal_attributes *how = &d->node.attributes;
    if (d->need[0]) d->d[0] = cal_op_like_two(g, CAL_OP_CONV, d->w, f, dy, how);
    if (d->need[1]) d->d[1] = cal_op_like_two(g, CAL_OP_CONV_FILTER, d->w, dy, f, how);
}

static void derive_filter(cal_graph *g, cal_derivation *d) {
    cal_node x = d->node.in[0], dy = d->node.in[1];
    const cal_attributes *how = &d->node.attributes;
    if (d->need[0]) d->d[0] = cal_op_like_two(g, CAL_OP_CONV_IMAGE, dy, d->w, x, how);
    if (d->need[1]) d->d[1] = cal_op_like_two(g, CAL_OP_CONV, x, d->w, dy, how);
}

// ---- running

void cal_step_convolve(const cal_step *step, const cal_env *env,
                       void (*after)(void *context, int first, int count, int worker), void *context) {
    cal_conv_shape shape = kernel_shape(step);
    cal_conv_fused fused = {.slope = step->x[CAL_SLOPE],
                            .constant = step->x[CAL_CONSTANT],
                            .cap = step->node.attributes.conv.cap,
                            .prepared = step->x[CAL_CONV_PREPARED],
                            .after = after,
                            .context = context};
    const void *first = step->x[0], *second = step->x[1];
    if (step->node.op == CAL_OP_CONV) cal_kernel_conv_forward(env, step->y, first, second, &shape, &fused);
    else if (step->node.op == CAL_OP_CONV_IMAGE)
        cal_kernel_conv_input_grad(env, step->y, first, second, &shape, &fused);
    else cal_kernel_conv_filter_grad(env, step->y, first, second, &shape, &fused);
}

static void execute(const cal_step *step, const cal_env *env) { cal_step_convolve(step, env, NULL, NULL); }

static size_t scratch(const cal_step *step, int workers) {
    cal_conv_shape shape = kernel_shape(step);
    return cal_kernel_conv_scratch(&shape, workers);
}

static size_t prepared_floats(const cal_step *step, cal_attributes *how) {
    (void)how; // a filter is prepared with the attributes of its convolution
    cal_conv_shape shape = kernel_shape(step);
    return cal_kernel_conv_prepared_floats(&shape);
}

static cal_op_work work(const cal_step *step) {
    const cal_conv_shape s = kernel_shape(step);
    const double taps = (double)s.kh * s.kw * s.ci / s.groups;
    return (cal_op_work){taps * s.n * s.co * s.oh * s.ow, cal_kernel_conv_name(&s, result_of(&step->node))};
}

// Visits every position (n, co, c, u, v, i, j) at which x, y and f meet. Two of the three are the inputs; the
// third is the result, to which the product of these two is added.
static void interpret(const cal_operands *o) {
    const int op = o->node->op, stride = o->node->attributes.conv.stride;
    const int dilation = o->node->attributes.conv.dilation;
    const int pad_h = o->node->attributes.conv.pad_h, pad_w = o->node->attributes.conv.pad_w;
    const double *a = o->x[0], *b = o->x[1];
    triple t = triple_of(op, o->shape, o->in[0], o->in[1]);
    int group_outputs = t.y.c / (t.x.c / t.f.c);
    for (size_t i = 0; i < cal_elements(o->shape); i++) o->y[i] = 0;
    for (int n = 0; n < t.y.n; n++)
        for (int co = 0; co < t.y.c; co++)
            for (int c = 0; c < t.f.c; c++)
                for (int u = 0; u < t.f.h; u++)
                    for (int v = 0; v < t.f.w; v++) {
                        int ci = co / group_outputs * t.f.c + c;
                        size_t f = (((size_t)co * t.f.c + c) * t.f.h + u) * t.f.w + v;
                        for (int i = 0; i < t.y.h; i++) {
                            int r = i * stride + u * dilation - pad_h;
                            if (r < 0 || r >= t.x.h) continue;
                            for (int j = 0; j < t.y.w; j++) {
                                int q = j * stride + v * dilation - pad_w;
                                if (q < 0 || q >= t.x.w) continue;
                                size_t x = (((size_t)n * t.x.c + ci) * t.x.h + r) * t.x.w + q;
                                size_t y = (((size_t)n * t.y.c + co) * t.y.h + i) * t.y.w + j;
                                if (op == CAL_OP_CONV) o->y[y] += a[x] * b[f];
                                else if (op == CAL_OP_CONV_IMAGE) o->y[x] += a[y] * b[f];
                                else o->y[f] += a[x] * b[y];
                            }
                        }
                    }
}

const cal_op cal_op_conv = {
    .name = "CONV",
    .meaning = "convolution of image and filter, of channels in groups",
    .inputs = 2,
    .flags = CAL_OP_LEADS,
    .input = {"image", "filter", [CAL_SLOPE] = "slope", [CAL_CONSTANT] = "constant",
              [CAL_CONV_PREPARED] = "filter, prepared"},
    .shape = conv_shape,
    .derive = derive_conv,
    .execute = execute,
    .scratch = scratch,
    .interpret = interpret,
    .work = work,
    .reads_view = reads_view,
    .writes_view = writes_view,
    .preparation = &(const cal_preparation){prepared_floats, CAL_OP_CONV_PREPARE, CAL_CONV_PREPARED},
};

const cal_op cal_op_conv_image = {
    .name = "CONV_IMAGE",
    .meaning = "CONV's adjoint in the image",
    .inputs = 2,
    .flags = CAL_OP_LEADS,
    .input = {"output gradient", "filter"},
    .shape = conv_shape,
    .derive = derive_image,
    .execute = execute,
    .scratch = scratch,
    .interpret = interpret,
    .work = work,
    .reads_view = reads_view,
};

const cal_op cal_op_conv_filter = {
    .name = "CONV_FILTER",
    .meaning = "CONV's adjoint in the filter",
    .inputs = 2,
    .flags = CAL_OP_OVERLAPS,
    .input = {"image", "output gradient", [CAL_SLOPE] = "slope", [CAL_CONSTANT] = "constant"},
    .shape = conv_shape,
    .derive = derive_filter,
    .execute = execute,
    .scratch = scratch,
    .interpret = interpret,
    .work = work,
    .reads_view = reads_view,
};

// ---- a filter, prepared once for many runs

static bool prepare_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_FILTER) &&
           cal_has_shape(node, CAL_MATRIX, cal_rows_columns(1, node->shape.c));
}

static void execute_prepare(const cal_step *step, const cal_env *env) {
    cal_shape f = step->in_shape[0];
    const cal_attributes *how = &step->node.attributes;
    cal_conv_shape shape = {.n = 1,
                            .ci = f.c,
                            .h = f.h,
                            .w = f.w,
                            .co = f.n,
                            .oh = 1,
                            .ow = 1,
                            .kh = f.h,
                            .kw = f.w,
                            .stride = how->conv.stride,
                            .dilation = how->conv.dilation,
                            .pad_h = how->conv.pad_h,
                            .pad_w = how->conv.pad_w,
                            .groups = 1};
    cal_kernel_conv_prepare(env, step->y, step->x[0], &shape);
}

const cal_op cal_op_conv_prepare = {
    .name = "CONV_PREPARE",
    .meaning = "a filter as a CONV of the same attributes uses it",
    .inputs = 1,
    .flags = CAL_OP_FUSED,
    .input = {"filter"},
    .shape = prepare_shape,
    .derive = cal_op_underivable,
    .execute = execute_prepare,
    .scratch = cal_op_no_scratch,
    .interpret = cal_op_uninterpretable,
};

// ---- examples; groups follow from the shapes

CAL_EXAMPLE(conv, cal_graph_conv(g, x[0], x[1], 1, 1))
CAL_EXAMPLE(stride, cal_graph_conv(g, x[0], x[1], 2, 1))
CAL_EXAMPLE(point, cal_graph_conv(g, x[0], x[1], 1, 0))
CAL_EXAMPLE(general, cal_graph_conv_steps(g, x[0], x[1], (cal_conv_steps){2, 3, 2, 3}))
CAL_EXAMPLE(dilated, cal_graph_conv_steps(g, x[0], x[1], (cal_conv_steps){1, 2, 0, 2}))

const cal_op_example cal_op_examples_conv[] = {
    {"CONV 3x3", example_conv, {{CAL_IMAGE, {2, 3, 6, 5}}, {CAL_FILTER, {5, 3, 3, 3}}}},
    {"CONV 3x3 wide", example_conv, {{CAL_IMAGE, {2, 8, 8, 8}}, {CAL_FILTER, {8, 8, 3, 3}}}},
    {"CONV stride 2", example_stride, {{CAL_IMAGE, {2, 4, 7, 6}}, {CAL_FILTER, {3, 4, 3, 3}}}},
    {"CONV 1x1", example_point, {{CAL_IMAGE, {2, 5, 3, 4}}, {CAL_FILTER, {6, 5, 1, 1}}}},
    {"CONV depthwise", example_conv, {{CAL_IMAGE, {2, 6, 5, 6}}, {CAL_FILTER, {6, 1, 3, 3}}}},
    {"CONV depthwise general", example_general, {{CAL_IMAGE, {2, 5, 7, 9}}, {CAL_FILTER, {5, 1, 3, 2}}}},
    {"CONV groups", example_general, {{CAL_IMAGE, {2, 8, 7, 6}}, {CAL_FILTER, {12, 4, 2, 3}}}},
    {"CONV odd groups", example_dilated, {{CAL_IMAGE, {2, 6, 5, 6}}, {CAL_FILTER, {9, 2, 3, 3}}}},
    {"CONV dilated", example_dilated, {{CAL_IMAGE, {2, 3, 7, 6}}, {CAL_FILTER, {5, 3, 3, 2}}}},
    {"CONV prepared",
     example_conv,
     {{CAL_IMAGE, {1, 8, 16, 16}}, {CAL_FILTER, {16, 8, 3, 3}, .steady = true}}},
    {NULL},
};
