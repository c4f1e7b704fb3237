// Node construction for images: convolution, pooling, channel algebra.
#include <assert.h>
#include "ad/graph_parts.h"

// ---- images

static int convolved(int size, int kernel, const cal_conv_steps *steps, int pad) {
    int reach = steps->dilation * (kernel - 1) + 1;
    assert(size + 2 * pad >= reach);
    return (size + 2 * pad - reach) / steps->stride + 1;
}

// bit 16 of b: the plain algorithm
cal_node cal_graph_conv_steps(cal_graph *g, cal_node x, cal_node filter, cal_conv_steps steps) {
    if (x < 0 || filter < 0) return CAL_ZERO;
    cal_shape s = cal_shape_of(g, x), f = cal_shape_of(g, filter);
    assert(s.c % f.c == 0 && f.n % (s.c / f.c) == 0);
    cal_shape out = {s.n, f.n, convolved(s.h, f.h, &steps, steps.pad_h),
                     convolved(s.w, f.w, &steps, steps.pad_w)};
    return cal_graph_bilinear(g, CAL_OP_CONV, x, filter, CAL_IMAGE, out, steps.stride | steps.dilation << 8,
                              steps.pad_h | steps.pad_w << 8 | g->direct_conv << 16);
}

cal_node cal_graph_conv(cal_graph *g, cal_node x, cal_node filter, int stride, int pad) {
    return cal_graph_conv_steps(g, x, filter, (cal_conv_steps){stride, 1, pad, pad});
}

cal_node cal_graph_flatten(cal_graph *g, cal_node x) {
    cal_shape s = cal_shape_of(g, x);
    return cal_graph_linear_op(g, CAL_OP_FLATTEN, x, CAL_MATRIX, (cal_shape){s.n, s.c * s.h * s.w, 1, 1}, 0,
                               0);
}

static cal_shape pooled(cal_shape s, const cal_pool_window *w) {
    assert(s.h + 2 * w->pad_h >= w->h && s.w + 2 * w->pad_w >= w->w);
    return (cal_shape){s.n, s.c, (s.h + 2 * w->pad_h - w->h) / w->stride + 1,
                       (s.w + 2 * w->pad_w - w->w) / w->stride + 1};
}
static int window_size(const cal_pool_window *w) { return w->h | w->w << 8; }
static int window_steps(const cal_pool_window *w) { return w->stride | w->pad_h << 8 | w->pad_w << 16; }

cal_node cal_graph_maxpool(cal_graph *g, cal_node x, cal_pool_window window) {
    if (x < 0) return CAL_ZERO;
    cal_shape small = pooled(cal_shape_of(g, x), &window);
    int size = window_size(&window), steps = window_steps(&window);
    cal_node index = cal_graph_linear_op(g, CAL_OP_POOL_INDEX, x, CAL_INDEX, small, size, steps);
    return cal_graph_bilinear(g, CAL_OP_POOL_GATHER, x, index, CAL_IMAGE, small, size, steps);
}

cal_node cal_graph_avgpool(cal_graph *g, cal_node x, cal_pool_window window) {
    if (x < 0) return CAL_ZERO;
    return cal_graph_linear_op(g, CAL_OP_POOL_AVERAGE, x, CAL_IMAGE, pooled(cal_shape_of(g, x), &window),
                               window_size(&window), window_steps(&window));
}

cal_node cal_graph_global_maxpool(cal_graph *g, cal_node x) {
    cal_shape s = cal_shape_of(g, x), small = {s.n, s.c, 1, 1};
    cal_node index = cal_graph_linear_op(g, CAL_OP_PLANE_ARGMAX, x, CAL_INDEX, small, 0, 0);
    return cal_graph_bilinear(g, CAL_OP_PLANE_PICK, x, index, CAL_MATRIX, small, 0, 0);
}

cal_node cal_graph_global_avgpool(cal_graph *g, cal_node x) {
    cal_shape s = cal_shape_of(g, x);
    return cal_graph_scale(g, cal_graph_sum(g, x, CAL_MATRIX, (cal_shape){s.n, s.c, 1, 1}),
                           1.0 / ((double)s.h * s.w));
}

