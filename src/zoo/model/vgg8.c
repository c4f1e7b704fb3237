// VGG with 8 layers that have weights, and batch norm.
#include "zoo/model.h"

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
              .params =
                  (const cal_param[]){CAL_WIDTH_PARAM(0.25, "64, 128, 256, 512 and 512"),
                                      {.name = "head",
                                       .help = "features of each of two hidden layers at its end, or none",
                                       .unit = "features",
                                       .type = CAL_INTEGER,
                                       .value = 128,
                                       .min = 0,
                                       .max = 8192},
                                      CAL_DROP_PARAM(0, "behind the hidden layers at its end"),
                                      {0}}},
    .layers = layers,
};
