// Layer normalisation.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static const double EPSILON = 1e-5; // PyTorch's

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_layer_vector(site, layer, "weight", CAL_NORM_WEIGHT, layer->in.c, 0);
    cal_layer_vector(site, layer, "bias", CAL_NORM_BIAS, layer->in.c, 0);
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_graph *g = b->g;
    cal_node weight = b->tensor[layer->tensor], bias = b->tensor[layer->tensor + 1];
    cal_shape s = cal_shape_of(g, x);
    if (layer->in.form == CAL_PICTURE) {
        cal_node rows = cal_graph_normalise_rows(g, cal_graph_flatten(g, x), EPSILON);
        return cal_graph_affine(g, cal_graph_unflatten(g, rows, s), weight, bias);
    }
    cal_node rows = cal_graph_normalise_rows(g, x, EPSILON);
    cal_node scaled = cal_graph_mul(g, rows, cal_graph_broadcast(g, weight, CAL_MATRIX, s));
    return cal_graph_add(g, scaled, cal_graph_broadcast(g, bias, CAL_MATRIX, s));
}

// For a picture, normalises all values together as a single instance, then applies the weight and bias of
// each channel.
static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const int64_t last = -1, row[] = {0, 1, -1}, image[] = {0, layer->in.c, layer->in.h, layer->in.w};
    const cal_onnx_attribute attributes[] = {
        {.name = "axis", .ints = &last}, {.name = "epsilon", .value = (float)EPSILON}, {.name = NULL}};
    if (layer->in.form != CAL_PICTURE) {
        const char *weight = cal_onnx_tensor(o, layer->tensor), *bias = cal_onnx_tensor(o, layer->tensor + 1);
        return cal_onnx_node(o, "LayerNormalization", (const char *const[]){x, weight, bias, NULL},
                             attributes);
    }
    const float one = 1, zero = 0;
    const int single = 1, channels[] = {layer->in.c, 1, 1};
    const cal_tensor *t = &o->tensor[layer->tensor];
    const char *flat = cal_onnx_reshape(o, x, row, 3),
               *scale = cal_onnx_floats(o, cal_onnx_name(o, "one"), &one, &single, 1);
    const char *offset = cal_onnx_floats(o, cal_onnx_name(o, "zero"), &zero, &single, 1);
    const cal_onnx_attribute small[] = {{.name = "epsilon", .value = (float)EPSILON}, {.name = NULL}};
    const char *normed =
        cal_onnx_node(o, "InstanceNormalization", (const char *const[]){flat, scale, offset, NULL}, small);
    const char *back = cal_onnx_reshape(o, normed, image, 4);
    const char *scaled =
        cal_onnx_of2(o, "Mul", back, cal_onnx_floats(o, t[0].name, o->flat + t[0].offset, channels, 3));
    return cal_onnx_of2(o, "Add", scaled, cal_onnx_floats(o, t[1].name, o->flat + t[1].offset, channels, 3));
}

const cal_layer_kind cal_layer_ln = {
    .entry = {.id = "ln",
              .label = "Layer norm",
              .tex = "y = \\gamma \\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} + \\beta",
              .source = "Ba et al. 2016, Eq. 4; torch.nn.LayerNorm(c), on pictures torch.nn.GroupNorm(1, c)",
              .help = "Normalises the features of each sample or token, or all values of each picture, to "
                      "mean 0 and variance 1, then scales and shifts them"},
    .check = check,
    .build = build,
    .onnx = onnx,
};
