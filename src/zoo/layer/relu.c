// Rectified linear unit.
#include "zoo/layer.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_relu(b->g, x);
}

const cal_layer_kind cal_layer_relu = {
    .entry = {.id = "relu",
              .label = "ReLU",
              .tex = "y = \\max(0, x)",
              .source = "Nair and Hinton 2010",
              .help = "Negative values become zero"},
    .shapeless = true,
    .build = build,
};
