// Up to a large learning rate and then down to almost none, each along half a cosine or a line.
#include "base/maths/maths.h"
#include "catalog/training.h"

static double between(double from, double to, double fraction, bool line) {
    if (line) return from + (to - from) * fraction;
    return to + (from - to) / 2 * (1 + cal_cos(3.14159265358979323846 * fraction));
}

// PyTorch's phases: the first ends at step `rise` T - 1, the second at T - 1, counted from 0.
static double factor(const cal_schedule_time *at, const cal_choice *choice) {
    const double start = 1 / cal_choice_number(choice, "start");
    const double final = start / cal_choice_number(choice, "final");
    const double top = cal_choice_number(choice, "rise") * at->steps - 1, end = at->steps - 1;
    const bool line = cal_choice_integer(choice, "shape") == 1;
    if (at->step <= top) return between(start, 1, top > 0 ? at->step / top : 1, line);
    return between(1, final, (at->step - top) / (end - top), line);
}

const cal_schedule cal_schedule_one_cycle = {
    .entry = {.id = "one-cycle",
              .label = "One cycle",
              .tex = "\\tfrac{\\eta}{d} \\nearrow \\eta \\searrow \\tfrac{\\eta}{d f}",
              .source = "Smith and Topin 2018, as PyTorch's OneCycleLR; the momentum is not cycled "
                        "(cycle_momentum=False)",
              .help = "The learning rate rises to the optimiser's lr and then falls to almost zero; momentum "
                      "is not cycled",
              .params = (const cal_param[]){{.name = "rise",
                                             .help = "when the learning rate peaks",
                                             .unit = "of the run",
                                             .type = CAL_REAL,
                                             .value = 0.3,
                                             .min = 0,
                                             .max = 1},
                                            {.name = "start",
                                             .help = "initial learning rate: lr divided by this",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 25,
                                             .min = 1,
                                             .max = 1e6},
                                            {.name = "final",
                                             .help = "final learning rate: the initial one divided by this",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 1e4,
                                             .min = 1,
                                             .max = 1e9},
                                            {.name = "shape",
                                             .help = "each phase follows half a cosine, or a line",
                                             .unit = "",
                                             .type = CAL_CHOICE,
                                             .choices = "cosine/line",
                                             .max = 1},
                                            {0}}},
    .factor = factor,
};
