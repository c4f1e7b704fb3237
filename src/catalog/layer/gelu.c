// Gaussian error linear unit, exact: x times the standard normal distribution function of x.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    cal_graph *g = b->g;
    cal_node half = cal_graph_scale(g, cal_graph_erf(g, cal_graph_scale(g, x, 0.70710678118654752)), 0.5);
    return cal_graph_mul(g, x, cal_graph_offset(g, half, 0.5));
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    (void)layer;
    const char *z = cal_onnx_of2(o, "Mul", x, cal_onnx_number(o, 0.70710678f));
    const char *half = cal_onnx_of2(o, "Mul", cal_onnx_of(o, "Erf", z), cal_onnx_number(o, 0.5f));
    return cal_onnx_of2(o, "Mul", x, cal_onnx_of2(o, "Add", half, cal_onnx_number(o, 0.5f)));
}

const cal_layer_kind cal_layer_gelu = {
    .entry =
        {.id = "gelu",
         .label = "GELU",
         .tex =
             "y = x \\, \\Phi(x) = \\tfrac{x}{2} \\left(1 + \\operatorname{erf} \\tfrac{x}{\\sqrt 2}\\right)",
         .source = "Hendrycks and Gimpel 2016; torch.nn.GELU",
         .help = "A smooth variant of ReLU, used in transformers"},
    .build = build,
    .onnx = onnx,
};
