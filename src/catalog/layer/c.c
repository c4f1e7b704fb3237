// Convolution, with 'same' padding by default. It has a bias unless batch norm follows, or as `b` says:
// networks with batch norm before their convolutions have none.
#include "catalog/layer/shared/conv.h"
#include "catalog/layer/shared/onnx.h"

enum { WIDTH, KERNEL, STRIDE, BIAS, DILATION, GROUPS, PADDING };

static cal_layer_conv conv_of(const cal_layer *layer) {
    const int *n = layer->number;
    return (cal_layer_conv){n[WIDTH], n[KERNEL], n[STRIDE], n[DILATION], n[GROUPS], n[PADDING], n[BIAS]};
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

const cal_layer_kind cal_layer_c = {
    .entry = {.id = "c",
              .label = "Convolution",
              .tex = "y_o = \\sum_c w_{oc} * x_c + b_o",
              .source = "LeCun et al. 1989; torch.nn.Conv2d",
              .help = "Square filters with zero padding; without a bias where batch norm follows",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "number of channels",
                                             .unit = "channels",
                                             .type = CAL_INTEGER,
                                             .min = 1,
                                             .max = CAL_WIDTH_MAX},
                                            {.name = "k",
                                             .help = "kernel",
                                             .unit = "pixels",
                                             .type = CAL_INTEGER,
                                             .value = 3,
                                             .min = 1,
                                             .max = CAL_KERNEL_MAX},
                                            CAL_CONV_STRIDE,
                                            CAL_CONV_BIAS,
                                            CAL_CONV_DILATION,
                                            {.name = "g",
                                             .help = "number of groups",
                                             .unit = "groups",
                                             .type = CAL_INTEGER,
                                             .value = 1,
                                             .min = 1,
                                             .max = CAL_WIDTH_MAX},
                                            CAL_CONV_PADDING,
                                            {0}}},
    .input_format = CAL_TAKES_PICTURE,
    .is_convolution = true,
    .check = check,
    .build = build,
    .onnx = onnx,
};
