// Rectified linear unit; a number (relu6) caps it.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    return cal_graph_relu(b->g, x, layer->number[0] > 0 ? layer->number[0] : 0);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    if (layer->number[0] <= 0) return cal_onnx_of(o, "Relu", x);
    const char *low = cal_onnx_number(o, 0), *high = cal_onnx_number(o, (float)layer->number[0]);
    return cal_onnx_node(o, "Clip", (const char *const[]){x, low, high, NULL}, NULL);
}

const cal_layer_kind cal_layer_relu = {
    .entry = {.id = "relu",
              .label = "ReLU",
              .tex = "y = \\max(0, x)",
              .source = "Nair and Hinton 2010; torch.nn.ReLU, ReLU6",
              .help = "Sets negative values to zero; with a number, caps values at that number",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "largest value",
                                             .type = CAL_INTEGER,
                                             .value = -1,
                                             .min = 1,
                                             .max = 1000},
                                            {0}}},
    .build = build,
    .onnx = onnx,
};
