// Multi-head self-attention.
//
// The projection of n T tokens to queries, keys and values, [n][T][3 H][d/H], becomes [n][3][H][T][d/H]. A
// sample's heads are then contiguous, and each of the two products is a batch of n H matrices.
#include "base/maths/maths.h"
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

enum { IN_WEIGHT, IN_BIAS, OUT_WEIGHT }; // tensors; the last one's bias follows

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    cal_status status = cal_layer_need_tokens(site, layer);
    int heads = layer->number[0], d = layer->in.c;
    int64_t tokens = layer->in.h;
    if (status) return status;
    if (d % heads)
        return cal_layer_fail(site, layer, "%d heads do not divide the %d features of a token", heads, d);
    layer->multiply_adds = 4 * tokens * d * d + 2 * tokens * tokens * d;
    layer->held = heads * tokens * tokens * (int64_t)sizeof(float); // the scores
    cal_tensor *in = cal_layer_tensor(site, layer, "in_proj_weight", CAL_WEIGHT, CAL_MATRIX,
                                      (cal_shape){3 * d, d, 1, 1}, d, 3 * d);
    if (in) in->xavier = true;
    cal_layer_vector(site, layer, "in_proj_bias", CAL_BIAS, 3 * d, 0);
    cal_layer_tensor(site, layer, "out_proj.weight", CAL_WEIGHT, CAL_MATRIX, (cal_shape){d, d, 1, 1}, d, d);
    cal_layer_vector(site, layer, "out_proj.bias", CAL_BIAS, d, 0);
    return CAL_OK;
}

static cal_node softmax(cal_graph *g, cal_node x) {
    cal_node top = cal_graph_broadcast(g, cal_graph_logsumexp(g, x), CAL_MATRIX, cal_shape_of(g, x));
    return cal_graph_exp(g, cal_graph_sub(g, x, top));
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_graph *g = b->g;
    int tokens = layer->in.h, d = layer->in.c, heads = layer->number[0], width = d / heads;
    int rows = heads * tokens, batch = cal_shape_of(g, x).n / tokens * heads;
    cal_node all = cal_layer_linear(b, x, layer->tensor + IN_WEIGHT);
    cal_node split = cal_graph_swap(g, all, tokens, 3 * heads, width), part[3]; // queries, keys, values
    for (int i = 0; i < 3; i++) part[i] = cal_graph_rows_take(g, split, 3 * rows, i * rows, rows);
    cal_node query = cal_graph_scale(g, part[0], 1 / cal_sqrt(width));
    cal_node scores = cal_graph_matmul_batched(g, query, part[1], false, true, batch);
    cal_node mixed = cal_graph_matmul_batched(g, softmax(g, scores), part[2], false, false, batch);
    return cal_layer_linear(b, cal_graph_swap(g, mixed, heads, tokens, d), layer->tensor + OUT_WEIGHT);
}

// Selects queries, keys or values, [n][H][T][d/H].
static const char *part(cal_onnx *o, const char *parts, int which) {
    const int64_t index = which;
    return cal_onnx_along(o, "Gather", parts, cal_onnx_ints(o, &index, -1), 0);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const int d = layer->in.c, heads = layer->number[0], width = d / heads, tokens = layer->in.h;
    const int64_t split[] = {0, tokens, 3, heads, width}, front[] = {2, 0, 3, 1, 4}, turn[] = {0, 1, 3, 2},
                  join[] = {0, 2, 1, 3}, whole[] = {0, tokens, d};
    const char *all = cal_onnx_linear(o, x, layer->tensor + IN_WEIGHT);
    const char *parts = cal_onnx_transpose(o, cal_onnx_reshape(o, all, split, 5), front, 5);
    const char *query = part(o, parts, 0), *key = part(o, parts, 1), *value = part(o, parts, 2);
    query = cal_onnx_of2(o, "Mul", query, cal_onnx_number(o, (float)(1 / cal_sqrt(width))));
    const char *scores = cal_onnx_of2(o, "MatMul", query, cal_onnx_transpose(o, key, turn, 4));
    const char *mixed = cal_onnx_of2(o, "MatMul", cal_onnx_along(o, "Softmax", scores, NULL, -1), value);
    const char *joined = cal_onnx_reshape(o, cal_onnx_transpose(o, mixed, join, 4), whole, 3);
    return cal_onnx_linear(o, joined, layer->tensor + OUT_WEIGHT);
}

const cal_layer_kind cal_layer_att = {
    .entry = {.id = "att",
              .label = "Self-attention",
              .tex = "Y_h = \\operatorname{softmax}\\!\\left(Q_h K_h^\\top / \\sqrt{d/H}\\right) V_h",
              .source = "Vaswani et al. 2017, Sec. 3.2; torch.nn.MultiheadAttention",
              .help = "Each token becomes a mean of all tokens' values, weighted by how well its query "
                      "matches their keys, in several heads",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "number of heads",
                                             .unit = "heads",
                                             .type = CAL_INTEGER,
                                             .min = 1,
                                             .max = 64},
                                            {0}}},
    .input_format = CAL_TAKES_PICTURE,
    .check = check,
    .build = build,
    .onnx = onnx,
};
