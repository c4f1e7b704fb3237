// Batch normalisation of each channel.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_layer_norm_tensors(site, layer, "", layer->in.c);
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    if (layer->in.form == CAL_PICTURE) return cal_layer_norm(b, x, layer->tensor);
    cal_shape s = cal_shape_of(b->g, x); // features are images of one pixel
    cal_node image = cal_graph_unflatten(b->g, x, (cal_shape){s.n, s.c, 1, 1});
    return cal_graph_flatten(b->g, cal_layer_norm(b, image, layer->tensor));
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    return cal_onnx_norm(o, x, layer->tensor);
}

const cal_layer_kind cal_layer_bn = {
    .entry = {.id = "bn",
              .label = "Batch norm",
              .tex = "y = \\gamma \\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} + \\beta",
              .source = "Ioffe and Szegedy 2015, Alg. 1 and 2; torch.nn.BatchNorm2d",
              .help = "Normalises each channel to mean 0 and variance 1 over the batch, then scales and "
                      "shifts it; in evaluation with running statistics"},
    .input_format = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
    .onnx = onnx,
};
