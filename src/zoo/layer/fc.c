// Fully connected layer.
#include "zoo/layer.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    int width = layer->number[0] < 0 ? site->classes : layer->number[0];
    int64_t features = cal_extent_values(layer->in); // an image is flattened on the way in
    layer->out = (cal_extent){CAL_FEATURES, width, 1, 1};
    layer->multiply_adds = features * width;
    cal_layer_tensor(site, layer, "weight", CAL_WEIGHT, CAL_MATRIX, (cal_shape){width, (int)features, 1, 1},
                     (int)features, width);
    cal_layer_vector(site, layer, "bias", CAL_BIAS, width, (int)features);
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_graph *g = b->g;
    if (layer->in.form == CAL_PICTURE) x = cal_flatten_of(g, x);
    cal_node y = cal_matmul_of(g, x, b->tensor[layer->tensor], false, true);
    return cal_add(g, y, cal_broadcast(g, b->tensor[layer->tensor + 1], CAL_MATRIX, cal_shape_of(g, y)));
}

const cal_layer_kind cal_layer_fc = {
    .entry = {.id = "fc",
              .label = "Fully connected",
              .tex = "y = W x + b",
              .source = "torch.nn.Linear",
              .help = "Every output sees every input; the last one has as many as there are classes",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "number of features",
                                             .unit = "features",
                                             .type = CAL_INTEGER,
                                             .value = -1,
                                             .min = 1,
                                             .max = CAL_WIDTH_MAX},
                                            {0}}},
    .taking = CAL_TAKES_FEATURES,
    .check = check,
    .build = build,
};
