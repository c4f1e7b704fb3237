// Unchanged pictures.
#include "catalog/training.h"

static cal_pixel_view view(uint64_t seed, int epoch, int sample, const cal_choice *choice) {
    (void)seed, (void)epoch, (void)sample, (void)choice;
    return (cal_pixel_view){0, 0, false};
}

const cal_augment cal_augment_none = {
    .entry = {.id = "none",
              .label = "None",
              .tex = "",
              .source = "",
              .help = "No augmentation: every epoch uses the same pictures"},
    .view = view,
};
