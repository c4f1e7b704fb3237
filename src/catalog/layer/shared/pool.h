// Helpers that the pooling layers share: checks, nodes and parameters.
#ifndef CAL_CATALOG_LAYER_SHARED_POOL_H
#define CAL_CATALOG_LAYER_SHARED_POOL_H
#include "catalog/layer/layer.h"

enum { CAL_POOL_MAX = 15 };

// Window, stride (by default the window's size) and padding as rows of a kind's parameters. On a sequence, a
// picture one pixel high, windows are one pixel high as well.
#define CAL_POOL_PARAMS                                                                                      \
    {.name = "n", .help = "window", .unit = "pixels", .type = CAL_INTEGER, .min = 2, .max = CAL_POOL_MAX},   \
        {.name = "s",                                                                                        \
         .help = "stride",                                                                                   \
         .unit = "pixels",                                                                                   \
         .type = CAL_INTEGER,                                                                                \
         .value = -1,                                                                                        \
         .min = 1,                                                                                           \
         .max = CAL_POOL_MAX},                                                                               \
    {                                                                                                        \
        .name = "p", .help = "padding", .unit = "pixels", .type = CAL_INTEGER, .min = 0, .max = CAL_POOL_MAX \
    }

cal_status cal_layer_check_pool(cal_layer_site *site, cal_layer *layer);
cal_pool_window cal_layer_pool_window(const cal_layer *layer);

const char *cal_layer_onnx_pool(struct cal_onnx *o, const cal_layer *layer, const char *x, const char *op);

// Pooling of whole planes: one number per channel.
cal_status cal_layer_check_global(cal_layer_site *site, cal_layer *layer);
const char *cal_layer_onnx_global(struct cal_onnx *o, const char *x, const char *op);

#endif
