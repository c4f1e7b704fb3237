// Helpers that the pooling layers share.
#include "catalog/layer/shared/pool.h"
#include "catalog/layer/shared/onnx.h"
#include <string.h>

enum { SIZE, STRIDE, PADDING };

cal_pool_window cal_layer_pool_window(const cal_layer *layer) {
    const int *n = layer->number;
    bool sequence = cal_extent_is_sequence(layer->in);
    return (cal_pool_window){sequence ? 1 : n[SIZE], n[SIZE], n[STRIDE] < 0 ? n[SIZE] : n[STRIDE],
                             sequence ? 0 : n[PADDING], n[PADDING]};
}

cal_status cal_layer_check_pool(cal_layer_site *site, cal_layer *layer) {
    cal_pool_window window = cal_layer_pool_window(layer);
    cal_extent in = layer->in;
    if (in.form != CAL_PICTURE)
        return cal_layer_fail(site, layer, "the input of pooling must be an image, not %s",
                              cal_extent_name(in));
    if (2 * window.pad_w > window.w) // as PyTorch: a window could be entirely in the padding
        return cal_layer_fail(site, layer, "the padding %d is more than half of the window", window.pad_w);
    if (window.h > in.h + 2 * window.pad_h || window.w > in.w + 2 * window.pad_w)
        return cal_layer_fail(site, layer, "the window is larger than the %d x %d image", in.h, in.w);
    layer->out.h = cal_window_extent(in.h, window.h, window.stride, window.pad_h);
    layer->out.w = cal_window_extent(in.w, window.w, window.stride, window.pad_w);
    return CAL_OK;
}

cal_status cal_layer_check_global(cal_layer_site *site, cal_layer *layer) {
    if (layer->in.form != CAL_PICTURE)
        return cal_layer_fail(site, layer, "the input of global pooling must be an image, not %s",
                              cal_extent_name(layer->in));
    layer->out = (cal_extent){CAL_FEATURES, layer->in.c, 1, 1};
    return CAL_OK;
}

const char *cal_layer_onnx_pool(cal_onnx *o, const cal_layer *layer, const char *x, const char *op) {
    const cal_pool_window window = cal_layer_pool_window(layer);
    const int64_t kernel[] = {window.h, window.w}, strides[] = {window.stride, window.stride},
                  pads[] = {window.pad_h, window.pad_w, window.pad_h, window.pad_w}, yes = 1;
    const bool average = strcmp(op, "AveragePool") == 0;
    const cal_onnx_attribute attributes[] = {{.name = "kernel_shape", .ints = kernel, .count = 2},
                                             {.name = "strides", .ints = strides, .count = 2},
                                             {.name = "pads", .ints = pads, .count = 4},
                                             {.name = average ? "count_include_pad" : NULL, .ints = &yes},
                                             {.name = NULL}};
    return cal_onnx_node(o, op, (const char *const[]){x, NULL}, attributes);
}

const char *cal_layer_onnx_global(cal_onnx *o, const char *x, const char *op) {
    return cal_onnx_along(o, "Flatten", cal_onnx_of(o, op, x), NULL, 1);
}
