// Multinomial logistic regression: one linear layer.
#include "zoo/model.h"
#include <string.h>

static bool layers(char out[CAL_LAYERS_MAX], const cal_choice *choice) {
    (void)choice;
    strcpy(out, "fc");
    return true;
}

const cal_model cal_model_logistic = {
    .entry = {.id = "logistic",
              .label = "Logistic regression",
              .tex = "z = W x + b",
              .source = "Cox 1958",
              .help = "One linear layer: too small to memorise much, so usually honest"},
    .layers = layers,
};
