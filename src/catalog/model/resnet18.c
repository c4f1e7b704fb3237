// ResNet-18: for ImageNet, or with the calibration papers' start for small images.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    const cal_value *stages = cal_choice_value(choice, "stages");
    int width = cal_model_width(choice, 64);
    cal_model_add_stem(out, choice, width);
    cal_model_add_blocks(out, CAL_BASIC, stages->number, stages->count, width);
    cal_text_add(out, "gap-fc");
    return CAL_OK;
}

const cal_model cal_model_resnet18 = {
    .entry = {.id = "resnet18",
              .label = "ResNet-18",
              .tex = "y = x + F(x)",
              .source = "He et al. 2016, Table 1",
              .help =
                  "Residual blocks of two convolutions with 64 to 512 channels; stages=3/4/6/3 is ResNet-34",
              .params = (const cal_param[]){CAL_WIDTH_PARAM(1, "64, 128, 256 and 512"),
                                            CAL_STAGES_PARAM("2/2/2/2", "blocks"),
                                            CAL_STEM_PARAM,
                                            CAL_SHORTCUT_PARAM,
                                            {0}}},
    .layers = layers,
};
