// Convolution with 'same' padding; it has a bias unless batch norm follows, or as `b` says: networks that put
// batch norm before their convolutions have none.
#include "zoo/layer.h"

enum { WIDTH, KERNEL, STRIDE, BIAS };

static bool has_bias(const cal_layer *layer) {
    return layer->number[BIAS] < 0 ? !layer->norm_follows : layer->number[BIAS] == 1;
}

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    int width = layer->number[WIDTH], kernel = layer->number[KERNEL], stride = layer->number[STRIDE];
    cal_extent in = layer->in;
    if (in.form != CAL_PICTURE)
        return cal_layer_fail(site, layer, "a convolution needs an image, and here are plain features");
    if (kernel % 2 == 0)
        return cal_layer_fail(site, layer, "the kernel must be odd, 1 to 15, so that 'same' padding exists");
    layer->out.c = width;
    layer->out.h = cal_window_extent(in.h, kernel, stride, (kernel - 1) / 2);
    layer->out.w = cal_window_extent(in.w, kernel, stride, (kernel - 1) / 2);
    layer->multiply_adds = (int64_t)width * in.c * kernel * kernel * layer->out.h * layer->out.w;
    int area = kernel * kernel, fan_in = in.c * area;
    cal_layer_tensor(site, layer, "weight", CAL_WEIGHT, CAL_FILTER, (cal_shape){width, in.c, kernel, kernel},
                     fan_in, width * area);
    if (has_bias(layer)) cal_layer_vector(site, layer, "bias", CAL_BIAS, width, fan_in);
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_node y =
        cal_conv(b->g, x, b->tensor[layer->tensor], layer->number[STRIDE], (layer->number[KERNEL] - 1) / 2);
    return has_bias(layer) ? cal_layer_add_bias(b, y, b->tensor[layer->tensor + 1]) : y;
}

const cal_layer_kind cal_layer_c = {
    .entry = {.id = "c",
              .label = "Convolution",
              .tex = "y_o = \\sum_c w_{oc} * x_c + b_o",
              .source = "LeCun et al. 1989; torch.nn.Conv2d",
              .help = "Square filters, zeros around the picture; without a bias where batch norm follows",
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
                                             .max = 15},
                                            {.name = "s",
                                             .help = "stride",
                                             .unit = "pixels",
                                             .type = CAL_INTEGER,
                                             .value = 1,
                                             .min = 1,
                                             .max = CAL_STRIDE_MAX},
                                            {.name = "b",
                                             .help = "bias",
                                             .unit = "",
                                             .type = CAL_INTEGER,
                                             .value = -1,
                                             .min = 0,
                                             .max = 1},
                                            {0}}},
    .taking = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
};
