// Floor 4. A run, step by step.
//
// Everything that a step does is a function of (spec, data, step number): the order of samples and their
// views come from counters, not from a generator's state. A step allocates nothing.
#include "run/trainer.h"
#include "base/maths.h"
#include "base/random.h"
#include "kernel/layout.h"
#include "run/trainer_parts.h"
#include "zoo/training.h"
#include <string.h>

enum { EVAL_BATCH = 128, SAMPLES_PER_CHUNK = 4, ALIGN = 64 };

static int run_number(const cal_spec *spec, const char *name) { return cal_choice_integer(&spec->run, name); }
static int largest(int a, int b) { return a > b ? a : b; }

// ---- what a run needs

typedef struct sizes {
    int train, val, test, k, c, h, w, batch, eval_batch, tail;
    bool pixels;
} sizes;

static void sizes_of(sizes *s, const cal_spec *spec) {
    const cal_data *entry = (const cal_data *)spec->data.entry; // cal_data begins with its cal_entry
    cal_data_shape(&s->k, &s->c, &s->h, &s->w, &spec->data);
    s->pixels = entry->pixels;
    s->train = cal_choice_integer(&spec->data, "train");
    s->val = cal_choice_integer(&spec->data, "val");
    s->test = cal_choice_integer(&spec->data, "test");
    s->batch = run_number(spec, "batch");
    if (s->batch > s->train) s->batch = s->train;
    s->tail = s->train % s->batch;
    s->eval_batch = largest(s->val, s->test);
    if (s->eval_batch > EVAL_BATCH) s->eval_batch = EVAL_BATCH;
    if (s->eval_batch < 1) s->eval_batch = 1;
}

// Entries that are good by themselves and make no sense together.
static cal_status check_together(const cal_spec *spec, const sizes *s, cal_error *err) {
    const cal_augment *augment = (const cal_augment *)spec->augment.entry; // begins with its cal_entry
    if (s->pixels || !augment->needs_pixels) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "augment %s needs pictures, and data %s has none: take augment=none",
                    spec->augment.entry->id, spec->data.entry->id);
}

static cal_status make_programs(cal_program *train, cal_program *tail, cal_program *eval, const cal_net *net,
                                const cal_spec *spec, const sizes *s, int lanes, cal_error *err) {
    cal_status status = cal_program_create(train, net, spec, s->batch, true, lanes, err);
    if (!status && s->tail) status = cal_program_create(tail, net, spec, s->tail, true, lanes, err);
    if (!status) status = cal_program_create(eval, net, spec, s->eval_batch, false, lanes, err);
    return status;
}

static size_t block_bytes(const cal_program *program) {
    return program->plan ? cal_plan_block(program->plan) : 0;
}

static size_t shared_block(const cal_program *a, const cal_program *b, const cal_program *c) {
    size_t bytes = block_bytes(a);
    if (block_bytes(b) > bytes) bytes = block_bytes(b);
    return block_bytes(c) > bytes ? block_bytes(c) : bytes;
}

static int slots(const cal_spec *spec) { return ((const cal_optimizer *)spec->optimizer.entry)->slots; }

// What the figures of an epoch and the report take for a while: at most, since nobody measures it before.
static size_t report_bytes(const sizes *s, const cal_spec *spec) {
    enum { EPOCH_TEXT = 1024, BIN_TEXT = 2560, GROWING = 3 }; // of JSON: a growing text is there thrice
    // Probabilities, cal_scores' other columns, and what a metric sorts and draws. The report holds
    // validation and test set, and the latter once more after a calibrator.
    size_t row = (size_t)s->k * 8 + 54, report = 2 * (size_t)s->test + s->val, train = (size_t)s->train;
    size_t text =
        (size_t)run_number(spec, "epochs") * EPOCH_TEXT + (size_t)run_number(spec, "bins") * BIN_TEXT;
    return row * (report > train ? report : train) + GROWING * text;
}

