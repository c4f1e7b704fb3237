// Global average pooling: one number a channel.
#include "zoo/layer.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    if (layer->in.form != CAL_PICTURE)
        return cal_layer_fail(site, layer, "global pooling needs an image, and what arrives is %s",
                              cal_extent_name(layer->in));
    layer->out = (cal_extent){CAL_FEATURES, layer->in.c, 1, 1};
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    (void)layer;
    return cal_global_avgpool(b->g, x);
}

const cal_layer_kind cal_layer_gap = {
    .entry = {.id = "gap",
              .label = "Global average pooling",
              .tex = "y_c = \\tfrac{1}{hw} \\sum_{ij} x_{cij}",
              .source = "Lin et al. 2014, Sec. 3.2",
              .help = "The mean of each channel"},
    .taking = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
};
