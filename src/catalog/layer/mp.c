// Max pooling.
#include "catalog/layer/shared/pool.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    return cal_graph_maxpool(b->g, x, cal_layer_pool_window(layer));
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    return cal_layer_onnx_pool(o, layer, x, "MaxPool");
}

const cal_layer_kind cal_layer_mp = {
    .entry = {.id = "mp",
              .label = "Max pooling",
              .tex = "y_{ij} = \\max_{uv} x_{si+u,\\,sj+v}",
              .source = "Ranzato et al. 2007; torch.nn.MaxPool2d",
              .help = "The largest value of each window",
              .params = (const cal_param[]){CAL_POOL_PARAMS, {0}}},
    .input_format = CAL_TAKES_PICTURE,
    .is_pooling = true,
    .check = cal_layer_check_pool,
    .build = build,
    .onnx = onnx,
};
