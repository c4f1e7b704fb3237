// Floor 3. What the pooling layers share.
#ifndef CAL_ZOO_LAYER_POOL_H
#define CAL_ZOO_LAYER_POOL_H
#include "zoo/layer.h"

enum { CAL_POOL_MAX = 15 };

// The window as a row of a kind's parameters.
#define CAL_POOL_WINDOW                                                                                      \
    {.name = "n", .help = "window", .unit = "pixels", .type = CAL_INTEGER, .min = 2, .max = CAL_POOL_MAX}

cal_status cal_layer_check_pool(cal_layer_site *site, cal_layer *layer);

#endif
