// Average pooling.
#include "catalog/layer/shared/pool.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    return cal_graph_avgpool(b->g, x, cal_layer_pool_window(layer));
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    return cal_layer_onnx_pool(o, layer, x, "AveragePool");
}

const cal_layer_kind cal_layer_ap = {
    .entry = {.id = "ap",
              .label = "Average pooling",
              .tex = "y_{ij} = \\tfrac{1}{s^2} \\sum_{uv} x_{si+u,\\,sj+v}",
              .source = "LeCun et al. 1989; torch.nn.AvgPool2d",
              .help = "The mean of each window; padding counts as zeros",
              .params = (const cal_param[]){CAL_POOL_PARAMS, {0}}},
    .input_format = CAL_TAKES_PICTURE,
    .is_pooling = true,
    .check = cal_layer_check_pool,
    .build = build,
    .onnx = onnx,
};
