// Trains a run step by step.
//
// A step is a function of (spec, data, step number). The order of samples and their augmentation come from
// counter-based random numbers, not from a generator's state. A step allocates nothing.
#include "run/train/trainer.h"
#include "base/random/random.h"
#include "kernel/layout/layout.h"
#include "run/train/diagnostics.h"
#include "run/train/parts.h"
#include "catalog/loss/loss.h"
#include "catalog/training.h"
#include <string.h>

enum { ALIGN = 64 };

// ---- creating and freeing

// Allocate the arrays that exist before planning, and then the rest. With a counting arena they add up the
// sizes.
static void allocate_weights(cal_run *run) {
    const size_t numbers = cal_net_parameters(run->net) + cal_net_statistics(run->net);
    run->flat = cal_arena_alloc(&run->own, numbers * sizeof(float));
    run->loss_state = cal_arena_alloc(&run->own, cal_run_loss_state_max(&run->spec) * sizeof(double) + 1);
}

static void allocate_training(cal_run *run) {
    cal_arena *a = &run->own;
    const size_t weights = cal_net_parameters(run->net), flat = weights + cal_net_statistics(run->net),
                 k = (size_t)run->data.k, epochs = (size_t)cal_run_number(&run->spec, "epochs"),
                 width = (size_t)cal_diagnosis_width(&run->spec);
    if (cal_run_keeps_best(&run->spec)) run->best = cal_arena_alloc(a, flat * sizeof(float));
    run->state = cal_arena_alloc(a, weights * (size_t)cal_run_slots(&run->spec) * sizeof(float) + 1);
    if (cal_choice_number(&run->spec.run, "sam") > 0)
        run->unperturbed = cal_arena_alloc(a, weights * sizeof(float) + 1);
    run->partial = cal_arena_alloc(a, cal_run_partials(run->net) * sizeof(double));
    run->order = cal_arena_alloc(a, (size_t)run->data.train.n * sizeof(int32_t));
    run->train_logits = cal_arena_alloc(a, (size_t)run->data.train.n * k * sizeof(float));
    run->val_logits = cal_arena_alloc(a, (size_t)run->data.val.n * k * sizeof(float) + 1);
    run->test_logits = cal_arena_alloc(a, (size_t)run->data.test.n * k * sizeof(float) + 1);
    run->history.columns = cal_history_columns(0);
    run->history.row =
        cal_arena_alloc(a, epochs * cal_history_width(run->history.columns) * sizeof *run->history.row);
    if (!width) return;
    run->diagnoses = cal_arena_alloc(a, epochs * width * sizeof *run->diagnoses);
    run->learned = cal_arena_alloc(a, 2 * (size_t)run->data.train.n * sizeof *run->learned);
}

static void allocate_rest(cal_run *run) {
    cal_arena *a = &run->own;
    const size_t states = cal_run_loss_rows(&run->spec, cal_run_number(&run->spec, "epochs"));
    if (run->use == CAL_RUN_TRAIN) allocate_training(run);
    run->pixel_table = cal_arena_alloc(a, (size_t)run->data.c * 256 * sizeof(float));
    run->loss_states = cal_arena_alloc(a, states * sizeof(double) + 1);
    run->block = cal_arena_alloc(a, cal_run_block(run->phase) + ALIGN);
}

size_t cal_run_own_bytes(cal_run *run) {
    run->own = (cal_arena){.counts = true};
    cal_arena_alloc(&run->own, sizeof *run);
    allocate_weights(run);
    allocate_rest(run);
    return run->own.taken;
}

static cal_status allocate(cal_run *run, cal_error *err) {
    allocate_rest(run);
    if (!run->own.refused) return CAL_OK;
    return cal_fail(err, CAL_MEMORY,
                    "memory for the run was refused: take a smaller batch, network or data set");
}

static cal_status place_program(const cal_run *run, const cal_program *program, cal_error *err) {
    if (!program->plan) return CAL_OK;
    cal_program_bind(program, run->net, run->flat);
    return cal_plan_place(program->plan, run->block, err);
}

