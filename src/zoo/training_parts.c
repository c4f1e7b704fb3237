// Floor 3. What the optimisers share.
#include "zoo/training.h"

double cal_decay(const cal_update *u, const cal_choice *choice) {
    return u->norm && cal_choice_integer(choice, "decay_on") == 1 ? 0 : cal_choice_number(choice, "decay");
}
