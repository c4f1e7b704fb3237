// The learning rate falls by the same factor in every step.
#include "base/maths/maths.h"
#include "catalog/training.h"

static double factor(const cal_schedule_time *at, const cal_choice *choice) {
    return cal_pow(cal_choice_number(choice, "final"), at->fraction);
}

const cal_schedule cal_schedule_exponential = {
    .entry = {.id = "exponential",
              .label = "Exponential",
              .tex = "\\eta_t = \\eta f^t",
              .source = "t is the fraction of the run: PyTorch's ExponentialLR with gamma = f^(1/steps)",
              .help = "The learning rate falls by the same factor in every step",
              .params = (const cal_param[]){{.name = "final",
                                             .help = "fraction of lr at the end of the run",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 0.01,
                                             .min = 0,
                                             .max = 1,
                                             .open_min = true},
                                            CAL_WARMUP_PARAM,
                                            {0}}},
    .factor = factor,
};
