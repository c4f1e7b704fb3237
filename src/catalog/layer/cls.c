// Prepends a class token.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_status status = cal_layer_need_tokens(site, layer);
    if (status) return status;
    int c = layer->in.c;
    cal_tensor *token =
        cal_layer_tensor(site, layer, "class_token", CAL_WEIGHT, CAL_MATRIX, (cal_shape){1, c, 1, 1}, 1, 1);
    if (token) {
        token->sd = 0.02;
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
    cal_node token = cal_graph_broadcast(g, b->tensor[layer->tensor], CAL_MATRIX, one_each);
    cal_node front = cal_graph_rows_put(g, token, before + 1, 0, 1);
    return cal_graph_add(g, front, cal_graph_rows_put(g, x, before + 1, 1, before));
}

// One for each sample; their number is known when the graph runs.
static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const int64_t first = 0, end = 1, one[] = {1, layer->in.c};
    const cal_onnx_attribute samples[] = {
        {.name = "start", .ints = &first}, {.name = "end", .ints = &end}, {.name = NULL}};
    const char *count = cal_onnx_node(o, "Shape", (const char *const[]){x, NULL}, samples);
    const char *shape = cal_onnx_along(o, "Concat", count, cal_onnx_ints(o, one, 2), 0);
    const char *token = cal_onnx_of2(o, "Expand", cal_onnx_tensor(o, layer->tensor), shape);
    return cal_onnx_along(o, "Concat", token, x, 1);
}

const cal_layer_kind cal_layer_cls = {
    .entry = {.id = "cls",
              .label = "Class token",
              .tex = "t' = [t_{class}, t_1, \\dots, t_T]",
              .source = "Devlin et al. 2019; Dosovitskiy et al. 2021, Eq. 1; torchvision's class_token",
              .help = "Prepends a learned token, from which the network classifies"},
    .input_format = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
    .onnx = onnx,
};
