// Fully connected layer.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    int width = layer->number[0] < 0 ? site->classes : layer->number[0];
    bool tokens = layer->in.form == CAL_TOKENS; // each token separately; an image is flattened first
    int64_t features = tokens ? layer->in.c : cal_extent_values(layer->in);
    layer->out =
        tokens ? (cal_extent){CAL_TOKENS, width, layer->in.h, 1} : (cal_extent){CAL_FEATURES, width, 1, 1};
    layer->multiply_adds = features * width * layer->out.h;
    cal_layer_tensor(site, layer, "weight", CAL_WEIGHT, CAL_MATRIX, (cal_shape){width, (int)features, 1, 1},
                     (int)features, width);
    cal_layer_vector(site, layer, "bias", CAL_BIAS, width, (int)features);
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    if (layer->in.form == CAL_PICTURE) x = cal_graph_flatten(b->g, x);
    return cal_layer_linear(b, x, layer->tensor);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const int64_t yes = 1;
    const cal_onnx_attribute transposed[] = {{.name = "transB", .ints = &yes}, {.name = NULL}};
    if (layer->in.form == CAL_TOKENS) return cal_onnx_linear(o, x, layer->tensor);
    if (layer->in.form == CAL_PICTURE) x = cal_onnx_along(o, "Flatten", x, NULL, 1);
    const char *weight = cal_onnx_tensor(o, layer->tensor), *bias = cal_onnx_tensor(o, layer->tensor + 1);
    return cal_onnx_node(o, "Gemm", (const char *const[]){x, weight, bias, NULL}, transposed);
}

const cal_layer_kind cal_layer_fc = {
    .entry = {.id = "fc",
              .label = "Fully connected",
              .tex = "y = W x + b",
              .source = "torch.nn.Linear",
              .help = "Connects every output to every input, for each token on its own if the input is "
                      "tokens; the last one has as many outputs as there are classes",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "number of features",
                                             .unit = "features",
                                             .type = CAL_INTEGER,
                                             .value = -1,
                                             .min = 1,
                                             .max = CAL_WIDTH_MAX},
                                            {0}}},
    .input_format = CAL_TAKES_FEATURES,
    .check = check,
    .build = build,
    .onnx = onnx,
};
