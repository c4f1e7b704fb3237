// The mean of all tokens.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    layer->out = (cal_extent){CAL_FEATURES, layer->in.c, 1, 1};
    return cal_layer_need_tokens(site, layer);
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_shape s = cal_shape_of(b->g, x), image = {s.n / layer->in.h, s.c, layer->in.h, 1};
    return cal_graph_global_avgpool(b->g, cal_graph_untokens(b->g, x, image));
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const int64_t axes[] = {1}, no = 0;
    const cal_onnx_attribute attributes[] = {
        {.name = "axes", .ints = axes, .count = 1}, {.name = "keepdims", .ints = &no}, {.name = NULL}};
    (void)layer;
    return cal_onnx_node(o, "ReduceMean", (const char *const[]){x, NULL}, attributes);
}

const cal_layer_kind cal_layer_mean = {
    .entry = {.id = "mean",
              .label = "Mean token",
              .tex = "y = \\tfrac{1}{T} \\sum_i t_i",
              .source = "Zhai et al. 2022, Sec. 3.5",
              .help = "The mean of all tokens"},
    .input_format = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
    .onnx = onnx,
};
