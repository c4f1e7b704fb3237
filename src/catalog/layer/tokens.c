// Converts a picture to tokens.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_extent in = layer->in;
    if (in.form != CAL_PICTURE)
        return cal_layer_fail(site, layer, "its input must be an image, not %s", cal_extent_name(in));
    layer->out = (cal_extent){CAL_TOKENS, in.c, in.h * in.w, 1};
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_graph_tokens(b->g, x);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const int64_t flat[] = {0, layer->in.c, layer->out.h}, order[] = {0, 2, 1};
    return cal_onnx_transpose(o, cal_onnx_reshape(o, x, flat, 3), order, 3);
}

const cal_layer_kind cal_layer_tokens = {
    .entry = {.id = "tokens",
              .label = "Tokens",
              .tex = "t_{iw+j} = x_{\\cdot ij}",
              .source = "Dosovitskiy et al. 2021, Sec. 3.1; x.flatten(2).transpose(1, 2)",
              .help =
                  "Each pixel becomes a token with the pixel's channels as its features, row by row; after "
                  "a convolution with a stride as large as its kernel the tokens are patches"},
    .input_format = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
    .onnx = onnx,
};
