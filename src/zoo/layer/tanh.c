// Hyperbolic tangent.
#include "zoo/layer.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_tanh_of(b->g, x);
}

const cal_layer_kind cal_layer_tanh = {
    .entry = {.id = "tanh",
              .label = "Hyperbolic tangent",
              .tex = "y = \\tanh x",
              .source = "LeCun et al. 1998",
              .help = "Squashes values into -1 to 1"},
    .shapeless = true,
    .build = build,
};