cal_status cal_run_need(cal_need *out, const cal_spec *spec, int lanes, cal_error *err) {
    sizes s;
    cal_net *net = NULL;
    cal_program train = {0}, tail = {0}, eval = {0};
    memset(out, 0, sizeof *out);
    sizes_of(&s, spec);
    cal_status status = check_together(spec, &s, err);
    if (!status) status = cal_net_from_choice(&net, &spec->model, s.k, s.c, s.h, s.w, err);
    if (!status) status = make_programs(&train, &tail, &eval, net, spec, &s, lanes, err);
    if (!status) {
        size_t samples = (size_t)s.train + s.val + s.test,
               sample = (size_t)s.c * s.h * s.w * (s.pixels ? 1 : 4);
        size_t weights = cal_net_parameters(net) + cal_net_statistics(net);
        out->bytes = (size_t)s.c * 1024 + shared_block(&train, &tail, &eval) +
                     samples * (sample + 12 + (size_t)s.k * (8 + 4)) +
                     weights * (size_t)(1 + slots(spec)) * 4 +
                     (size_t)run_number(spec, "epochs") * sizeof(cal_epoch) + report_bytes(&s, spec);
        cal_program *all[] = {&train, &tail, &eval};
        for (int i = 0; i < 3; i++) out->bytes += all[i]->plan ? cal_plan_overhead(all[i]->plan) : 0;
        out->parameters = cal_net_parameters(net);
        out->multiply_adds = cal_net_multiply_adds(net);
        out->steps_per_epoch = (s.train + s.batch - 1) / s.batch;
        out->steps = out->steps_per_epoch * run_number(spec, "epochs");
    }
    cal_program_free(&train);
    cal_program_free(&tail);
    cal_program_free(&eval);
    cal_net_free(net);
    return status;
}

// ---- life

static cal_status allocate(cal_run *run, cal_error *err) {
    cal_arena *a = &run->own;
    size_t weights = cal_net_parameters(run->net), flat = weights + cal_net_statistics(run->net),
           k = (size_t)run->data.k;
    const cal_tensor *tensor;
    size_t widest = 1;
    for (int i = cal_net_tensors(run->net, &tensor) - 1; i >= 0; i--)
        if (tensor[i].kind == CAL_VECTOR && tensor[i].size > widest) widest = tensor[i].size;
    run->flat = cal_arena_alloc(a, flat * sizeof(float));
    run->state = cal_arena_alloc(a, weights * (size_t)slots(&run->spec) * sizeof(float) + 1);
    run->gradient = cal_arena_alloc(a, widest * sizeof(float));
    run->order = cal_arena_alloc(a, (size_t)run->data.train.n * sizeof(int32_t));
    run->train_logits = cal_arena_alloc(a, (size_t)run->data.train.n * k * sizeof(float));
    run->val_logits = cal_arena_alloc(a, (size_t)run->data.val.n * k * sizeof(float) + 1);
    run->test_logits = cal_arena_alloc(a, (size_t)run->data.test.n * k * sizeof(float) + 1);
    run->pixel_table = cal_arena_alloc(a, (size_t)run->data.c * 256 * sizeof(float));
    run->history = cal_arena_alloc(a, (size_t)run_number(&run->spec, "epochs") * sizeof *run->history);
    run->block = cal_arena_alloc(a, shared_block(&run->train, &run->tail, &run->eval) + ALIGN);
    if (!a->refused) return CAL_OK;
    return cal_fail(err, CAL_MEMORY,
                    "memory for training was refused: take a smaller batch, network or data set");
}

