// A class token in front.
#include "zoo/layer.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_status status = cal_layer_need_tokens(site, layer);
    if (status) return status;
    int c = layer->in.c;
    cal_tensor *token =
        cal_layer_tensor(site, layer, "class_token", CAL_WEIGHT, CAL_MATRIX, (cal_shape){1, c, 1, 1}, 1, 1);
    if (token) {
        token->deviation = 0.02;
        token->ndim = 3;
        token->dim[0] = token->dim[1] = 1;
        token->dim[2] = c;
    }
    layer->out.h++;
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_graph *g = b->g;
    int before = layer->in.h, samples = cal_shape_of(g, x).n / before;
    cal_shape one_each = {samples, layer->in.c, 1, 1};
    cal_node token = cal_broadcast(g, b->tensor[layer->tensor], CAL_MATRIX, one_each);
    cal_node front = cal_rows_put_of(g, token, before + 1, 0, 1);
    return cal_add(g, front, cal_rows_put_of(g, x, before + 1, 1, before));
}

const cal_layer_kind cal_layer_cls = {
    .entry = {.id = "cls",
              .label = "Class token",
              .tex = "t' = [t_{class}, t_1, \\dots, t_T]",
              .source = "Devlin et al. 2019; Dosovitskiy et al. 2021, Eq. 1; torchvision's class_token",
              .help = "Puts a learned token in front of the others, for the network to gather in it what the "
                      "answer needs"},
    .taking = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
};
