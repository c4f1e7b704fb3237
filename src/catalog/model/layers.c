// Any network, written in the layer language.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)err;
    cal_text_add(out, "%s", choice->words);
    return CAL_OK;
}

const cal_model cal_model_layers = {
    .entry = {.id = "layers",
              .label = "Your own layers",
              .tex = "",
              .source = "the layer language, see the reference",
              .help = "A network in the layer language: c32-bn-relu-mp2-gap-fc",
              .params = (const cal_param[]){{.name = "text",
                                             .help = "the layers, joined by hyphens",
                                             .unit = "",
                                             .type = CAL_WORDS,
                                             .preset = "c16-bn-relu-mp2-c32-bn-relu-mp2-gap-fc"},
                                            CAL_SHORTCUT_PARAM,
                                            {0}}},
    .layers = layers,
};
