// Updates the weights from one step's gradients. All weights are in one array, which is cut into chunks of
// fixed size for the workers.
#include "base/maths/maths.h"
#include "run/train/parts.h"
#include "catalog/training.h"
#include <string.h>

enum {
    CHUNK = 16384,
    PIECE = 256 // elements of a double gradient that are converted to float on the stack at once
};

typedef struct update_job {
    cal_run *run;
    const cal_program *program;
    double factor; // multiplies the gradient in clipping and in the ascent
} update_job;

static size_t flat_size(const cal_net *net) { return cal_net_parameters(net) + cal_net_statistics(net); }
static int chunks_of(const cal_net *net) { return (int)((flat_size(net) + CHUNK - 1) / CHUNK); }
size_t cal_run_partials(const cal_net *net) { return (size_t)chunks_of(net); }

// The part of a tensor inside a chunk, and its gradient in one of the two types; no gradient for running
// statistics. Gradients are writable, since the next step computes them again.
typedef struct tensor_part {
    size_t first, count;
    float *floats;
    double *doubles;
} tensor_part;

static tensor_part part_of(const update_job *job, const cal_tensor *t, int i, int chunk) {
    size_t begin = (size_t)chunk * CHUNK, end = begin + CHUNK, last = t->offset + t->size;
    size_t from = begin > t->offset ? begin : t->offset, to = end < last ? end : last;
    if (from >= to) return (tensor_part){0};
    tensor_part part = {.first = from - t->offset, .count = to - from};
    void *gradient = cal_plan_data(job->program->plan, job->program->gradient[i]);
    if (gradient && t->kind == CAL_VECTOR) part.doubles = (double *)gradient + part.first;
    else if (gradient) part.floats = (float *)gradient + part.first;
    return part;
}

// ---- gradient norm

static double square_sum(const tensor_part *part) {
    double sum[4] = {0};
    size_t j = 0, count = part->floats || part->doubles ? part->count : 0;
    for (; part->floats && j + 4 <= count; j += 4)
        for (int k = 0; k < 4; k++) sum[k] += (double)part->floats[j + k] * part->floats[j + k];
    for (; j < count; j++) {
        double g = part->floats ? (double)part->floats[j] : part->doubles[j];
        sum[0] += g * g;
    }
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

static void norm_chunk(void *context, int chunk, int worker) {
    const update_job *job = context;
    const cal_tensor *tensor;
    int tensors = cal_net_tensors(job->run->net, &tensor);
    double sum = 0;
    (void)worker;
    for (int i = 0; i < tensors; i++) {
        tensor_part part = part_of(job, &tensor[i], i, chunk);
        sum += square_sum(&part);
    }
    job->run->partial[chunk] = sum;
}

static void scale_chunk(void *context, int chunk, int worker) {
    const update_job *job = context;
    const cal_tensor *tensor;
    int tensors = cal_net_tensors(job->run->net, &tensor);
    (void)worker;
    for (int i = 0; i < tensors; i++) {
        tensor_part part = part_of(job, &tensor[i], i, chunk);
        for (size_t j = 0; part.floats && j < part.count; j++) part.floats[j] *= (float)job->factor;
        for (size_t j = 0; part.doubles && j < part.count; j++) part.doubles[j] *= job->factor;
    }
}

static double gradient_norm(update_job *job) {
    const int chunks = chunks_of(job->run->net);
    double sum = 0;
    cal_pool_run(job->run->pool, chunks, norm_chunk, job);
    for (int i = 0; i < chunks; i++) sum += job->run->partial[i];
    return cal_sqrt(sum);
}

// Clips the gradient as torch.nn.utils.clip_grad_norm_ does: scales the whole gradient down to the norm
// `limit`.
void cal_run_clip(cal_run *run, const cal_program *program, double limit) {
    update_job job = {.run = run, .program = program};
    job.factor = limit / (gradient_norm(&job) + 1e-6);
    if (job.factor < 1) cal_pool_run(run->pool, chunks_of(run->net), scale_chunk, &job);
}

// ---- sharpness-aware minimisation

static void update_statistics(const update_job *job, int i, const cal_tensor *t, const tensor_part *part) {
    float *value = job->run->flat + t->offset + part->first;
    const double *fresh = cal_plan_data(job->program->plan, job->program->stats[i]);
    for (size_t j = 0; fresh && j < part->count; j++) value[j] = (float)fresh[part->first + j];
}

static void ascend_chunk(void *context, int chunk, int worker) {
    const update_job *job = context;
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(job->run->net, &tensor);
    (void)worker;
    for (int i = 0; i < tensors; i++) {
        const tensor_part part = part_of(job, &tensor[i], i, chunk);
        update_statistics(job, i, &tensor[i], &part);
        if (!part.floats && !part.doubles) continue;
        const size_t at = tensor[i].offset + part.first;
        float *w = job->run->flat + at;
        memcpy(job->run->unperturbed + at, w, part.count * sizeof *w);
        for (size_t j = 0; j < part.count; j++)
            w[j] += (float)(job->factor * (part.floats ? (double)part.floats[j] : part.doubles[j]));
    }
}

// Foret et al. 2021, equation 2. The norm has PyTorch implementations' 1e-12 against a division by zero.
void cal_run_ascend(cal_run *run, const cal_program *program, double distance) {
    update_job job = {.run = run, .program = program};
    job.factor = distance / (gradient_norm(&job) + 1e-12);
    cal_pool_run(run->pool, chunks_of(run->net), ascend_chunk, &job);
}

// ---- step

static void update_part(const update_job *job, const cal_tensor *t, const tensor_part *part) {
    const cal_run *run = job->run;
    const cal_optimizer *optimizer = cal_optimizer_of(&run->spec.optimizer);
    float piece[PIECE];
    size_t step = part->floats ? part->count : PIECE;
    for (size_t j = 0; j < part->count; j += step) {
        size_t count = part->count - j < step ? part->count - j : step, at = part->first + j;
        for (size_t k = 0; part->doubles && k < count; k++) piece[k] = (float)part->doubles[j + k];
        cal_update update = {.weights = run->flat + t->offset + at,
                             .state = run->state + (size_t)optimizer->slots * t->offset + at,
                             .gradient = part->floats ? part->floats + j : piece,
                             .count = count,
                             .stride = t->size,
                             .rate = run->rate,
                             .step = run->step + 1,
                             .norm = t->role != CAL_WEIGHT};
        optimizer->update(&update, &run->spec.optimizer);
    }
}

static void update_chunk(void *context, int chunk, int worker) {
    const update_job *job = context;
    const cal_tensor *tensor;
    int tensors = cal_net_tensors(job->run->net, &tensor);
    (void)worker;
    for (int i = 0; i < tensors; i++) {
        const tensor_part part = part_of(job, &tensor[i], i, chunk);
        const size_t at = tensor[i].offset + part.first;
        const float *unperturbed = job->run->unperturbed;
        if (!unperturbed) update_statistics(job, i, &tensor[i], &part);
        if (!part.floats && !part.doubles) continue;
        if (unperturbed) memcpy(job->run->flat + at, unperturbed + at, part.count * sizeof *unperturbed);
        update_part(job, &tensor[i], &part);
    }
}

void cal_run_update(cal_run *run, const cal_program *program) {
    update_job job = {.run = run, .program = program};
    cal_pool_run(run->pool, chunks_of(run->net), update_chunk, &job);
}
