// The first token alone.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    layer->out = (cal_extent){CAL_FEATURES, layer->in.c, 1, 1};
    return cal_layer_need_tokens(site, layer);
}

// In a last block of attention, the other tokens need only keys and values.
static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    return cal_graph_rows_alone(b->g, x, layer->in.h, 0, 1);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const int64_t index = 0;
    (void)layer;
    return cal_onnx_along(o, "Gather", x, cal_onnx_ints(o, &index, -1), 1);
}

const cal_layer_kind cal_layer_first = {
    .entry = {.id = "first",
              .label = "First token",
              .tex = "y = t_0",
              .source = "Dosovitskiy et al. 2021, Eq. 4",
              .help = "The features of the first token, which is the class token after cls"},
    .input_format = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
    .onnx = onnx,
};
