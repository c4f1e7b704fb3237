// The learning rate stays.
#include "zoo/training.h"

static double factor(double share, const cal_choice *choice) {
    (void)share, (void)choice;
    return 1;
}

const cal_schedule cal_schedule_constant = {
    .entry = {.id = "constant",
              .label = "Constant",
              .tex = "\\eta_t = \\eta",
              .source = "",
              .help = "The learning rate never changes"},
    .factor = factor,
};