static cal_status prepare(cal_run *run, const float *initial, cal_error *err) {
    sizes s;
    sizes_of(&s, &run->spec);
    const cal_dataset *d = &run->data;
    cal_status status = check_together(&run->spec, &s, err);
    if (!status) status = cal_net_from_choice(&run->net, &run->spec.model, d->k, d->c, d->h, d->w, err);
    if (!status)
        status = make_programs(&run->train, &run->tail, &run->eval, run->net, &run->spec, &s,
                               cal_pool_lanes(run->pool), err);
    if (!status) status = allocate(run, err);
    if (status) return status;
    cal_program *all[] = {&run->train, &run->tail, &run->eval};
    for (int i = 0; i < 3; i++) {
        if (!all[i]->plan) continue;
        cal_program_bind(all[i], run->net, run->flat);
        status = cal_plan_place(all[i]->plan, run->block, err);
        if (status) return status;
    }
    if (d->train.pixels) cal_pixel_table(run->pixel_table, d->c, d->mean, d->deviation);
    size_t flat = cal_net_parameters(run->net) + cal_net_statistics(run->net);
    if (initial) memcpy(run->flat, initial, flat * sizeof(float));
    else cal_net_initialise(run->net, run->flat, (uint64_t)run_number(&run->spec, "seed"));
    run->steps_per_epoch = (d->train.n + s.batch - 1) / s.batch;
    return CAL_OK;
}

cal_status cal_run_create(cal_run **out, const cal_spec *spec, cal_dataset *data, const float *initial,
                          cal_pool *pool, cal_error *err) {
    *out = NULL;
    cal_arena own = {0};
    cal_run *run = cal_arena_alloc(&own, sizeof *run);
    if (!run) {
        cal_dataset_free(data);
        return cal_fail(err, CAL_MEMORY, "memory for a run was refused");
    }
    *run = (cal_run){.own = own, .spec = *spec, .data = *data, .pool = pool};
    memset(data, 0, sizeof *data); // taken over
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
    cal_program_free(&run->train);
    cal_program_free(&run->tail);
    cal_program_free(&run->eval);
    cal_net_free(run->net);
    cal_dataset_free(&run->data);
    cal_arena own = run->own; // the run lies in its own arena
    cal_arena_free(&own);
}

// ---- filling a batch

typedef struct batch_job {
    const cal_run *run;
    const cal_split *split;
    const int32_t *order; // null: first, first + 1, ...
    int first, count, batch, epoch;
    bool augment, image;
    float *x;
    int32_t *labels;
} batch_job;

static void fill_sample(const batch_job *job, int i) {
    const cal_dataset *d = &job->run->data;
    bool present =
        i < job->count; // an evaluation's last batch is filled up with zeros, which touch nothing else
    int sample = !present ? 0 : job->order ? job->order[job->first + i] : job->first + i;
    size_t floats = job->image ? cal_image_floats(1, d->c, d->h, d->w) : (size_t)d->c * d->h * d->w;
    float *x = job->x + (size_t)i * floats;
    job->labels[i] = present ? job->split->labels[sample] : 0;
    if (!present) {
        memset(x, 0, floats * sizeof *x);
    } else if (job->split->pixels) {
        const cal_spec *spec = &job->run->spec;
        cal_pixel_view view = {0, 0, false};
        if (job->augment)
            view = ((const cal_augment *)spec->augment.entry)
                       ->view((uint64_t)run_number(spec, "seed"), job->epoch, sample, &spec->augment);
        cal_pack_pixels(x, job->image, job->split->pixels + (size_t)sample * d->c * d->h * d->w, d->c, d->h,
                        d->w, job->run->pixel_table, view);
    } else {
        memcpy(x, job->split->features + (size_t)sample * floats, floats * sizeof *x);
    }
}

static void fill_chunk(void *context, int chunk, int lane) {
    (void)lane;
    const batch_job *job = context;
    int end = (chunk + 1) * SAMPLES_PER_CHUNK;
    for (int i = chunk * SAMPLES_PER_CHUNK; i < end && i < job->batch; i++) fill_sample(job, i);
}

