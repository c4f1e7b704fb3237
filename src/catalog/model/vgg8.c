// VGG with 8 layers that have weights, and batch norm.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    cal_model_add_vgg(out, choice, (const int[5]){1, 1, 1, 1, 1});
    return CAL_OK;
}

const cal_model cal_model_vgg8 = {
    .entry = {.id = "vgg8",
              .label = "VGG-8",
              .tex = "",
              .source = "Simonyan and Zisserman 2015, Table 1, shallower than A; with batch norm",
              .help = "One convolution in each of five stages, a quarter as wide as published ones",
              .params = (const cal_param[]){CAL_WIDTH_PARAM(0.25, "64, 128, 256, 512 and 512"),
                                            CAL_HEAD_PARAM(128),
                                            CAL_DROP_PARAM(0, "after each hidden fully connected layer"),
                                            {0}}},
    .layers = layers,
};
