// ResNet-20 for small images.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    cal_model_add_resnet(out, choice, 3);
    return CAL_OK;
}

const cal_model cal_model_resnet20 = {
    .entry = {.id = "resnet20",
              .label = "ResNet-20",
              .tex = "y = x + F(x)",
              .source = "He et al. 2016, Sec. 4.2",
              .help = "Residual blocks with 16, 32 and 64 channels, three in each stage",
              .params = (const cal_param[]){CAL_WIDTH_PARAM(1, "16, 32 and 64"), CAL_SHORTCUT_PARAM, {0}}},
    .layers = layers,
};