static cal_status place(const cal_run *run, cal_error *err) {
    cal_status status = CAL_OK;
    for (const cal_phase *p = run->phase; p < run->phase + CAL_PHASES_MAX && !status; p++) {
        if (p->hessian) status = cal_hessian_place(p->hessian, run->block, err);
        if (!status) status = place_program(run, &p->train, err);
        if (!status) status = place_program(run, &p->tail, err);
        if (!status) status = place_program(run, &p->eval, err);
    }
    return status;
}

// Each word needs a row of the embedding, and pretrained vectors must have its width.
static cal_status check_words(const cal_run *run, cal_error *err) {
    const cal_dataset *d = &run->data;
    const cal_tensor *table = cal_net_embedding(run->net);
    if (table && d->vocabulary > table->dim[0])
        return cal_fail(err, CAL_USAGE,
                        "data %s: its words have numbers up to %d, but the network's embedding has %d words: "
                        "set vocabulary=%d in the data, or a larger vocabulary in the model",
                        run->spec.data.entry->id, d->vocabulary - 1, table->dim[0], table->dim[0]);
    if (d->vectors && (!table || table->dim[1] != d->vector_width))
        return cal_fail(err, CAL_USAGE,
                        "data %s: its vectors have %d numbers, but the network %s: set dim=%d in the model",
                        run->spec.data.entry->id, d->vector_width,
                        table ? "has an embedding of another width" : "does not begin with an embedding",
                        d->vector_width);
    return CAL_OK;
}

// Copies pretrained vectors into the embedding; words without one keep their random row.
static void start_vectors(cal_run *run) {
    const cal_dataset *d = &run->data;
    const size_t width = (size_t)d->vector_width;
    for (int word = 0; d->vectors && word < d->vocabulary; word++) {
        const float *vector = d->vectors + (size_t)word * width;
        bool known = false;
        for (size_t i = 0; i < width; i++) known |= vector[i] != 0;
        float *row = run->flat + cal_net_embedding(run->net)->offset + (size_t)word * width;
        if (known) memcpy(row, vector, width * sizeof *row);
    }
}

static cal_status prepare(cal_run *run, const float *initial, cal_error *err) {
    cal_sizes s;
    cal_run_sizes(&s, &run->spec);
    const cal_dataset *d = &run->data;
    cal_status status = cal_run_check(&run->spec, run->use, &s, err);
    if (!status) status = cal_net_from_choice(&run->net, &run->spec.model, d->k, d->c, d->h, d->w, err);
    if (!status) status = check_words(run, err);
    if (!status) status = cal_run_check_labels(run, err);
    if (!status) {
        allocate_weights(run);
        const cal_phase_request request = {.net = run->net,
                                           .spec = &run->spec,
                                           .use = run->use,
                                           .sizes = &s,
                                           .data = d,
                                           .flat = run->flat,
                                           .loss_state = run->loss_state,
                                           .pool = run->pool,
                                           .workers = cal_pool_workers(run->pool)};
        status = cal_run_plan(run->phase, &request, err);
    }
    if (!status) status = allocate(run, err);
    if (!status) status = place(run, err);
    if (status) return status;
    if (d->sd[0] > 0) cal_kernel_pixel_table(run->pixel_table, d->c, d->mean, d->sd);
    size_t flat = cal_net_parameters(run->net) + cal_net_statistics(run->net);
    run->given = initial != NULL;
    if (initial) memcpy(run->flat, initial, flat * sizeof(float));
    else {
        cal_net_initialise(run->net, run->flat, (cal_init)cal_run_number(&run->spec, "init"),
                           (uint64_t)cal_run_number(&run->spec, "seed"));
        start_vectors(run);
    }
    cal_run_enter(run, 0);
    run->steps_per_epoch = d->train.n ? (d->train.n + s.batch - 1) / s.batch
                                      // at least 1, since CAL_RUN_INSPECT divides by it, too
                                      : 1;
    return CAL_OK;
}