static void fill_batch(cal_run *run, cal_program *program, batch_job job) {
    job.run = run;
    job.batch = program->batch;
    job.image = cal_net_wants_image(run->net);
    job.x = cal_plan_data(program->plan, program->x);
    job.labels = cal_plan_data(program->plan, program->labels);
    cal_pool_run(run->pool, (job.batch + SAMPLES_PER_CHUNK - 1) / SAMPLES_PER_CHUNK, fill_chunk, &job);
    cal_program_copy_vectors(program, run->net, run->flat);
}

// ---- a step

// The gradients of a finished step that are trained with: writable, since the next step makes them anew.
static size_t gradient_of(float **floats, double **doubles, cal_program *program, const cal_tensor *t,
                          int i) {
    void *gradient = cal_plan_data(program->plan, program->gradient[i]);
    *floats = t->kind == CAL_VECTOR ? NULL : gradient;
    *doubles = t->kind == CAL_VECTOR ? gradient : NULL;
    return gradient ? t->size : 0;
}

// As torch.nn.utils.clip_grad_norm_: the whole gradient shrinks to the norm `limit`.
static void clip_gradient(cal_run *run, cal_program *program, double limit) {
    const cal_tensor *tensor;
    int tensors = cal_net_tensors(run->net, &tensor);
    float *floats;
    double *doubles, sum = 0;
    for (int i = 0; i < tensors; i++) {
        size_t count = gradient_of(&floats, &doubles, program, &tensor[i], i);
        for (size_t j = 0; j < count; j++) {
            double g = floats ? (double)floats[j] : doubles[j];
            sum += g * g;
        }
    }
    double factor = limit / (cal_sqrt(sum) + 1e-6);
    for (int i = 0; factor < 1 && i < tensors; i++) {
        size_t count = gradient_of(&floats, &doubles, program, &tensor[i], i);
        for (size_t j = 0; j < count; j++) {
            if (floats) floats[j] *= (float)factor;
            else doubles[j] *= factor;
        }
    }
}

static void update_weights(cal_run *run, cal_program *program) {
    const cal_optimizer *optimizer = (const cal_optimizer *)run->spec.optimizer.entry;
    const cal_tensor *tensor;
    int tensors = cal_net_tensors(run->net, &tensor);
    for (int i = 0; i < tensors; i++) {
        const cal_tensor *t = &tensor[i];
        float *value = run->flat + t->offset;
        const double *fresh = cal_plan_data(program->plan, program->stats[i]);
        for (size_t j = 0; fresh && j < t->size; j++) value[j] = (float)fresh[j];
        const void *gradient = cal_plan_data(program->plan, program->gradient[i]);
        if (!gradient) continue; // a running statistic
        if (t->kind == CAL_VECTOR) {
            for (size_t j = 0; j < t->size; j++) run->gradient[j] = (float)((const double *)gradient)[j];
            gradient = run->gradient;
        }
        cal_update update = {.weights = value,
                             .state = run->state + (size_t)optimizer->slots * t->offset,
                             .gradient = gradient,
                             .count = t->size,
                             .rate = run->rate,
                             .step = run->step + 1,
                             .norm = t->role != CAL_WEIGHT};
        optimizer->update(&update, &run->spec.optimizer);
    }
}

static bool is_finite(double x) { return x - x == 0; }

