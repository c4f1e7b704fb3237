// Residual block: the body's output plus its input. If their shapes differ, the skip is a strided 1x1
// convolution with batch norm. Or, if the model says so, it is every stride-th pixel with channels of zeros.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

enum { SKIP, STEP };                               // indices of found[]
enum { SKIP_IDENTITY, SKIP_PROJECTION, SKIP_PAD }; // found[SKIP]; found[STEP] is the stride

static bool same(cal_extent a, cal_extent b) {
    return a.form == b.form && a.c == b.c && a.h == b.h && a.w == b.w;
}

static void project(cal_layer_site *site, cal_layer *layer) {
    int from = layer->in.c, to = layer->out.c;
    cal_layer_tensor(site, layer, "skip.0.weight", CAL_WEIGHT, CAL_FILTER, (cal_shape){to, from, 1, 1}, from,
                     to);
    cal_layer_norm_tensors(site, layer, "skip.1.", to);
    layer->multiply_adds = (int64_t)from * to * layer->out.h * layer->out.w;
}

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_extent from = layer->in, to = layer->out;
    layer->found[SKIP] = SKIP_IDENTITY;
    if (same(from, to)) return CAL_OK;
    cal_status status = cal_layer_skip_stride(&layer->found[STEP], site, layer);
    if (status) return status;
    layer->found[SKIP] = site->pad_shortcut ? SKIP_PAD : SKIP_PROJECTION;
    if (!site->pad_shortcut) project(site, layer);
    else if (to.c < from.c)
        return cal_layer_fail(site, layer, "shortcut=pad cannot turn %d channels into %d", from.c, to.c);
    return CAL_OK;
}

static cal_node skip(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    int stride = layer->found[STEP], tensor = layer->tensor;
    switch (layer->found[SKIP]) {
    case SKIP_PAD: return cal_graph_shortcut(b->g, x, layer->out.c, stride);
    case SKIP_PROJECTION:
        return cal_layer_norm(b, cal_graph_conv(b->g, x, b->tensor[tensor], stride, 0), tensor + 1);
    default: return x;
    }
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_node body = cal_layer_body(b, layer, x);
    return cal_graph_add(b->g, body, skip(b, layer, x));
}

static const char *onnx_skip(cal_onnx *o, const cal_layer *layer, const char *x) {
    const int stride = layer->found[STEP], more = layer->out.c - layer->in.c;
    if (layer->found[SKIP] == SKIP_IDENTITY) return x;
    if (layer->found[SKIP] == SKIP_PROJECTION)
        return cal_onnx_norm(o, cal_onnx_project(o, x, layer->tensor, stride), layer->tensor + 1);
    const int64_t first[] = {0, 0}, end[] = {layer->in.h, layer->in.w}, axes[] = {2, 3},
                  step[] = {stride, stride}, pads[] = {0, more / 2, 0, 0, 0, more - more / 2, 0, 0};
    const char *slice[6] = {x};
    slice[1] = cal_onnx_ints(o, first, 2);
    slice[2] = cal_onnx_ints(o, end, 2);
    slice[3] = cal_onnx_ints(o, axes, 2);
    slice[4] = cal_onnx_ints(o, step, 2);
    return cal_onnx_of2(o, "Pad", cal_onnx_node(o, "Slice", slice, NULL), cal_onnx_ints(o, pads, 8));
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const char *body = cal_onnx_body(o, layer, x);
    return cal_onnx_of2(o, "Add", body, onnx_skip(o, layer, x));
}

const cal_layer_kind cal_layer_r = {
    .entry = {.id = "r",
              .label = "Residual block",
              .tex = "y = x + F(x)",
              .source = "He et al. 2016",
              .help = "Adds its input to the output of its layers"},
    .body = true,
    .check = check,
    .build = build,
    .onnx = onnx,
};
