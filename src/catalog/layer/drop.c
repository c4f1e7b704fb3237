// Dropout; the number is the probability in percent. Nothing is dropped in evaluation.
#include "catalog/layer/layer.h"
#include "catalog/layer/shared/onnx.h"

static cal_node build(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    return b->key < 0 ? x
                      : cal_graph_drop(b->g, x, b->key, (int)(layer - b->layer), layer->number[0] / 100.0);
}

// Exports nothing, since evaluation drops nothing.
static const char *onnx(cal_onnx *o, const cal_layer *layer, const char *x) {
    (void)o, (void)layer;
    return x;
}

const cal_layer_kind cal_layer_drop = {
    .entry = {.id = "drop",
              .label = "Dropout",
              .tex = "y = \\tfrac{1}{1 - p} \\, m \\odot x, \\quad m_i \\sim \\text{Bernoulli}(1 - p)",
              .source = "Srivastava et al. 2014; torch.nn.Dropout",
              .help = "In training, sets values to zero that are drawn anew in each step",
              .params = (const cal_param[]){{.name = "n",
                                             .help = "probability of dropping",
                                             .unit = "%",
                                             .type = CAL_INTEGER,
                                             .value = 50,
                                             .min = 1,
                                             .max = 99},
                                            {0}}},
    .only_in_training = true,
    .build = build,
    .onnx = onnx,
};