cal_status cal_run_create(cal_run **out, const cal_spec *spec, cal_use use, cal_dataset *data,
                          const float *initial, cal_pool *pool, cal_error *err) {
    *out = NULL;
    cal_arena own = {0};
    cal_run *run = cal_arena_alloc(&own, sizeof *run);
    if (!run) {
        cal_dataset_free(data);
        return cal_refuse_memory(err, "a run");
    }
    *run = (cal_run){.own = own,
                     .spec = *spec,
                     .use = use,
                     .data = *data,
                     .pool = pool,
                     .watch = cal_watch_start,
                     .fused = CAL_ENGINE_FUSED};
    memset(data, 0, sizeof *data); // the run owns it now
    cal_status status = prepare(run, initial, err);
    if (status) {
        cal_run_free(run);
        return status;
    }
    *out = run;
    return CAL_OK;
}

void cal_run_free(cal_run *run) {
    if (!run) return;
    cal_run_unplan(run->phase);
    cal_net_free(run->net);
    cal_dataset_free(&run->data);
    cal_arena own = run->own; // the run is in its own arena
    cal_arena_free(&own);
}

// ---- step

static bool is_finite(double x) { return x - x == 0; }

// Computes a batch's loss and gradients at the current weights. Called twice, it gives both calls the same
// augmentation and dropout.
static cal_status compute_gradients(cal_run *run, const cal_program *program, int epoch, int at,
                                    cal_error *err) {
    cal_run_fill(run, program,
                 (cal_batch_job){.split = &run->data.train,
                                 .order = run->order,
                                 .first = at * run->now->train.batch,
                                 .count = program->batch,
                                 .augment = &run->spec,
                                 .epoch = epoch});
    double *key = cal_plan_data(program->plan, program->key);
    if (key) { // the net has dropout
        key[0] = cal_run_number(&run->spec, "seed");
        key[1] = run->step;
    }
    cal_program_draw_signs(program, run->net, (uint64_t)cal_run_number(&run->spec, "seed"), run->step);
    cal_plan_run(program->plan, run->pool);
    if (is_finite(*(const double *)cal_plan_data(program->plan, program->objective))) return CAL_OK;
    return cal_fail(err, CAL_FAILED,
                    "the loss is no longer finite at step %d of epoch %d: try a smaller learning rate",
                    at + 1, epoch + 1);
}

// Keeps the step's loss, its trace and the logits of the samples.
static void record_batch(cal_run *run, const cal_program *program, int first) {
    double loss = *(const double *)cal_plan_data(program->plan, program->loss);
    const double *trace = cal_plan_data(program->plan, program->trace);
    const double samples = cal_run_number(&run->spec, "reduction") == 1 ? program->batch : 1;
    loss /= samples;
    if (trace) run->train_trace += *trace / samples / run->steps_per_epoch;
    run->loss = loss;
    run->train_loss += loss * program->batch;
    const float *logits = cal_plan_data(program->plan, program->logits);
    size_t k = (size_t)run->data.k;
    for (int i = 0; i < program->batch; i++)
        memcpy(run->train_logits + (size_t)run->order[first + i] * k, logits + (size_t)i * k,
               k * sizeof(float));
}

static cal_status train_batch(cal_run *run, int epoch, int at, cal_error *err) {
    const int batch = run->now->train.batch, first = at * batch,
              steps = run->steps_per_epoch * cal_run_number(&run->spec, "epochs");
    const cal_program *program = run->data.train.n - first < batch ? &run->now->tail : &run->now->train;
    const double clip = cal_choice_number(&run->spec.run, "clip");
    cal_run_loss_before(run);
    run->rate = cal_choice_number(&run->spec.optimizer, "lr") *
                cal_schedule_factor(&run->spec.schedule, &run->watch, run->step, steps);
    cal_status status = compute_gradients(run, program, epoch, at, err);
    if (status) return status;
    record_batch(run, program, first);
    if (run->unperturbed) {
        cal_run_ascend(run, program, cal_choice_number(&run->spec.run, "sam"));
        status = compute_gradients(run, program, epoch, at, err);
        if (status) return status;
    }
    if (clip > 0) cal_run_clip(run, program, clip);
    cal_run_update(run, program);
    return CAL_OK;
}

