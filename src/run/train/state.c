// Saves a paused run as a safetensors file, and resumes it.
//
// Weights and running statistics have their usual names, so that other programs read the file as weights. The
// other tensors are:
// - optimizer.<slot>.<name>: the optimiser's state;
// - best.<name>: the best weights, if kept, after an epoch;
// - history [epochs, figures];
// - diagnostics [epochs, figures], learned: for a run with diagnostics;
// - loss.state, loss.states [epochs, numbers]: for a loss with a state;
// - switched.states [epochs since, numbers]: after a switch of the loss;
// - epoch.loss, epoch.trace, epoch.logits: in the middle of an epoch, sums and logits of its figures.
// A step depends only on these, the link, the data and the step number. The metadata word "arithmetic" is
// "fused" if any step used fused multiply-add: then later steps have other bits than the link promises. "sum"
// detects damaged files, from which a run would otherwise resume with other bits.
#include <string.h>
#include "base/random/random.h"
#include "base/bytes/sha256.h"
#include "base/bytes/safetensors.h"
#include "run/train/diagnostics.h"
#include "run/train/parts.h"
#include "run/train/trainer.h"
#include "run/weights/weights.h"
#include "catalog/loss/loss.h"

static const char format[] = "calib run 1", format_kind[] = "calib run ", fused[] = "fused";
enum { ROOM = 8 }; // tensors in addition to those of the net

// The tensors of a run after run->step steps.
typedef struct state {
    cal_safetensor *tensor, *history; // history: one of them, or null in the first epoch
    int count;
} state;

static cal_safetensor *add(state *s, const char *group, const char *name, void *place, size_t size) {
    cal_safetensor *t = &s->tensor[s->count++];
    size_t length = strlen(group);
    memcpy(t->name, group, length);
    memcpy(t->name + length, name, strlen(name) + 1);
    t->place = place;
    t->size = size;
    t->loose = true;
    return t;
}

static void add_weights(state *s, const char *group, const cal_tensor *tensor, float *place) {
    cal_safetensor *t = add(s, group, tensor->name, place, tensor->size);
    t->ndim = tensor->ndim;
    memcpy(t->dim, tensor->dim, sizeof t->dim);
}

static void add_loss_states(state *s, const cal_run *run, int epochs) {
    const int first = cal_run_phase_of(&run->spec, epochs) ? run->spec.switch_after : epochs;
    const size_t now = cal_loss_state_size(run->now->loss), before = cal_loss_state_size(&run->spec.loss);
    if (now) {
        cal_safetensor *t = add(s, "loss.", "state", run->loss_state, now);
        t->wide = true;
        t->ndim = 1, t->dim[0] = (int)now;
    }
    if (before && first) {
        cal_safetensor *t = add(s, "loss.", "states", run->loss_states, (size_t)first * before);
        t->wide = true;
        t->ndim = 2, t->dim[0] = first, t->dim[1] = (int)before;
    }
    if (now && epochs > first) {
        cal_safetensor *t =
            add(s, "switched.", "states", cal_run_loss_row(run, first), (size_t)(epochs - first) * now);
        t->wide = true;
        t->ndim = 2, t->dim[0] = epochs - first, t->dim[1] = (int)now;
    }
}

