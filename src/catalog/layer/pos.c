// Learned position embedding.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_status status = cal_layer_need_tokens(site, layer);
    if (status) return status;
    int rows = layer->in.h, c = layer->in.c;
    cal_tensor *table = cal_layer_tensor(site, layer, "pos_embedding", CAL_WEIGHT, CAL_MATRIX,
                                         (cal_shape){rows, c, 1, 1}, 1, 1);
    if (table) {
        table->sd = 0.02;
        table->ndim = 3;
        table->dim[0] = 1;
        table->dim[1] = rows;
        table->dim[2] = c;
    }
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_node table = b->tensor[layer->tensor];
    return cal_graph_add(b->g, x, cal_graph_broadcast(b->g, table, CAL_MATRIX, cal_shape_of(b->g, x)));
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    return cal_onnx_of2(o, "Add", x, cal_onnx_tensor(o, layer->tensor));
}

const cal_layer_kind cal_layer_pos = {
    .entry = {.id = "pos",
              .label = "Position embedding",
              .tex = "t'_i = t_i + e_i",
              .source = "Dosovitskiy et al. 2021, Eq. 1; torchvision's pos_embedding",
              .help = "Adds a learned vector for its position to each token: without it the order of the "
                      "tokens makes no difference"},
    .input_format = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
    .onnx = onnx,
};
