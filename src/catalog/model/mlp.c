// A multilayer perceptron with ReLU.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    const cal_value *hidden = cal_choice_value(choice, "hidden");
    for (int i = 0; i < hidden->count; i++) cal_text_add(out, "fc%d-relu-", (int)hidden->number[i]);
    cal_text_add(out, "fc");
    return CAL_OK;
}

const cal_model cal_model_mlp = {
    .entry = {.id = "mlp",
              .label = "Multilayer perceptron",
              .tex = "z = W_2 \\max(0, W_1 x + b_1) + b_2",
              .source = "Rumelhart et al. 1986; ReLU from Nair and Hinton 2010",
              .help = "Fully connected layers: the fastest to train and the quickest to become overconfident",
              .params = (const cal_param[]){{.name = "hidden",
                                             .help = "width of each hidden layer",
                                             .unit = "features",
                                             .type = CAL_LIST,
                                             .preset = "100",
                                             .value = 100,
                                             .min = 1,
                                             .max = 4096,
                                             .whole = true},
                                            {0}}},
    .layers = layers,
};
