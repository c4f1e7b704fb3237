// Global average pooling: one number per channel.
#include "catalog/layer/shared/pool.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_graph_global_avgpool(b->g, x);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    (void)layer;
    return cal_layer_onnx_global(o, x, "GlobalAveragePool");
}

const cal_layer_kind cal_layer_gap = {
    .entry = {.id = "gap",
              .label = "Global average pooling",
              .tex = "y_c = \\tfrac{1}{hw} \\sum_{ij} x_{cij}",
              .source = "Lin et al. 2014, Sec. 3.2",
              .help = "The mean of each channel"},
    .input_format = CAL_TAKES_PICTURE,
    .is_pooling = true,
    .check = cal_layer_check_global,
    .build = build,
    .onnx = onnx,
};
