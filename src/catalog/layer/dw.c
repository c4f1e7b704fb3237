// Depthwise convolution: one filter per input channel.
#include "catalog/layer/shared/conv.h"
#include "catalog/layer/shared/onnx.h"

enum { KERNEL, STRIDE, BIAS, DILATION, PADDING };

static cal_layer_conv conv_of(const cal_layer *layer) {
    const int *n = layer->number, c = layer->in.c;
    return (cal_layer_conv){c, n[KERNEL], n[STRIDE], n[DILATION], c, n[PADDING], n[BIAS]};
}

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_layer_conv conv = conv_of(layer);
    return cal_layer_check_conv(site, layer, &conv);
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_layer_conv conv = conv_of(layer);
    return cal_layer_build_conv(b, layer, x, &conv);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    cal_layer_conv conv = conv_of(layer);
    return cal_layer_onnx_conv(o, layer, x, &conv);
}

const cal_layer_kind cal_layer_dw = {
    .entry = {.id = "dw",
              .label = "Depthwise convolution",
              .tex = "y_c = w_c * x_c + b_c",
              .source = "Howard et al. 2017; torch.nn.Conv2d with groups",
              .help = "One filter for each channel; without a bias where batch norm follows",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "kernel",
                                             .unit = "pixels",
                                             .type = CAL_INTEGER,
                                             .value = 3,
                                             .min = 1,
                                             .max = CAL_KERNEL_MAX},
                                            CAL_CONV_STRIDE,
                                            CAL_CONV_BIAS,
                                            CAL_CONV_DILATION,
                                            CAL_CONV_PADDING,
                                            {0}}},
    .input_format = CAL_TAKES_PICTURE,
    .is_convolution = true,
    .check = check,
    .build = build,
    .onnx = onnx,
};
