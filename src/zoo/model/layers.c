// Any network, written in the layer language.
#include "zoo/model.h"
#include <string.h>

static bool layers(char out[CAL_LAYERS_MAX], const cal_choice *choice) {
    strcpy(out, choice->words); // CAL_TEXT_MAX is the smaller of the two
    return true;
}
_Static_assert(CAL_TEXT_MAX <= CAL_LAYERS_MAX, "a layer text fits");

const cal_model cal_model_layers = {
    .entry = {.id = "layers",
              .label = "Your own layers",
              .tex = "",
              .source = "the layer language, see the README",
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
