// Hyperbolic tangent.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_graph_tanh(b->g, x);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    (void)layer;
    return cal_onnx_of(o, "Tanh", x);
}

const cal_layer_kind cal_layer_tanh = {
    .entry = {.id = "tanh",
              .label = "Hyperbolic tangent",
              .tex = "y = \\tanh x",
              .source = "LeCun et al. 1998",
              .help = "Squashes values into -1 to 1"},
    .build = build,
    .onnx = onnx,
};
