// Logistic function.
#include "zoo/layer.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_sigmoid_of(b->g, x);
}

const cal_layer_kind cal_layer_sigmoid = {
    .entry = {.id = "sigmoid",
              .label = "Sigmoid",
              .tex = "y = \\sigma(x) = \\frac{1}{1 + e^{-x}}",
              .source = "torch.nn.Sigmoid",
              .help = "Squashes values into 0 to 1"},
    .shapeless = true,
    .build = build,
};
