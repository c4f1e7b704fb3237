// Leaky rectified linear unit; the number is the slope in percent.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    return cal_graph_leak(b->g, x, x, layer->number[0] / 100.0);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const cal_onnx_attribute slope[] = {{.name = "alpha", .value = (float)(layer->number[0] / 100.0)},
                                        {.name = NULL}};
    return cal_onnx_node(o, "LeakyRelu", (const char *const[]){x, NULL}, slope);
}

const cal_layer_kind cal_layer_lrelu = {
    .entry = {.id = "lrelu",
              .label = "Leaky ReLU",
              .tex = "y = x \\text{ for } x > 0, \\text{ else } \\tfrac{n}{100} x",
              .source = "Maas et al. 2013; torch.nn.LeakyReLU",
              .help = "Scales negative values down instead of setting them to zero",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "slope of negative values",
                                             .unit = "%",
                                             .type = CAL_INTEGER,
                                             .value = 1,
                                             .min = 1,
                                             .max = 100},
                                            {0}}},
    .build = build,
    .onnx = onnx,
};
