// Losses with their penalties.
#include "catalog/penalty/penalty.h"
#include "catalog/terms/terms.h"

static bool is_loss(const cal_choice *choice) {
    for (int i = 0; cal_losses[i]; i++)
        if (&cal_losses[i]->entry == choice->entry) return true;
    return false;
}

const cal_penalty *cal_penalty_in(const cal_choice *choice) {
    return is_loss(choice) ? cal_loss_of(choice)->penalty : cal_penalty_of(choice);
}

static cal_node added(cal_graph *g, cal_node each, const cal_loss_batch *batch, const cal_choice *choice) {
    const cal_penalty *penalty = choice ? cal_penalty_in(choice) : NULL;
    return penalty && penalty->build ? cal_graph_add(g, each, penalty->build(g, batch, choice)) : each;
}

static cal_node of_rows(cal_graph *g, const cal_loss_batch *batch, const cal_choice *loss,
                        const cal_choice *penalty) {
    cal_node each = cal_loss_of(loss)->build(g, batch, loss);
    return added(g, added(g, each, batch, loss), batch, penalty);
}

cal_node cal_objective_build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *loss,
                             const cal_choice *penalty) {
    if (!batch->several) return of_rows(g, batch, loss, penalty);
    cal_loss_batch rows = *batch;
    rows.logits = cal_label_pairs(g, batch->logits);
    rows.sample_weight = CAL_ABSENT; // losses that couple samples have no multi-label form
    return cal_label_mean(g, of_rows(g, &rows, loss, penalty), batch->known,
                          cal_shape_of(g, batch->logits).c);
}

int cal_objective_estimates(const cal_choice *out[CAL_ESTIMATES_MAX], const cal_choice *loss,
                            const cal_choice *penalty) {
    const cal_choice *const all[] = {loss, penalty};
    int count = 0;
    for (int i = 0; i < 2; i++) {
        const cal_penalty *in = all[i] ? cal_penalty_in(all[i]) : NULL;
        if (in && in->estimate && cal_choice_number(all[i], "tau") != 0) out[count++] = all[i];
    }
    return count;
}

cal_status cal_objective_check_logits(const cal_choice *loss, const cal_choice *penalty, cal_error *err) {
    const cal_choice *const all[] = {loss, penalty};
    for (int i = 0; i < 2; i++) {
        const cal_penalty *in = all[i] ? cal_penalty_in(all[i]) : NULL;
        if (in && in->estimate)
            return cal_fail(
                err, CAL_USAGE,
                "%s %s has no value from logits alone: it depends on the weights of a network; train with it",
                i ? "penalty" : "loss", all[i]->entry->id);
    }
    return CAL_OK;
}
