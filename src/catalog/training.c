// Functions that optimisers share, and that schedules share.
#include "catalog/training.h"

double cal_decay(const cal_update *u, const cal_choice *choice) {
    return u->norm && cal_choice_integer(choice, "decay_on") == 1 ? 0 : cal_choice_number(choice, "decay");
}

const cal_watch cal_watch_start = {.best = __builtin_nan(""), .factor = 1};

double cal_schedule_factor(const cal_choice *choice, const cal_watch *watch, int step, int steps) {
    const cal_schedule *schedule = cal_schedule_of(choice);
    const cal_schedule_time at = {step, steps, (double)step / steps};
    const double factor = schedule->watch ? watch->factor : schedule->factor(&at, choice);
    if (cal_param_find(choice->entry, "warmup") < 0) return factor;
    const int warm = (int)(cal_choice_number(choice, "warmup") * steps + 0.5);
    return step + 1 < warm ? factor * (step + 1) / warm : factor;
}
