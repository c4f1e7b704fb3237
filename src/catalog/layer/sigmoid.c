// Logistic function.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_graph_sigmoid(b->g, x);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    (void)layer;
    return cal_onnx_of(o, "Sigmoid", x);
}

const cal_layer_kind cal_layer_sigmoid = {
    .entry = {.id = "sigmoid",
              .label = "Sigmoid",
              .tex = "y = \\sigma(x) = \\frac{1}{1 + e^{-x}}",
              .source = "torch.nn.Sigmoid",
              .help = "Squashes values into 0 to 1"},
    .build = build,
    .onnx = onnx,
};
