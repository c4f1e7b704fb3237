// A residual network for small images, of any depth.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    int depth = cal_choice_integer(choice, "depth");
    if (depth % 6 != 2)
        return cal_fail(err, CAL_USAGE, "model resnet: depth=%d is not 6 n + 2, as 8, 14 and 20 are", depth);
    cal_model_add_resnet(out, choice, depth / 6);
    return CAL_OK;
}

const cal_model cal_model_resnet = {
    .entry = {.id = "resnet",
              .label = "ResNet of any depth",
              .tex = "y = x + F(x)",
              .source = "He et al. 2016, Sec. 4.2",
              .help = "Residual blocks with 16, 32 and 64 channels, as many in each stage as the depth says",
              .params = (const cal_param[]){{.name = "depth",
                                             .help = "layers with weights on the longest path: 6 n + 2",
                                             .unit = "layers",
                                             .type = CAL_INTEGER,
                                             .value = 14,
                                             .min = 8,
                                             .max = 200},
                                            CAL_WIDTH_PARAM(1, "16, 32 and 64"),
                                            CAL_SHORTCUT_PARAM,
                                            {0}}},
    .layers = layers,
};
