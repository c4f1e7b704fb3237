// ResNet-50: for ImageNet, or with the calibration papers' start for small images.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    const cal_value *stages = cal_choice_value(choice, "stages");
    int width = cal_model_width(choice, 64);
    cal_model_add_stem(out, choice, width);
    cal_model_add_blocks(out, CAL_BOTTLENECK, stages->number, stages->count, width);
    cal_text_add(out, "gap-fc");
    return CAL_OK;
}

const cal_model cal_model_resnet50 = {
    .entry =
        {.id = "resnet50",
         .label = "ResNet-50",
         .tex = "y = x + F(x)",
         .source = "He et al. 2016, Table 1; the stride is in the 3x3 convolution, as in torchvision",
         .help =
             "Residual blocks of three convolutions with 256 to 2048 channels; stages=3/4/23/3 is ResNet-101",
         .params = (const cal_param[]){CAL_WIDTH_PARAM(1, "64, 128, 256 and 512"),
                                       CAL_STAGES_PARAM("3/4/6/3", "blocks"),
                                       CAL_STEM_PARAM,
                                       CAL_SHORTCUT_PARAM,
                                       {0}}},
    .layers = layers,
};
