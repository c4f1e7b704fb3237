// Finds what a training has already chosen by its validation set.
#ifndef CAL_RUN_CONFORMAL_SEEN_H
#define CAL_RUN_CONFORMAL_SEEN_H
#include "run/link/spec.h"

// Returns the option of the link that used the validation set, "keep=best"; null: none.
const char *cal_spec_saw_validation(const cal_spec *spec);

#endif
