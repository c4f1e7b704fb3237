// A constant learning rate.
#include "catalog/training.h"

static double factor(const cal_schedule_time *at, const cal_choice *choice) {
    (void)at, (void)choice;
    return 1;
}

const cal_schedule cal_schedule_constant = {
    .entry = {.id = "constant",
              .label = "Constant",
              .tex = "\\eta_t = \\eta",
              .source = "",
              .help = "The learning rate never changes",
              .params = (const cal_param[]){CAL_WARMUP_PARAM, {0}}},
    .factor = factor,
};
