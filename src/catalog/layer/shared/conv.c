// Helpers that the convolutional layers share.
#include "catalog/layer/shared/conv.h"
#include "catalog/layer/shared/onnx.h"

static bool has_bias(const cal_layer *layer, const cal_layer_conv *conv) {
    return conv->bias < 0 ? !layer->norm_follows : conv->bias == 1;
}

static cal_conv_steps steps_of(cal_extent in, const cal_layer_conv *conv) {
    int pad = conv->pad < 0 ? conv->dilation * (conv->kernel - 1) / 2 : conv->pad;
    return (cal_conv_steps){conv->stride, conv->dilation, cal_extent_is_sequence(in) ? 0 : pad, pad};
}

static cal_status check_numbers(const cal_layer_site *site, const cal_layer *layer,
                                const cal_layer_conv *conv) {
    cal_extent in = layer->in;
    cal_conv_steps steps = steps_of(in, conv);
    int reach = conv->dilation * (conv->kernel - 1) + 1;
    if (conv->pad < 0 && conv->kernel % 2 == 0)
        return cal_layer_fail(site, layer,
                              "an even kernel has no 'same' padding: give its own, as in c8k4p0");
    if (in.w + 2 * steps.pad_w < reach || (!cal_extent_is_sequence(in) && in.h + 2 * steps.pad_h < reach))
        return cal_layer_fail(site, layer, "the kernel covers %d pixels, but the image has only %d x %d",
                              reach, in.h + 2 * steps.pad_h, in.w + 2 * steps.pad_w);
    if (in.c % conv->groups || conv->width % conv->groups)
        return cal_layer_fail(site, layer, "%d groups do not divide the %d input and %d output channels",
                              conv->groups, in.c, conv->width);
    return CAL_OK;
}

cal_status cal_layer_check_conv(cal_layer_site *site, cal_layer *layer, const cal_layer_conv *conv) {
    cal_extent in = layer->in;
    if (in.form != CAL_PICTURE)
        return cal_layer_fail(site, layer, "the input of a convolution must be an image, not %s",
                              cal_extent_name(in));
    cal_status status = check_numbers(site, layer, conv);
    if (status) return status;
    cal_conv_steps steps = steps_of(in, conv);
    int columns = conv->kernel, rows = cal_extent_is_sequence(in) ? 1 : conv->kernel,
        reach = conv->dilation * (columns - 1) + 1;
    int in_group = in.c / conv->groups, fan_in = in_group * rows * columns;
    layer->out.c = conv->width;
    layer->out.h = cal_extent_is_sequence(in) ? 1 : cal_window_extent(in.h, reach, conv->stride, steps.pad_h);
    layer->out.w = cal_window_extent(in.w, reach, conv->stride, steps.pad_w);
    layer->multiply_adds = fan_in * cal_extent_values(layer->out);
    cal_tensor *weight = cal_layer_tensor(site, layer, "weight", CAL_WEIGHT, CAL_FILTER,
                                          (cal_shape){conv->width, in_group, rows, columns}, fan_in,
                                          conv->width * rows * columns);
    if (weight && cal_extent_is_sequence(in)) {
        weight->ndim = 3;
        weight->dim[2] = columns;
    }
    if (has_bias(layer, conv)) cal_layer_vector(site, layer, "bias", CAL_BIAS, conv->width, fan_in);
    return CAL_OK;
}

cal_node cal_layer_build_conv(const cal_layer_builder *b, const cal_layer *layer, cal_node x,
                              const cal_layer_conv *conv) {
    cal_node y = cal_graph_conv_steps(b->g, x, b->tensor[layer->tensor], steps_of(layer->in, conv));
    return has_bias(layer, conv) ? cal_layer_add_bias(b, y, b->tensor[layer->tensor + 1]) : y;
}

// In ONNX, too, a sequence is a picture one pixel high, with filters one pixel high.
const char *cal_layer_onnx_conv(cal_onnx *o, const cal_layer *layer, const char *x,
                                const cal_layer_conv *conv) {
    const cal_conv_steps steps = steps_of(layer->in, conv);
    const cal_tensor *t = &o->tensor[layer->tensor];
    const int dim[] = {t->shape.n, t->shape.c, t->shape.h, t->shape.w};
    const int64_t kernel[] = {dim[2], dim[3]}, strides[] = {steps.stride, steps.stride},
                  dilations[] = {steps.dilation, steps.dilation},
                  pads[] = {steps.pad_h, steps.pad_w, steps.pad_h, steps.pad_w}, groups = conv->groups;
    const cal_onnx_attribute attributes[] = {{.name = "kernel_shape", .ints = kernel, .count = 2},
                                             {.name = "strides", .ints = strides, .count = 2},
                                             {.name = "dilations", .ints = dilations, .count = 2},
                                             {.name = "pads", .ints = pads, .count = 4},
                                             {.name = "group", .ints = &groups},
                                             {.name = NULL}};
    const char *weight = cal_onnx_floats(o, t->name, o->flat + t->offset, dim, 4);
    const char *bias = has_bias(layer, conv) ? cal_onnx_tensor(o, layer->tensor + 1) : NULL;
    return cal_onnx_node(o, "Conv", (const char *const[]){x, weight, bias, NULL}, attributes);
}
