// The learning rate falls along half a cosine to zero.
#include "base/maths/maths.h"
#include "catalog/training.h"

static double factor(const cal_schedule_time *at, const cal_choice *choice) {
    (void)choice;
    return 0.5 * (1 + cal_cos(3.14159265358979323846 * at->fraction));
}

const cal_schedule cal_schedule_cosine = {
    .entry = {.id = "cosine",
              .label = "Cosine",
              .tex = "\\eta_t = \\tfrac12 \\eta (1 + \\cos \\pi t)",
              .source = "Loshchilov and Hutter 2017, Eq. 5, without restarts; t is the fraction of the run",
              .help = "The learning rate falls smoothly to zero",
              .params = (const cal_param[]){CAL_WARMUP_PARAM, {0}}},
    .factor = factor,
};
