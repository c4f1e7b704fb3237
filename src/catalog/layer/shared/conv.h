// Helpers that the convolutional layers share: checks, tensors, nodes and parameters.
#ifndef CAL_CATALOG_LAYER_SHARED_CONV_H
#define CAL_CATALOG_LAYER_SHARED_CONV_H
#include "catalog/layer/layer.h"

enum { CAL_KERNEL_MAX = 32, CAL_DILATION_MAX = 16, CAL_PADDING_MAX = 255 };

typedef struct cal_layer_conv {
    int width, kernel, stride, dilation, groups;
    int pad;  // negative: 'same', so that stride 1 keeps the picture's size
    int bias; // 1 or 0; negative: unless batch norm follows
} cal_layer_conv;

// For a picture [c,h,w], with square filters [width, c/groups, kernel, kernel]. For a sequence, a picture one
// pixel high, along its width with filters [width, c/groups, kernel], as torch.nn.Conv1d.
cal_status cal_layer_check_conv(cal_layer_site *site, cal_layer *layer, const cal_layer_conv *conv);
cal_node cal_layer_build_conv(const cal_layer_builder *b, const cal_layer *layer, cal_node x,
                              const cal_layer_conv *conv);

const char *cal_layer_onnx_conv(struct cal_onnx *o, const cal_layer *layer, const char *x,
                                const cal_layer_conv *conv);

// Rows of a kind's parameters.
#define CAL_CONV_STRIDE                                                                                      \
    {.name = "s",                                                                                            \
     .help = "stride",                                                                                       \
     .unit = "pixels",                                                                                       \
     .type = CAL_INTEGER,                                                                                    \
     .value = 1,                                                                                             \
     .min = 1,                                                                                               \
     .max = CAL_STRIDE_MAX}
#define CAL_CONV_BIAS                                                                                        \
    {.name = "b", .help = "bias", .unit = "", .type = CAL_INTEGER, .value = -1, .min = 0, .max = 1}
#define CAL_CONV_DILATION                                                                                    \
    {.name = "d",                                                                                            \
     .help = "dilation",                                                                                     \
     .unit = "pixels",                                                                                       \
     .type = CAL_INTEGER,                                                                                    \
     .value = 1,                                                                                             \
     .min = 1,                                                                                               \
     .max = CAL_DILATION_MAX}
#define CAL_CONV_PADDING                                                                                     \
    {.name = "p",                                                                                            \
     .help = "padding",                                                                                      \
     .unit = "pixels",                                                                                       \
     .type = CAL_INTEGER,                                                                                    \
     .value = -1,                                                                                            \
     .min = 0,                                                                                               \
     .max = CAL_PADDING_MAX}

#endif
