// ResNet-20 for small images.
#include "zoo/model.h"

static bool layers(char out[CAL_LAYERS_MAX], const cal_choice *choice) {
    (void)choice;
    return cal_model_resnet(out, 3);
}

const cal_model cal_model_resnet20 = {
    .entry = {.id = "resnet20",
              .label = "ResNet-20",
              .tex = "y = x + F(x)",
              .source = "He et al. 2016, Sec. 4.2",
              .help = "Residual blocks with 16, 32 and 64 channels, three in each stage",
              .params = (const cal_param[]){CAL_SHORTCUT_PARAM, {0}}},
    .layers = layers,
};