// A run that only inspects (CAL_RUN_INSPECT) checks the tensors that it has no memory for, and skips them.
static cal_status state_of(state *s, cal_arena *arena, const cal_run *run, cal_error *err) {
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(run->net, &tensor), slots = cal_run_slots(&run->spec);
    const int epochs = cal_run_epochs_done(run);
    s->count = tensors;
    s->history = NULL;
    s->tensor = cal_weights_tensors(arena, run->net, run->flat, tensors * (slots + 1) + ROOM);
    if (!s->tensor) return cal_refuse_memory(err, "the state of a run");
    for (int i = 0; i < tensors; i++) {
        const cal_tensor *t = &tensor[i];
        const bool statistic = t->role == CAL_RUNNING_MEAN || t->role == CAL_RUNNING_VAR;
        for (int slot = 0; slot < slots && !statistic; slot++) {
            const char group[] = {'o', 'p', 't', 'i', 'm', 'i', 'z', 'e', 'r', '.', (char)('0' + slot),
                                  '.', 0};
            const size_t at = (size_t)slots * t->offset + (size_t)slot * t->size;
            add_weights(s, group, t, run->state ? run->state + at : NULL);
        }
        if (cal_run_keeps_best(&run->spec) && epochs)
            add_weights(s, "best.", t, run->best ? run->best + t->offset : NULL);
    }
    if (epochs) {
        const size_t width = cal_history_width(run->history.columns);
        cal_safetensor *t = s->history = add(s, "history", "", run->history.row, (size_t)epochs * width);
        t->wide = true;
        t->ndim = 2, t->dim[0] = epochs, t->dim[1] = (int)width;
    }
    const int diagnosis = cal_diagnosis_width(&run->spec);
    if (epochs && diagnosis) {
        cal_safetensor *t = add(s, "diagnostics", "", run->diagnoses, (size_t)epochs * (size_t)diagnosis);
        t->wide = true;
        t->ndim = 2, t->dim[0] = epochs, t->dim[1] = diagnosis;
        t = add(s, "learned", "", run->learned, 2 * (size_t)run->data.train.n);
        t->ndim = 2, t->dim[0] = 2, t->dim[1] = run->data.train.n;
    }
    add_loss_states(s, run, epochs);
    if (run->step % run->steps_per_epoch == 0) return CAL_OK;
    add(s, "epoch.", "loss", (void *)&run->train_loss, 1)->wide = true; // no dimension: one number
    if (cal_run_traces(&run->spec, run->now->loss))
        add(s, "epoch.", "trace", (void *)&run->train_trace, 1)->wide = true;
    cal_safetensor *t =
        add(s, "epoch.", "logits", run->train_logits, (size_t)run->data.train.n * (size_t)run->data.k);
    t->ndim = 2, t->dim[0] = run->data.train.n, t->dim[1] = run->data.k;
    return CAL_OK;
}

// Upper bounds of the header. A tensor needs its name, its shape and two offsets. The header also has the
// link and the names of the figures. While it grows, up to three copies exist.
enum { TENSOR_TEXT = sizeof((cal_safetensor){0}.name) + 160, WORDS_TEXT = 3072, GROWING = 3 };

size_t cal_state_bytes(const cal_net *net, const cal_spec *spec, const cal_sizes *s) {
    const cal_tensor *tensor;
    const size_t groups = (size_t)(1 + cal_run_slots(spec) + cal_run_keeps_best(spec));
    const size_t tensors = groups * (size_t)cal_net_tensors(net, &tensor) + ROOM;
    const size_t epochs = (size_t)cal_run_number(spec, "epochs"), width = (size_t)cal_diagnosis_width(spec);
    const size_t loss_numbers = cal_run_loss_rows(spec, (int)epochs) + cal_run_loss_state_max(spec);
    cal_text link = {0};
    cal_spec_write(&link, spec);
    size_t words = WORDS_TEXT + 2 * (size_t)link.length;
    for (int i = 0; cal_metrics[i]; i++) words += strlen(cal_metrics[i]->entry.id) + 1;
    cal_text_free(&link);
    cal_arena list = {.counts = true};
    cal_arena_alloc(&list,
                    ((size_t)cal_net_tensors(net, &tensor) * (size_t)(cal_run_slots(spec) + 2) + ROOM + 1) *
                        sizeof(cal_safetensor)); // as state_of allocates them
    return list.taken + (cal_net_parameters(net) + cal_net_statistics(net)) * groups * sizeof(float) +
           (epochs * (cal_history_width(cal_history_columns(0)) + width) + loss_numbers) * sizeof(double) +
           (width ? 2 * (size_t)s->train * sizeof(float) : 0) + GROWING * (tensors * TENSOR_TEXT + words);
}

