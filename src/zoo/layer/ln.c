// Layer normalisation.
#include "zoo/layer.h"

static const double EPSILON = 1e-5; // PyTorch's

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_layer_vector(site, layer, "weight", CAL_NORM_WEIGHT, layer->in.c, 0);
    cal_layer_vector(site, layer, "bias", CAL_NORM_BIAS, layer->in.c, 0);
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_graph *g = b->g;
    cal_node weight = b->tensor[layer->tensor], bias = b->tensor[layer->tensor + 1];
    cal_shape s = cal_shape_of(g, x);
    if (layer->in.form == CAL_PICTURE) {
        cal_node rows = cal_normalise_rows(g, cal_flatten_of(g, x), EPSILON);
        return cal_affine(g, cal_linear_op(g, CAL_OP_UNFLATTEN, rows, CAL_IMAGE, s, 0, 0), weight, bias);
    }
    cal_node rows = cal_normalise_rows(g, x, EPSILON);
    cal_node scaled = cal_mul(g, rows, cal_broadcast(g, weight, CAL_MATRIX, s));
    return cal_add(g, scaled, cal_broadcast(g, bias, CAL_MATRIX, s));
}

const cal_layer_kind cal_layer_ln = {
    .entry = {.id = "ln",
              .label = "Layer norm",
              .tex = "y = \\gamma \\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} + \\beta",
              .source = "Ba et al. 2016, Eq. 4; torch.nn.LayerNorm(c), on pictures torch.nn.GroupNorm(1, c)",
              .help = "The features of each sample or token, or all values of each picture, to mean 0 and "
                      "variance 1, then scaled and shifted"},
    .check = check,
    .build = build,
};
