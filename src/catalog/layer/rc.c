// Residual block whose skip is a 1x1 convolution, without norm or bias. If blocks begin with batch norm and
// change shape, both paths read the normed values.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

enum { STEP }; // index of the stride in found[]

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    int from = layer->in.c, to = layer->out.c;
    cal_status status = cal_layer_skip_stride(&layer->found[STEP], site, layer);
    if (status) return status;
    cal_layer_tensor(site, layer, "skip.weight", CAL_WEIGHT, CAL_FILTER, (cal_shape){to, from, 1, 1}, from,
                     to);
    layer->multiply_adds = (int64_t)from * to * layer->out.h * layer->out.w;
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_node skip = cal_graph_conv(b->g, x, b->tensor[layer->tensor], layer->found[STEP], 0);
    return cal_graph_add(b->g, cal_layer_body(b, layer, x), skip);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const char *body = cal_onnx_body(o, layer, x);
    return cal_onnx_of2(o, "Add", body, cal_onnx_project(o, x, layer->tensor, layer->found[STEP]));
}

const cal_layer_kind cal_layer_rc = {
    .entry = {.id = "rc",
              .label = "Residual block with a convolution",
              .tex = "y = W x + F(x)",
              .source = "He et al. 2016b, Sec. 4.1; Zagoruyko and Komodakis 2016",
              .help = "Adds a 1x1 convolution of its input to the output of its layers"},
    .body = true,
    .check = check,
    .build = build,
    .onnx = onnx,
};
