// The learning rate falls to zero as a power of the remaining fraction of the run.
#include "base/maths/maths.h"
#include "catalog/training.h"

static double factor(const cal_schedule_time *at, const cal_choice *choice) {
    return cal_pow(1 - at->fraction, cal_choice_number(choice, "power"));
}

const cal_schedule cal_schedule_polynomial = {
    .entry = {.id = "polynomial",
              .label = "Polynomial",
              .tex = "\\eta_t = \\eta (1 - t)^p",
              .source = "Chen et al. 2018, DeepLab, Sec. 4.1 (p = 0.9); t is the fraction of the run",
              .help = "The learning rate falls to zero: linearly with power 1, earlier with larger powers",
              .params = (const cal_param[]){{.name = "power",
                                             .help = "1 is a line, 2 a parabola",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 1,
                                             .min = 0,
                                             .max = 10},
                                            CAL_WARMUP_PARAM,
                                            {0}}},
    .factor = factor,
};
