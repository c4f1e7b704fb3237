// LeNet-5.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)choice, (void)err;
    cal_text_add(out, "c6k5p0-tanh-ap2-c16k5p0-tanh-ap2-fc120-tanh-fc84-tanh-fc");
    return CAL_OK;
}

const cal_model cal_model_lenet = {
    .entry = {.id = "lenet",
              .label = "LeNet-5",
              .tex = "",
              .source = "LeCun et al. 1998, Fig. 2; with all connections between the maps, and a linear end",
              .help =
                  "Two convolutions with pooling and three fully connected layers, built to read cheques"},
    .layers = layers,
};