size_t cal_run_state_bytes(const cal_run *run) {
    cal_sizes s;
    cal_run_sizes(&s, &run->spec);
    return cal_state_bytes(run->net, &run->spec, &s);
}

// Writes the part of the link that has had an effect so far, which must be equal on both sides. So a run with
// another loss later (a fork) resumes from the state, too.
static void write_link(cal_text *out, const cal_run *run) {
    cal_spec_write_until(out, &run->spec, (run->step + run->steps_per_epoch - 1) / run->steps_per_epoch);
}

// Computes the checksum of all numbers, and of the metadata that identifies them.
static void sum_of(char sum[65], const state *s, bool found, const char *link, const char *step,
                   bool is_fused) {
    cal_sha256 hash;
    cal_sha256_start(&hash);
    cal_sha256_add(&hash, link, strlen(link) + 1);
    cal_sha256_add(&hash, step, strlen(step) + 1);
    if (is_fused) cal_sha256_add(&hash, fused, sizeof fused);
    for (int i = 0; i < s->count; i++) {
        const cal_safetensor *t = &s->tensor[i];
        const size_t width = (found ? t->found_type == CAL_F64 : t->wide) ? 8 : 4;
        cal_sha256_add(&hash, found ? t->found : t->place, t->size * width);
    }
    cal_sha256_hex(sum, &hash);
}

cal_status cal_run_save(cal_text *out, const cal_run *run, cal_error *err) {
    cal_arena arena = {0};
    cal_text link = {0}, figures = {0}, step = {0};
    state s;
    cal_status status = state_of(&s, &arena, run, err);
    write_link(&link, run);
    cal_history_write_names(&figures, run);
    cal_text_add(&step, "%d", run->step);
    if (!status && !link.refused && !figures.refused && !step.refused) {
        char sum[65];
        sum_of(sum, &s, false, link.data, step.data, run->fused);
        const char *const words[][2] = {{"format", format},
                                        {"link", link.data},
                                        {"data_hash", run->data.hash},
                                        {"figures", figures.data},
                                        {"step", step.data},
                                        {"sum", sum},
                                        {run->fused ? "arithmetic" : NULL, fused},
                                        {NULL, NULL}};
        cal_safetensors_write(out, s.tensor, s.count, words);
    } else out->refused = true;
    cal_text_free(&link);
    cal_text_free(&figures);
    cal_text_free(&step);
    cal_arena_free(&arena);
    if (!status && out->refused) status = cal_refuse_memory(err, "the state of a run");
    return status;
}

// ---- resuming

// Files of other programs have any format or none; they may be weights.
static cal_status check_version(const cal_safetensors_file *stored, cal_arena *arena, const cal_file *file,
                                cal_error *err) {
    const char *theirs = cal_safetensors_metadata(stored, arena, "format");
    if (!theirs || strncmp(theirs, format_kind, strlen(format_kind)) || !strcmp(theirs, format))
        return CAL_OK;
    return cal_fail(
        err, CAL_FAILED,
        "%s: its format is %.40s, of another version of this program; this one reads %s: resume it with "
        "the program that saved it, or train its link anew",
        file->name, theirs, format);
}

// Starts the run from a file of weights alone.
static cal_status begin_with(cal_run *run, cal_arena *arena, const cal_file *file, cal_error *err) {
    cal_tensor_map naming;
    cal_status status = CAL_OK;
    if (run->use == CAL_RUN_TRAIN) status = cal_weights_name(run->spec.from, file, err);
    if (!status) status = cal_weights_read(run->flat, NULL, &naming, arena, run->net, file, err);
    run->given = !status;
    return status;
}

