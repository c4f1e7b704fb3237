// Floor 4. Losses that learn from the run: when their state changes, and what it changes with.
#include "run/trainer_parts.h"
#include "zoo/loss.h"

static int every(const cal_spec *spec) {
    const cal_loss_state *state = cal_loss_of(&spec->loss)->state;
    return state->every ? state->every(&spec->loss) : 0;
}

cal_status cal_run_check_loss(const cal_spec *spec, const cal_sizes *s, cal_error *err) {
    const cal_loss_state *state = cal_loss_of(&spec->loss)->state;
    cal_status (*check)(const cal_choice *, cal_error *) = spec->loss.entry->check;
    cal_status status = check ? check(&spec->loss, err) : CAL_OK; // a sweep sets one parameter at a time
    if (status || !state || !state->validated || s->val) return status;
    return cal_fail(err, CAL_USAGE,
                    "loss %s looks at the validation set, and data %s has val=0: give it some",
                    spec->loss.entry->id, spec->data.entry->id);
}

void cal_run_loss_before(cal_run *run) {
    const cal_choice *loss = &run->spec.loss;
    const cal_loss_state *state = cal_loss_of(loss)->state;
    const int steps = run->steps_per_epoch * cal_run_number(&run->spec, "epochs");
    if (state && state->step) state->step(run->loss_state, (double)run->step / steps, loss);
}

static cal_status take_in(cal_run *run, cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_error why = {CAL_OK, ""};
    const cal_split *val = &run->data.val;
    cal_status status =
        cal_scores_make(&scores, &arena, run->val_logits, val->labels, NULL, val->n, run->data.k, 1, &why);
    if (!status) cal_loss_of(&run->spec.loss)->state->validated(run->loss_state, &scores, &run->spec.loss);
    cal_arena_free(&arena);
    if (!status) return CAL_OK;
    return cal_fail(err, status == CAL_MEMORY ? status : CAL_FAILED,
                    "validation set: %s: try a smaller learning rate", why.text);
}

cal_status cal_run_loss_after(cal_run *run, cal_error *err) {
    const cal_loss_state *state = cal_loss_of(&run->spec.loss)->state;
    if (!state || !state->validated || !every(&run->spec) || run->step % every(&run->spec)) return CAL_OK;
    cal_run_validate(run);
    return take_in(run, err);
}

cal_status cal_run_loss_validated(cal_run *run, cal_error *err) {
    const cal_loss_state *state = cal_loss_of(&run->spec.loss)->state;
    return state && state->validated && !every(&run->spec) ? take_in(run, err) : CAL_OK;
}

void cal_run_write_loss_state(const cal_run *run, int epoch, cal_text *json) {
    const cal_choice *loss = &run->spec.loss;
    const size_t size = cal_loss_state_size(loss);
    if (!size) return;
    cal_json_key(json, "loss_state");
    cal_json_open(json, '{');
    cal_loss_of(loss)->state->write(json, run->loss_states + (size_t)epoch * size, loss);
    cal_json_close(json, '}');
}
