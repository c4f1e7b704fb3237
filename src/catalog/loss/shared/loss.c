// What all losses have in common.
#include "catalog/loss/loss.h"

static cal_shape state_shape(const cal_choice *choice) {
    const cal_loss_state *state = cal_loss_of(choice)->state;
    return state ? (cal_shape){state->rows, state->columns(choice), 1, 1} : (cal_shape){0, 0, 1, 1};
}

size_t cal_loss_state_size(const cal_choice *choice) { return cal_elements(state_shape(choice)); }

cal_node cal_loss_state_input(cal_graph *g, const cal_choice *choice) {
    return cal_loss_of(choice)->state ? cal_graph_input(g, CAL_VECTOR, state_shape(choice)) : CAL_ABSENT;
}

void cal_loss_begin(double *state, const cal_choice *choice) {
    if (state) cal_loss_of(choice)->state->begin(state, choice);
}
