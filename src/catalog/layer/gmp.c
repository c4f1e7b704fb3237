// Global max pooling: one number per channel.
#include "catalog/layer/shared/pool.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_graph_global_maxpool(b->g, x);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    (void)layer;
    return cal_layer_onnx_global(o, x, "GlobalMaxPool");
}

const cal_layer_kind cal_layer_gmp = {
    .entry = {.id = "gmp",
              .label = "Global max pooling",
              .tex = "y_c = \\max_{ij} x_{cij}",
              .source = "Collobert et al. 2011, Sec. 3.2.2; torch.nn.AdaptiveMaxPool2d",
              .help = "The largest value of each channel"},
    .input_format = CAL_TAKES_PICTURE,
    .is_pooling = true,
    .check = cal_layer_check_global,
    .build = build,
    .onnx = onnx,
};
