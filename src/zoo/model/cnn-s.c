// The lab's small convolutional network: big enough to memorise a few hundred pictures within a minute.
#include "zoo/model.h"
#include <string.h>

static bool layers(char out[CAL_LAYERS_MAX], const cal_choice *choice) {
    (void)choice;
    strcpy(out, "c32-bn-relu-c32-bn-relu-mp2-c64-bn-relu-c64-bn-relu-mp2-gap-fc");
    return true;
}

const cal_model cal_model_cnn_s = {
    .entry = {.id = "cnn-s",
              .label = "Small CNN",
              .tex = "",
              .source = "this lab, after VGG (Simonyan and Zisserman 2015)",
              .help = "Four convolutions in two stages, 66 thousand parameters"},
    .layers = layers,
};
