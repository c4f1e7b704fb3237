// Embedding of words.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

enum { WIDTH, VOCABULARY };

static cal_status check(cal_layer_site *site, cal_layer *layer) {
    int width = layer->number[WIDTH], words = layer->number[VOCABULARY];
    if (layer->in.form != CAL_FEATURES)
        return cal_layer_fail(site, layer, "its input must be features that are word indices, not %s",
                              cal_extent_name(layer->in));
    cal_tensor *table = cal_layer_tensor(site, layer, "weight", CAL_WEIGHT, CAL_MATRIX,
                                         (cal_shape){words, width, 1, 1}, 1, width);
    if (table) table->sd = 1;
    layer->out = (cal_extent){CAL_PICTURE, width, 1, layer->in.c};
    return CAL_OK;
}

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    cal_shape image = {cal_shape_of(b->g, x).n, layer->out.c, 1, layer->out.w};
    return cal_graph_untokens(b->g, cal_graph_table_rows(b->g, b->tensor[layer->tensor], x), image);
}

static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    const char *last = cal_onnx_number(o, (float)(layer->number[VOCABULARY] - 1)),
               *none = cal_onnx_number(o, 0);
    const char *inside = cal_onnx_node(o, "Clip", (const char *const[]){x, none, last, NULL}, NULL);
    const int64_t int64 = 7, order[] = {0, 2, 1}, image[] = {0, layer->out.c, 1, layer->out.w};
    const cal_onnx_attribute to[] = {{.name = "to", .ints = &int64}, {.name = NULL}};
    const char *numbers = cal_onnx_node(o, "Cast", (const char *const[]){inside, NULL}, to);
    const char *words = cal_onnx_along(o, "Gather", cal_onnx_tensor(o, layer->tensor), numbers, 0);
    return cal_onnx_reshape(o, cal_onnx_transpose(o, words, order, 3), image, 4);
}

const cal_layer_kind cal_layer_emb = {
    .entry = {.id = "emb",
              .label = "Embedding",
              .tex = "y_{\\cdot i} = W_{x_i}",
              .source = "Bengio et al. 2003; torch.nn.Embedding",
              .help = "Each feature is the index of a word, from 0, and becomes that word's learned vector: "
                      "a picture one pixel high. Indices outside the vocabulary are clamped to it",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "number of channels",
                                             .unit = "channels",
                                             .type = CAL_INTEGER,
                                             .min = 1,
                                             .max = CAL_WIDTH_MAX},
                                            {.name = "v",
                                             .help = "vocabulary",
                                             .unit = "words",
                                             .type = CAL_INTEGER,
                                             .min = 1,
                                             .max = 200000},
                                            {0}}},
    .input_format = CAL_TAKES_FEATURES,
    .check = check,
    .build = build,
    .onnx = onnx,
};