static cal_status end_epoch(cal_run *run, int epoch, cal_error *err) {
    size_t bytes = (cal_net_parameters(run->net) + cal_net_statistics(run->net)) * sizeof *run->flat;
    run->train_loss /= run->data.train.n;
    cal_run_evaluate(run);
    cal_status status = cal_history_record(run, epoch, err);
    if (!status && run->diagnoses) status = cal_diagnose(run, epoch, err);
    if (status) return status;
    const bool better = cal_run_watch(run, epoch);
    if (cal_run_has_curvature(run, epoch))
        status = cal_run_measure_curvature(cal_history_epoch(run, epoch).curvature, run, err);
    if (status) return status;
    memcpy(cal_run_loss_row(run, epoch), run->loss_state,
           cal_loss_state_size(run->now->loss) * sizeof *run->loss_state);
    status = cal_run_loss_validated(run, err);
    if (status) return status;
    if (run->best && better) memcpy(run->best, run->flat, bytes);
    if (run->best && run->over && run->best_epoch != epoch) {
        memcpy(run->flat, run->best, bytes);
        cal_run_evaluate(run);
    }
    return CAL_OK;
}

cal_status cal_run_step(cal_progress *out, cal_run *run, cal_error *err) {
    int epoch = run->step / run->steps_per_epoch, at = run->step % run->steps_per_epoch;
    *out = CAL_RUN_ENDED;
    if (run->over) return CAL_OK;
    if (run->spec.from[0] && !run->given)
        return cal_fail(err, CAL_FAILED,
                        "from=%s: this run starts from the weights of the file whose SHA-256 begins so, but "
                        "they were not given",
                        run->spec.from);
    if (at == 0) {
        if (epoch && epoch == run->spec.switch_after) cal_run_enter(run, epoch);
        cal_random_order(run->order, run->data.train.n, (uint64_t)cal_run_number(&run->spec, "seed"),
                         CAL_STREAM_ORDER, (uint64_t)epoch);
        run->train_loss = run->train_trace = 0;
    }
    cal_status status = train_batch(run, epoch, at, err);
    if (status) return status;
    run->step++;
    *out = CAL_STEPPED;
    status = cal_run_loss_after(run, err);
    if (status) return status;
    if (at + 1 < run->steps_per_epoch) return CAL_OK;
    status = end_epoch(run, epoch, err);
    *out = run->over ? CAL_RUN_ENDED : CAL_EPOCH_ENDED;
    return status;
}

// ---- reading a run

cal_plan *cal_run_training_plan(cal_run *run) { return run->now->train.plan; }
int cal_run_steps_done(const cal_run *run) { return run->step; }
bool cal_run_fused(const cal_run *run) { return run->fused; }
bool cal_run_over(const cal_run *run) { return run->over; }
int cal_run_epochs_done(const cal_run *run) { return run->step / run->steps_per_epoch; }
int cal_run_epoch_steps(const cal_run *run) { return run->steps_per_epoch; }
double cal_run_loss(const cal_run *run) { return run->loss; }
const cal_spec *cal_run_spec(const cal_run *run) { return &run->spec; }
const cal_net *cal_run_net(const cal_run *run) { return run->net; }
const cal_dataset *cal_run_data(const cal_run *run) { return &run->data; }
const float *cal_run_weights(const cal_run *run) { return run->flat; }
static int last_epoch(const cal_run *run) { return cal_run_epochs_done(run) - 1; }
const double *cal_run_loss_state(const cal_run *run) {
    return last_epoch(run) < 0 ? run->loss_state : cal_run_loss_row(run, last_epoch(run));
}
const cal_choice *cal_run_last_loss(const cal_run *run) {
    return cal_run_loss_in(&run->spec, last_epoch(run));
}
const float *cal_run_test_logits(const cal_run *run) { return run->test_logits; }
const float *cal_run_val_logits(const cal_run *run) { return run->val_logits; }
