// Dense connection: the input channels followed by those of the body's output.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_extent from = layer->in, to = layer->out;
    if (from.form != CAL_PICTURE || to.form != CAL_PICTURE)
        return cal_layer_fail(site, layer, "it joins images, but its input or its body's output is %s",
                              cal_extent_name(from.form != CAL_PICTURE ? from : to));
    if (from.h != to.h || from.w != to.w)
        return cal_layer_fail(site, layer,
                              "the body turns %d x %d into %d x %d; only images of equal size can be joined",
                              from.h, from.w, to.h, to.w);
    layer->out.c = from.c + to.c;
    if (layer->out.c > CAL_WIDTH_MAX)
        return cal_layer_fail(site, layer, "%d and %d channels are more than %d", from.c, to.c,
                              CAL_WIDTH_MAX);
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    return cal_graph_concat(b->g, x, cal_layer_body(b, layer, x));
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    return cal_onnx_along(o, "Concat", x, cal_onnx_body(o, layer, x), 1);
}

const cal_layer_kind cal_layer_cat = {
    .entry = {.id = "cat",
              .label = "Dense connection",
              .tex = "y = [x, F(x)]",
              .source = "Huang et al. 2017; torch.cat([x, F(x)], 1)",
              .help = "Appends the channels that its layers compute to the input channels"},
    .body = true,
    .check = check,
    .build = build,
    .onnx = onnx,
};
