// The lab's small convolutional network, large enough to memorise a few hundred pictures within a minute.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)choice, (void)err;
    cal_text_add(out, "c32-bn-relu-c32-bn-relu-mp2-c64-bn-relu-c64-bn-relu-mp2-gap-fc");
    return CAL_OK;
}

const cal_model cal_model_cnn_s = {
    .entry = {.id = "cnn-s",
              .label = "Small CNN",
              .tex = "",
              .source = "this lab, after VGG (Simonyan and Zisserman 2015)",
              .help = "Four convolutions in two stages, 66 thousand parameters"},
    .layers = layers,
};
