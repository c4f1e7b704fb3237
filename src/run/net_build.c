// Floor 4. From layers to the graph.
#include "run/net_parts.h"

static const double EPSILON = 1e-5, MOMENTUM = 0.1; // of batch norm, PyTorch's

typedef struct builder {
    const cal_net *net;
    cal_graph *g;
    const cal_node *tensor;
    bool training;
    cal_node *stats;
} builder;

// running <- (1 - momentum) running + momentum x, the variance unbiased. One value has no variance: nothing
// changes.
static void update_statistics(const builder *b, int tensor, cal_node mean, cal_node variance, double count) {
    if (!b->stats || count < 2) return;
    cal_graph *g = b->g;
    cal_node fresh[2] = {mean, cal_scale(g, variance, count / (count - 1))};
    for (int i = 0; i < 2; i++)
        b->stats[tensor + i] =
            cal_add(g, cal_scale(g, b->tensor[tensor + i], 1 - MOMENTUM), cal_scale(g, fresh[i], MOMENTUM));
}

// gamma (x - mean)/sqrt(variance + epsilon) + beta, as one affine map per channel: the derivatives of the
// statistics then come from the rules, and training-mode curvature with them.
static cal_node norm(const builder *b, cal_node x, int tensor) {
    cal_graph *g = b->g;
    cal_shape s = cal_shape_of(g, x);
    const cal_node *t = b->tensor + tensor;
    cal_node mean = t[2], variance = t[3];
    if (b->training) {
        cal_node stat = cal_stat(g, x);
        mean = cal_row(g, stat, 0);
        variance = cal_row(g, stat, 1);
        update_statistics(b, tensor + 2, mean, variance, (double)s.n * s.h * s.w);
    }
    cal_node slope = cal_div(g, t[0], cal_sqrt_of(g, cal_offset(g, variance, EPSILON)));
    return cal_affine(g, x, slope, cal_sub(g, t[1], cal_mul(g, slope, mean)));
}

static cal_node norm_layer(const builder *b, const cal_layer *layer, cal_node x) {
    if (layer->in.image) return norm(b, x, layer->tensor);
    cal_shape s = cal_shape_of(b->g, x); // features are images of one pixel
    cal_node image = cal_linear_op(b->g, CAL_OP_UNFLATTEN, x, CAL_IMAGE, (cal_shape){s.n, s.c, 1, 1}, 0, 0);
    return cal_flatten_of(b->g, norm(b, image, layer->tensor));
}

static cal_node conv_layer(const builder *b, const cal_layer *layer, cal_node x) {
    cal_node y = cal_conv(b->g, x, b->tensor[layer->tensor], layer->stride, (layer->kernel - 1) / 2);
    if (!layer->bias) return y;
    cal_node none = CAL_ZERO;
    return cal_linear(b->g, &y, &none, 1, b->tensor[layer->tensor + 1], cal_shape_of(b->g, y));
}

static cal_node linear_layer(const builder *b, const cal_layer *layer, cal_node x) {
    cal_graph *g = b->g;
    if (layer->in.image) x = cal_flatten_of(g, x);
    cal_node y = cal_matmul_of(g, x, b->tensor[layer->tensor], false, true);
    return cal_add(g, y, cal_broadcast(g, b->tensor[layer->tensor + 1], CAL_MATRIX, cal_shape_of(g, y)));
}

static cal_node skip(const builder *b, const cal_layer *layer, cal_node x) {
    switch (layer->skip) {
    case CAL_SKIP_PAD: return cal_shortcut_of(b->g, x, layer->out.c, layer->stride);
    case CAL_SKIP_PROJECTION:
        return norm(b, cal_conv(b->g, x, b->tensor[layer->skip_tensor], layer->stride, 0),
                    layer->skip_tensor + 1);
    default: return x;
    }
}

static cal_node sequence(const builder *b, int first, int end, cal_node x) {
    for (int i = first; i < end; i++) {
        const cal_layer *layer = &b->net->layer[i];
        switch (layer->type) {
        case CAL_LAYER_CONV: x = conv_layer(b, layer, x); break;
        case CAL_LAYER_NORM: x = norm_layer(b, layer, x); break;
        case CAL_LAYER_RELU: x = cal_relu(b->g, x); break;
        case CAL_LAYER_TANH: x = cal_tanh_of(b->g, x); break;
        case CAL_LAYER_MAXPOOL: x = cal_maxpool(b->g, x, layer->size); break;
        case CAL_LAYER_AVGPOOL: x = cal_avgpool(b->g, x, layer->size); break;
        case CAL_LAYER_GLOBAL_AVERAGE: x = cal_global_avgpool(b->g, x); break;
        case CAL_LAYER_LINEAR: x = linear_layer(b, layer, x); break;
        case CAL_LAYER_RESIDUAL:
            x = cal_add(b->g, sequence(b, i + 1, i + 1 + layer->span, x), skip(b, layer, x));
            i += layer->span;
            break;
        }
    }
    return x;
}

cal_node cal_net_build(const cal_net *net, cal_graph *g, cal_node x, const cal_node *tensor, bool training,
                       cal_node *stats) {
    builder b = {net, g, tensor, training, stats};
    for (int i = 0; stats && i < net->tensors; i++) stats[i] = CAL_ZERO;
    return sequence(&b, 0, net->layers, x);
}