static cal_status train_batch(cal_run *run, int epoch, int at, cal_error *err) {
    int first = at * run->train.batch, left = run->data.train.n - first;
    cal_program *program = left < run->train.batch ? &run->tail : &run->train;
    fill_batch(run, program,
               (batch_job){.split = &run->data.train,
                           .order = run->order,
                           .first = first,
                           .count = program->batch,
                           .epoch = epoch,
                           .augment = true});
    int steps = run->steps_per_epoch * run_number(&run->spec, "epochs");
    const cal_schedule *schedule = (const cal_schedule *)run->spec.schedule.entry;
    run->rate = cal_choice_number(&run->spec.optimizer, "lr") *
                schedule->factor((double)run->step / steps, &run->spec.schedule);
    cal_plan_run(program->plan, run->pool);
    double loss = *(const double *)cal_plan_data(program->plan, program->loss);
    if (!is_finite(loss))
        return cal_fail(err, CAL_FAILED,
                        "the loss is no longer finite at step %d of epoch %d: try a smaller learning rate",
                        at + 1, epoch + 1);
    if (run_number(&run->spec, "reduction") == 1) loss /= program->batch;
    run->loss = loss;
    run->train_loss += loss * program->batch;
    const float *logits = cal_plan_data(program->plan, program->logits);
    size_t k = (size_t)run->data.k;
    for (int i = 0; i < program->batch; i++)
        memcpy(run->train_logits + (size_t)run->order[first + i] * k, logits + (size_t)i * k,
               k * sizeof(float));
    double clip = cal_choice_number(&run->spec.run, "clip");
    if (clip > 0) clip_gradient(run, program, clip);
    update_weights(run, program);
    return CAL_OK;
}

// ---- evaluation

static double evaluate_split(cal_run *run, const cal_split *split, float *logits) {
    size_t k = (size_t)run->data.k;
    double loss = 0;
    for (int first = 0; first < split->n; first += run->eval.batch) {
        int count = split->n - first < run->eval.batch ? split->n - first : run->eval.batch;
        fill_batch(run, &run->eval, (batch_job){.split = split, .first = first, .count = count});
        cal_plan_run(run->eval.plan, run->pool);
        memcpy(logits + (size_t)first * k, cal_plan_data(run->eval.plan, run->eval.logits),
               (size_t)count * k * sizeof(float));
        const float *losses = cal_plan_data(run->eval.plan, run->eval.losses);
        for (int i = 0; i < count; i++) loss += losses[i];
    }
    return split->n ? loss / split->n : 0;
}

void cal_run_evaluate(cal_run *run) {
    run->val_loss = evaluate_split(run, &run->data.val, run->val_logits);
    run->test_loss = evaluate_split(run, &run->data.test, run->test_logits);
}

cal_status cal_run_step(cal_progress *out, cal_run *run, cal_error *err) {
    int epochs = run_number(&run->spec, "epochs"), epoch = run->step / run->steps_per_epoch;
    int at = run->step % run->steps_per_epoch;
    *out = CAL_RUN_ENDED;
    if (epoch >= epochs) return CAL_OK;
    if (at == 0) {
        cal_random_order(run->order, run->data.train.n, (uint64_t)run_number(&run->spec, "seed"),
                         CAL_STREAM_ORDER, (uint64_t)epoch);
        run->train_loss = 0;
    }
    cal_status status = train_batch(run, epoch, at, err);
    if (status) return status;
    run->step++;
    *out = CAL_STEPPED;
    if (at + 1 < run->steps_per_epoch) return CAL_OK;
    run->train_loss /= run->data.train.n;
    cal_run_evaluate(run);
    *out = epoch + 1 < epochs ? CAL_EPOCH_ENDED : CAL_RUN_ENDED;
    return cal_history_record(run, epoch, err);
}

// ---- reading a run

int cal_run_steps_done(const cal_run *run) { return run->step; }
int cal_run_epochs_done(const cal_run *run) { return run->step / run->steps_per_epoch; }
double cal_run_loss(const cal_run *run) { return run->loss; }
const cal_spec *cal_run_spec(const cal_run *run) { return &run->spec; }
const cal_net *cal_run_net(const cal_run *run) { return run->net; }
const cal_dataset *cal_run_data(const cal_run *run) { return &run->data; }
const float *cal_run_weights(const cal_run *run) { return run->flat; }
const float *cal_run_test_logits(const cal_run *run) { return run->test_logits; }
const float *cal_run_val_logits(const cal_run *run) { return run->val_logits; }
