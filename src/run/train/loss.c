// Losses with a state, and the switch to another loss: when a loss's state changes, and from which values.
#include "run/train/parts.h"
#include "catalog/penalty/penalty.h"

static int every(const cal_choice *loss) {
    const cal_loss_state *state = cal_loss_of(loss)->state;
    return state->every ? state->every(loss) : 0;
}

static cal_status check_one(const cal_choice *loss, const cal_spec *spec, const cal_sizes *s,
                            cal_error *err) {
    const cal_loss_state *state = cal_loss_of(loss)->state;
    cal_status (*check)(const cal_choice *, cal_error *) = loss->entry->check;
    cal_status status = check ? check(loss, err) : CAL_OK; // again: a sweep sets single parameters
    if (status || !state || !state->validated || s->val) return status;
    return cal_fail(err, CAL_USAGE, "loss %s needs a validation set, but data %s has val=0: set val above 0",
                    loss->entry->id, spec->data.entry->id);
}

static bool keeps(const cal_choice *loss) {
    const cal_loss_state *state = cal_loss_of(loss)->state;
    return state && state->keeps && state->keeps(loss);
}

// Refuses to continue with a state of another kind or size.
static cal_status check_kept(const cal_spec *spec, cal_error *err) {
    const cal_choice *before = &spec->loss, *then = &spec->then;
    const char *id = then->entry ? then->entry->id : "";
    if (keeps(before))
        return cal_fail(err, CAL_USAGE,
                        "loss %s: keep=yes goes on with what a loss has learned before a switch, and before "
                        "this one there is none: write it in switch=",
                        before->entry->id);
    if (!spec->switch_after || !keeps(then)) return CAL_OK;
    if (before->entry != then->entry)
        return cal_fail(err, CAL_USAGE,
                        "switch: %s:keep=yes goes on with a loss %s, but the loss before is %s", id, id,
                        before->entry->id);
    const int had = cal_loss_of(before)->state->columns(before),
              has = cal_loss_of(then)->state->columns(then);
    if (had == has) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "switch: %s:keep=yes goes on with the bins of the loss before, which are %d, not %d", id,
                    had - 1, has - 1);
}

cal_status cal_run_check_loss(const cal_spec *spec, const cal_sizes *s, cal_error *err) {
    const int epochs = cal_run_number(spec, "epochs"), after = spec->switch_after;
    cal_status status = check_one(&spec->loss, spec, s, err);
    if (!status) status = check_kept(spec, err);
    if (status || !after) return status;
    if (epochs == 1)
        return cal_fail(err, CAL_USAGE, "switch=%d: a run of one epoch cannot switch: take more epochs",
                        after);
    if (after >= epochs)
        return cal_fail(err, CAL_USAGE,
                        "switch=%d is not a whole number from 1 to %d, as the run has %d epochs", after,
                        epochs - 1, epochs);
    return check_one(&spec->then, spec, s, err);
}

// ---- phases

int cal_run_phase_of(const cal_spec *spec, int epoch) {
    return spec->switch_after && epoch >= spec->switch_after;
}

const cal_choice *cal_run_loss_in(const cal_spec *spec, int epoch) {
    return cal_run_phase_of(spec, epoch) ? &spec->then : &spec->loss;
}

size_t cal_run_loss_rows(const cal_spec *spec, int epochs) {
    const int first = cal_run_phase_of(spec, epochs) ? spec->switch_after : epochs;
    size_t numbers = (size_t)first * cal_loss_state_size(&spec->loss);
    if (epochs > first) numbers += (size_t)(epochs - first) * cal_loss_state_size(&spec->then);
    return numbers;
}

double *cal_run_loss_row(const cal_run *run, int epoch) {
    return run->loss_states + cal_run_loss_rows(&run->spec, epoch);
}

size_t cal_run_loss_state_max(const cal_spec *spec) {
    const size_t first = cal_loss_state_size(&spec->loss),
                 second = spec->switch_after ? cal_loss_state_size(&spec->then) : 0;
    return first > second ? first : second;
}

bool cal_run_traces(const cal_spec *spec, const cal_choice *loss) {
    const cal_choice *penalty[CAL_ESTIMATES_MAX];
    return cal_objective_estimates(penalty, loss, &spec->penalty) > 0;
}

void cal_run_enter(cal_run *run, int epoch) {
    run->now = &run->phase[cal_run_phase_of(&run->spec, epoch)];
    if (cal_loss_state_size(run->now->loss) && !keeps(run->now->loss))
        cal_loss_begin(run->loss_state, run->now->loss);
}

// ---- changes of the state

void cal_run_loss_before(cal_run *run) {
    const cal_choice *loss = run->now->loss;
    const cal_loss_state *state = cal_loss_of(loss)->state;
    const int steps = run->steps_per_epoch * cal_run_number(&run->spec, "epochs");
    if (state && state->step) state->step(run->loss_state, (double)run->step / steps, loss);
}

static cal_status take_in(cal_run *run, cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_error why = {CAL_OK, ""};
    const cal_split *val = &run->data.val;
    const cal_choice *loss = run->now->loss;
    cal_status status = cal_scores_make_how(&scores, &arena, (cal_scores_options){run->pool, 0},
                                            run->val_logits, val->labels, NULL, val->n, run->data.k, 1, &why);
    if (!status) cal_loss_of(loss)->state->validated(run->loss_state, &scores, loss);
    cal_arena_free(&arena);
    if (!status) return CAL_OK;
    return cal_fail(err, status == CAL_MEMORY ? status : CAL_FAILED,
                    "validation set: %s: try a smaller learning rate", why.text);
}

cal_status cal_run_loss_after(cal_run *run, cal_error *err) {
    const cal_choice *loss = run->now->loss;
    const cal_loss_state *state = cal_loss_of(loss)->state;
    if (!state || !state->validated || !every(loss) || run->step % every(loss)) return CAL_OK;
    cal_run_validate(run);
    return take_in(run, err);
}

cal_status cal_run_loss_validated(cal_run *run, cal_error *err) {
    const cal_loss_state *state = cal_loss_of(run->now->loss)->state;
    return state && state->validated && !every(run->now->loss) ? take_in(run, err) : CAL_OK;
}

void cal_run_write_loss_state(const cal_run *run, int epoch, cal_text *json) {
    const cal_choice *loss = cal_run_loss_in(&run->spec, epoch);
    if (!cal_loss_state_size(loss)) return;
    cal_json_key(json, "loss_state");
    cal_json_open(json, '{');
    cal_loss_of(loss)->state->write(json, cal_run_loss_row(run, epoch), loss);
    cal_json_close(json, '}');
}
