// Rectified linear unit, with a number (relu6) at most that.
#include "zoo/layer.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    return cal_relu(b->g, x, layer->number[0] > 0 ? layer->number[0] : 0);
}

const cal_layer_kind cal_layer_relu = {
    .entry = {.id = "relu",
              .label = "ReLU",
              .tex = "y = \\max(0, x)",
              .source = "Nair and Hinton 2010; torch.nn.ReLU, ReLU6",
              .help = "Negative values become zero; with a number, those above it become that number",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "largest value",
                                             .type = CAL_INTEGER,
                                             .value = -1,
                                             .min = 1,
                                             .max = 1000},
                                            {0}}},
    .shapeless = true,
    .build = build,
};
