#include "zoo/layer_pool.h"

cal_status cal_layer_check_pool(cal_layer_site *site, cal_layer *layer) {
    int size = layer->number[0];
    if (layer->in.form != CAL_PICTURE)
        return cal_layer_fail(site, layer, "pooling needs an image, and what arrives is %s",
                              cal_extent_name(layer->in));
    if (size > layer->in.h || size > layer->in.w)
        return cal_layer_fail(site, layer, "the window is larger than the %d x %d image that arrives",
                              layer->in.h, layer->in.w);
    layer->out.h /= size;
    layer->out.w /= size;
    return CAL_OK;
}
