// Sigmoid linear unit, also called swish.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_graph_mul(b->g, x, cal_graph_sigmoid(b->g, x));
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    (void)layer;
    return cal_onnx_of2(o, "Mul", x, cal_onnx_of(o, "Sigmoid", x));
}

const cal_layer_kind cal_layer_silu = {
    .entry = {.id = "silu",
              .label = "SiLU",
              .tex = "y = x \\, \\sigma(x)",
              .source = "Hendrycks and Gimpel 2016; Ramachandran et al. 2017; torch.nn.SiLU",
              .help = "A smooth variant of ReLU that dips below zero"},
    .build = build,
    .onnx = onnx,
};
