// Adds nothing to the loss.
#include "catalog/penalty/penalty.h"

const cal_penalty cal_penalty_none = {
    .entry = {.id = "none", .label = "None", .tex = "", .source = "", .help = "No penalty"},
};