cal_node cal_graph_shortcut(cal_graph *g, cal_node x, int channels, int stride) {
    cal_shape s = cal_shape_of(g, x);
    cal_shape small = {s.n, channels, (s.h + stride - 1) / stride, (s.w + stride - 1) / stride};
    return cal_graph_linear_op(g, CAL_OP_SHORTCUT, x, CAL_IMAGE, small, stride, (channels - s.c) / 2);
}

cal_node cal_graph_concat(cal_graph *g, cal_node x, cal_node y) {
    if (x < 0 || y < 0) return CAL_ZERO;
    cal_shape s = cal_shape_of(g, x), t = cal_shape_of(g, y);
    assert(s.n == t.n && s.h == t.h && s.w == t.w);
    s.c += t.c;
    return cal_graph_bilinear(g, CAL_OP_CONCAT, x, y, CAL_IMAGE, s, 0, 0);
}

// ---- channel algebra

cal_node cal_graph_stat(cal_graph *g, cal_node x) {
    return cal_graph_linear_op(g, CAL_OP_CHANNEL_STAT, x, CAL_VECTOR,
                               (cal_shape){2, cal_shape_of(g, x).c, 1, 1}, 0, 0);
}

cal_node cal_graph_row(cal_graph *g, cal_node x, int row) {
    if (x < 0) return CAL_ZERO;
    const cal_node_data *node = cal_at(g, x);
    if (node->op == CAL_OP_PACK) return node->in[row];
    return cal_graph_linear_op(g, CAL_OP_ROW, x, CAL_VECTOR, (cal_shape){1, node->shape.c, 1, 1}, row, 0);
}

cal_node cal_graph_pack(cal_graph *g, cal_node row0, cal_node row1) {
    if (row0 < 0 && row1 < 0) return CAL_ZERO;
    cal_shape one = cal_shape_of(g, row0 < 0 ? row1 : row0);
    cal_node_data node = cal_graph_blank(CAL_OP_PACK, CAL_VECTOR, (cal_shape){2, one.c, 1, 1});
    node.in[0] = row0;
    node.in[1] = row1;
    return cal_graph_make(g, &node);
}

cal_node cal_graph_channel_dot(cal_graph *g, cal_node x, cal_node y) {
    return cal_graph_bilinear(g, CAL_OP_CHANNEL_DOT, x, y, CAL_VECTOR,
                              (cal_shape){2, cal_shape_of(g, x).c, 1, 1}, 0, 0);
}

cal_node cal_graph_linear(cal_graph *g, const cal_node *terms, const cal_node *coefficients, int count,
                          cal_node constant, cal_shape shape) {
    assert(count <= 4);
    if (count == 0) return cal_graph_broadcast(g, constant, CAL_IMAGE, shape);
    if (count == 1 && coefficients[0] < 0 && constant < 0) return terms[0];
    cal_node_data node = cal_graph_blank(CAL_OP_CHANNEL_LINEAR, CAL_IMAGE, shape);
    for (int i = 0; i < count; i++) {
        node.in[i] = terms[i];
        node.in[4 + i] = coefficients[i];
    }
    node.in[8] = constant;
    return cal_graph_make(g, &node);
}

cal_node cal_graph_affine(cal_graph *g, cal_node x, cal_node a, cal_node b) {
    if (x < 0) return CAL_ZERO;
    cal_shape shape = cal_shape_of(g, x);
    if (a < 0) return cal_graph_broadcast(g, b, CAL_IMAGE, shape);
    cal_node_data inner = *cal_at(g, x);
    if (inner.op == CAL_OP_CHANNEL_LINEAR && inner.in[1] < 0) { // an affine map of an affine map is one pass
        cal_node slope = inner.in[4] < 0 ? a : cal_graph_mul(g, a, inner.in[4]);
        cal_node constant =
            cal_graph_add(g, inner.in[8] < 0 ? CAL_ZERO : cal_graph_mul(g, a, inner.in[8]), b);
        return cal_graph_linear(g, inner.in, &slope, 1, constant, shape);
    }
    return cal_graph_linear(g, &x, &a, 1, b, shape);
}
