#include "run/conformal/seen.h"
#include <string.h>
#include "catalog/loss/loss.h"

static bool loss_sees(const cal_choice *loss) {
    const cal_loss *l = cal_loss_of(loss);
    return l->state && l->state->validated;
}

const char *cal_spec_saw_validation(const cal_spec *spec) {
    if (cal_choice_integer(&spec->run, "keep")) return "keep=best";
    if (cal_choice_integer(&spec->run, "patience")) return "patience";
    if (strcmp(spec->schedule.entry->id, "plateau") == 0) return "schedule=plateau";
    if (loss_sees(&spec->loss) || (spec->switch_after && loss_sees(&spec->then))) return "the loss";
    return NULL;
}