static cal_status check_word(const cal_safetensors_file *stored, cal_arena *arena, const cal_file *file,
                             const char *key, const char *mine, cal_error *err) {
    const char *theirs = cal_safetensors_metadata(stored, arena, key);
    if (theirs && mine && strcmp(theirs, mine) == 0) return CAL_OK;
    if (arena->refused || !mine) return cal_refuse_memory(err, "the state of a run");
    if (!theirs)
        return cal_fail(err, CAL_FAILED, "%s: not the saved state of a run: it has no %s", file->name, key);
    return cal_fail(err, CAL_FAILED, "%s: its %s is %.150s, and this run's is %.150s", file->name, key,
                    theirs, mine);
}

static cal_status read_step(int *out, const cal_safetensors_file *stored, cal_arena *arena,
                            const cal_file *file, int most, cal_error *err) {
    const char *text = cal_safetensors_metadata(stored, arena, "step");
    *out = 0;
    for (int i = 0; text && i < 10; i++) {
        if (!text[i] && i) return CAL_OK;
        if (text[i] < '0' || text[i] > '9' || *out > (most - (text[i] - '0')) / 10) break;
        *out = *out * 10 + (text[i] - '0');
    }
    return cal_fail(err, CAL_FAILED, "%s: its step is %.40s, and the run has steps 0 to %d", file->name,
                    text ? text : "missing", most);
}

// A state records which weights its run started from, even if the given link does not name them.
static cal_status take_from(cal_run *run, const cal_safetensors_file *stored, cal_arena *arena,
                            const cal_file *file, cal_error *err) {
    const char *link = cal_safetensors_metadata(stored, arena, "link");
    cal_spec began;
    cal_error why = {CAL_OK, ""};
    if (!link) return CAL_OK; // reported where links are compared
    if (cal_spec_parse(&began, link, strlen(link), &why))
        return cal_fail(err, CAL_FAILED, "%s: its link cannot be read: %s", file->name, why.text);
    if (!run->spec.from[0]) memcpy(run->spec.from, began.from, sizeof began.from);
    run->given = true;
    return CAL_OK;
}

static cal_status check_same_run(const cal_safetensors_file *stored, cal_arena *arena, const cal_run *run,
                                 const cal_file *file, cal_error *err) {
    cal_text link = {0};
    write_link(&link, run);
    cal_status status = check_word(stored, arena, file, "link", link.refused ? NULL : link.data, err);
    if (!status) status = check_word(stored, arena, file, "data_hash", run->data.hash, err);
    cal_text_free(&link);
    return status;
}

// A run that used fused multiply-add stays marked as fused, whatever build continues it.
static cal_status take_arithmetic(cal_run *run, bool *is_fused, const cal_safetensors_file *stored,
                                  cal_arena *arena, const cal_file *file, cal_error *err) {
    const char *text = cal_safetensors_metadata(stored, arena, "arithmetic");
    *is_fused = text && strcmp(text, fused) == 0;
    run->fused |= *is_fused;
    if (arena->refused) return cal_refuse_memory(err, "the state of a run");
    if (!text || *is_fused) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: its arithmetic is %.40s, and this program knows fused alone",
                    file->name, text);
}

// Validates the checksum; a file without one is accepted.
static cal_status check_sum(const cal_safetensors_file *stored, cal_arena *arena, const state *s,
                            const cal_file *file, bool is_fused, cal_error *err) {
    char sum[65];
    const char *wanted = cal_safetensors_metadata(stored, arena, "sum");
    const char *link = cal_safetensors_metadata(stored, arena, "link"),
               *step = cal_safetensors_metadata(stored, arena, "step");
    if (arena->refused) return cal_refuse_memory(err, "the state of a run");
    if (!wanted || !link || !step) return CAL_OK;
    for (int i = 0; i < s->count; i++) {
        const cal_dtype type = s->tensor[i].found_type;
        if (type != CAL_F32 && type != CAL_F64)
            return cal_fail(err, CAL_FAILED, "%s: tensor %s is not of the type that was saved", file->name,
                            s->tensor[i].name);
    }
    sum_of(sum, s, true, link, step, is_fused);
    if (strcmp(sum, wanted) == 0) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: damaged: its numbers are not those that were saved", file->name);
}

