// ResNet-8 for small images.
#include "zoo/model.h"

static bool layers(char out[CAL_LAYERS_MAX], const cal_choice *choice) {
    (void)choice;
    return cal_model_resnet(out, 1);
}

const cal_model cal_model_resnet8 = {
    .entry = {.id = "resnet8",
              .label = "ResNet-8",
              .tex = "y = x + F(x)",
              .source = "He et al. 2016, Sec. 4.2",
              .help = "Residual blocks with 16, 32 and 64 channels, one in each stage",
              .params = (const cal_param[]){CAL_SHORTCUT_PARAM, {0}}},
    .layers = layers,
};
