// VGG with 16 layers that have weights, and batch norm.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    cal_model_add_vgg(out, choice, (const int[5]){2, 2, 3, 3, 3});
    return CAL_OK;
}

const cal_model cal_model_vgg16 = {
    .entry = {.id = "vgg16",
              .label = "VGG-16",
              .tex = "",
              .source = "Simonyan and Zisserman 2015, Table 1, D; with batch norm",
              .help = "Two or three convolutions in each of five stages",
              .params = (const cal_param[]){CAL_WIDTH_PARAM(1, "64, 128, 256, 512 and 512"),
                                            CAL_HEAD_PARAM(512),
                                            CAL_DROP_PARAM(50, "after each hidden fully connected layer"),
                                            {0}}},
    .layers = layers,
};
