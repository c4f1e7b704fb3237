// Multinomial logistic regression: one linear layer.
#include "catalog/model/model.h"

static cal_status layers(cal_text *out, const cal_choice *choice, cal_error *err) {
    (void)choice, (void)err;
    cal_text_add(out, "fc");
    return CAL_OK;
}

const cal_model cal_model_logistic = {
    .entry = {.id = "logistic",
              .label = "Logistic regression",
              .tex = "z = W x + b",
              .source = "Cox 1958",
              .help = "One linear layer: too small to memorise much, so usually well calibrated"},
    .layers = layers,
};
