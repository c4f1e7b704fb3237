// Implementations that all losses share.
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
cal_status cal_loss_check_labels(const cal_choice *loss, cal_error *err) {
    cal_text known = {0};
    if (cal_loss_of(loss)->each_label) return CAL_OK;
    for (int i = 0; cal_losses[i]; i++)
        if (cal_losses[i]->each_label)
            cal_text_add(&known, known.length ? ", %s" : "%s", cal_losses[i]->entry.id);
    const cal_status status =
        cal_fail(err, CAL_USAGE, "loss %s has no multi-label form (head=sigmoid): take one of %s",
                 loss->entry->id, known.data ? known.data : "the others");
    cal_text_free(&known);
    return status;
}
