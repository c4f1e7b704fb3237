// The learning rate drops by a factor at given fractions of the run.
#include "catalog/training.h"

static double factor(const cal_schedule_time *at, const cal_choice *choice) {
    const cal_value *drops = cal_choice_value(choice, "at");
    double drop = cal_choice_number(choice, "factor"), result = 1;
    for (int i = 0; i < drops->count; i++)
        if (at->fraction >= drops->number[i]) result *= drop;
    return result;
}

const cal_schedule cal_schedule_step = {
    .entry = {.id = "step",
              .label = "Steps",
              .tex = "\\eta_t = \\eta f^{\\#\\{i : t \\ge t_i\\}}",
              .source = "He et al. 2016, Sec. 4.2: after half and three quarters of the run",
              .help = "The learning rate drops at set points of the run",
              .params = (const cal_param[]){{.name = "at",
                                             .help = "when the learning rate drops",
                                             .unit = "of the run",
                                             .type = CAL_LIST,
                                             .preset = "0.5/0.75",
                                             .value = 0.5,
                                             .min = 0,
                                             .max = 1},
                                            {.name = "factor",
                                             .help = "the learning rate is multiplied by this each time",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 0.1,
                                             .min = 0,
                                             .max = 1},
                                            CAL_WARMUP_PARAM,
                                            {0}}},
    .factor = factor,
};
