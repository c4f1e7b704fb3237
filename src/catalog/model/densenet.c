// DenseNet: each layer reads the outputs of all layers before it in its stage.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    const cal_value *stages = cal_choice_value(choice, "stages");
    int growth = cal_choice_integer(choice, "growth"), bottleneck = cal_choice_integer(choice, "bottleneck");
    double kept = cal_choice_number(choice, "compression");
    int width = bottleneck && kept < 1 ? 2 * growth : 16; // Sec. 3, "Implementation Details"
    if (cal_model_is_imagenet(choice)) cal_model_add_stem(out, choice, width);
    else cal_text_add(out, "c%db0-", width); // the first layer begins with a norm
    for (int stage = 0; stage < stages->count; stage++) {
        if (stage) {
            width = (int)(width * kept);
            cal_text_add(out, "bn-relu-c%dk1b0-ap2-", width = width < 1 ? 1 : width);
        }
        for (int layer = 0; layer < (int)stages->number[stage]; layer++, width += growth) {
            cal_text_add(out, "cat(bn-relu-");
            if (bottleneck) cal_text_add(out, "c%dk1-bn-relu-", bottleneck * growth);
            cal_text_add(out, "c%db0)-", growth);
        }
    }
    cal_text_add(out, "bn-relu-gap-fc");
    return CAL_OK;
}

const cal_model cal_model_densenet = {
    .entry =
        {.id = "densenet",
         .label = "DenseNet",
         .tex = "x_l = [x_{l-1},\\, F_l(x_{l-1})]",
         .source = "Huang et al. 2017, Sec. 3 and Table 1",
         .help = "Each layer appends its channels to those that it reads; DenseNet-121 is "
                 "stages=6/12/24/16,growth=32",
         .params =
             (const cal_param[]){
                 CAL_STAGES_PARAM("4/4/4", "layers"),
                 {.name = "growth",
                  .help = "channels that a layer adds",
                  .unit = "channels",
                  .type = CAL_INTEGER,
                  .value = 12,
                  .min = 1,
                  .max = 256},
                 {.name = "bottleneck",
                  .help =
                      "width of the 1x1 convolution before the 3x3 one, as a multiple of the growth; 0: none",
                  .unit = "",
                  .type = CAL_INTEGER,
                  .value = 4,
                  .min = 0,
                  .max = 16},
                 {.name = "compression",
                  .help = "fraction of the channels that is kept between two stages",
                  .unit = "",
                  .type = CAL_REAL,
                  .value = 0.5,
                  .min = 0,
                  .max = 1,
                  .open_min = true},
                 CAL_STEM_PARAM,
                 {0}}},
    .layers = layers,
};
