// Global max pooling: one number a channel.
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
    return cal_global_maxpool(b->g, x);
}

const cal_layer_kind cal_layer_gmp = {
    .entry = {.id = "gmp",
              .label = "Global max pooling",
              .tex = "y_c = \\max_{ij} x_{cij}",
              .source = "Collobert et al. 2011, Sec. 3.2.2; torch.nn.AdaptiveMaxPool2d",
              .help = "The largest value of each channel"},
    .taking = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
};
