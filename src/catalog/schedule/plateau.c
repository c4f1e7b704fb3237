// The learning rate drops when a figure no longer improves.
#include "catalog/training.h"

// As ReduceLROnPlateau.step: an improvement by more than the threshold restarts the count.
static void watch(cal_watch *w, double figure, bool larger_is_better, const cal_choice *choice) {
    const double threshold = cal_choice_number(choice, "threshold");
    const bool relative = cal_choice_integer(choice, "threshold_mode") == 0;
    const double sign = larger_is_better ? 1 : -1;
    const double bar = relative ? w->best * (1 + sign * threshold) : w->best + sign * threshold;
    if (w->best != w->best || (larger_is_better ? figure > bar : figure < bar)) w->best = figure, w->bad = 0;
    else w->bad++;
    if (w->cooldown > 0) w->cooldown--, w->bad = 0;
    if (w->bad <= cal_choice_integer(choice, "patience")) return;
    const double least = cal_choice_number(choice, "least");
    w->factor *= cal_choice_number(choice, "factor");
    if (w->factor < least) w->factor = least;
    w->cooldown = cal_choice_integer(choice, "cooldown");
    w->bad = 0;
}

const cal_schedule cal_schedule_plateau = {
    .entry = {.id = "plateau",
              .label = "On a plateau",
              .tex = "\\eta \\leftarrow \\max(f \\eta, \\eta_{\\min})",
              .source = "PyTorch's ReduceLROnPlateau with eps=0, after every epoch",
              .help = "The learning rate drops when a figure has not improved for some epochs",
              .params =
                  (const cal_param[]){
                      {.name = "by",
                       .help = "the figure that is monitored",
                       .unit = "",
                       .type = CAL_CHOICE,
                       .choices = "loss",
                       .kind = "metric"},
                      {.name = "on",
                       .help = "on which set; the training set's figures are those of "
                               "the mini-batches as they were trained on",
                       .unit = "",
                       .type = CAL_CHOICE,
                       .choices = "val/train",
                       .max = 1},
                      {.name = "patience",
                       .help = "number of epochs without improvement that are tolerated",
                       .unit = "epochs",
                       .type = CAL_INTEGER,
                       .value = 5,
                       .max = 10000},
                      {.name = "factor",
                       .help = "the learning rate is multiplied by this",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 0.1,
                       .min = 0,
                       .max = 1},
                      {.name = "threshold",
                       .help = "a figure has improved if it changed by more than this",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 1e-4,
                       .min = 0,
                       .max = 1},
                      {.name = "threshold_mode",
                       .help =
                           "whether the threshold is a fraction of the best figure or a difference from it",
                       .unit = "",
                       .type = CAL_CHOICE,
                       .choices = "rel/abs",
                       .max = 1},
                      {.name = "cooldown",
                       .help = "epochs after a drop in which lack of improvement is not counted",
                       .unit = "epochs",
                       .type = CAL_INTEGER,
                       .max = 10000},
                      {.name = "least",
                       .help = "least learning rate, as a fraction of lr",
                       .unit = "",
                       .type = CAL_REAL,
                       .min = 0,
                       .max = 1},
                      CAL_WARMUP_PARAM,
                      {0}}},
    .watch = watch,
};