// Recomputes the schedule, early stopping and best epoch from the history, and the order of the samples in
// the current epoch.
static cal_status replay(cal_run *run, const cal_file *file, cal_error *err) {
    const int epochs = cal_run_epochs_done(run), at = run->step % run->steps_per_epoch;
    for (int e = 0; e < epochs; e++) {
        cal_run_watch(run, e);
        if (run->over && (e + 1 < epochs || at))
            return cal_fail(err, CAL_FAILED,
                            "%s: by its history the run is over after epoch %d, before step %d", file->name,
                            e + 1, run->step);
    }
    if (run->over) cal_run_evaluate(run);
    if (at)
        cal_random_order(run->order, run->data.train.n, (uint64_t)cal_run_number(&run->spec, "seed"),
                         CAL_STREAM_ORDER, (uint64_t)epochs);
    return CAL_OK;
}

// An inspected run uses the loss of the last epoch, as the figures of that epoch do.
static void settle(cal_run *run) {
    const int last = cal_run_epochs_done(run) - 1;
    if (last < 0) return;
    cal_run_enter(run, last);
    memcpy(run->loss_state, cal_run_loss_row(run, last),
           cal_loss_state_size(run->now->loss) * sizeof *run->loss_state);
}

cal_status cal_run_resume(cal_run *run, const cal_file *file, cal_error *err) {
    cal_arena arena = {0};
    cal_safetensors_file *stored;
    state s = {.tensor = NULL};
    int step = 0;
    bool is_fused = false;
    const int most = run->steps_per_epoch * cal_run_number(&run->spec, "epochs");
    cal_status status = cal_safetensors_open(&stored, &arena, file, "run", err);
    if (!status) status = check_version(stored, &arena, file, err);
    if (!status && !cal_safetensors_metadata(stored, &arena, "step")) {
        status = begin_with(run, &arena, file, err);
        cal_arena_free(&arena);
        return status;
    }
    if (!status) status = check_word(stored, &arena, file, "format", format, err);
    if (!status) status = read_step(&step, stored, &arena, file, most, err);
    run->step = step;
    if (!status) status = take_from(run, stored, &arena, file, err);
    if (!status) status = check_same_run(stored, &arena, run, file, err);
    if (!status) status = take_arithmetic(run, &is_fused, stored, &arena, file, err);
    const char *figures = status ? NULL : cal_safetensors_metadata(stored, &arena, "figures");
    if (!status && !figures)
        status = arena.refused ? cal_refuse_memory(err, "the state of a run")
                               : cal_fail(err, CAL_FAILED,
                                          "%s: not the saved state of a run: it has no figures", file->name);
    cal_run_enter(run, step ? (step - 1) / run->steps_per_epoch : 0);
    if (!status) status = state_of(&s, &arena, run, err);
    if (!status && s.history) { // columns are matched by their names
        s.history->place = NULL;
        s.history->dim[1] = CAL_STORED_ANY;
    }
    for (int i = 0; !status && i < s.count; i++) // the weights, which training continues
        if (strncmp(s.tensor[i].name, "best.", 5) == 0) s.tensor[i].loose = false;
    if (!status) status = cal_safetensors_find(s.tensor, s.count, stored, err);
    if (!status) status = check_sum(stored, &arena, &s, file, is_fused, err);
    for (int i = 0; !status && i < s.count; i++)
        if (s.tensor[i].place) cal_safetensor_copy(&s.tensor[i]);
    if (!status) status = cal_history_take(run, figures, s.history, file->name, err);
    cal_arena_free(&arena);
    if (status || run->use == CAL_RUN_TRAIN) return status ? status : replay(run, file, err);
    settle(run);
    return CAL_OK;
}
