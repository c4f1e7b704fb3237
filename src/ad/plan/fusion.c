// Runs fused steps plane by plane, or some small planes at a time, with the kernels that also run whole
// images. Each step sees its planes as a small image. A convolution calls the other steps for the planes that
// it has written. Sums over planes are kept by plane and added up at the end, in the order of the kernels
// that sum whole images.
#include "ad/plan/fusion.h"
#include "ad/plan/batched.h"
#include "ad/plan/chain.h"
#include "ad/plan/schedule.h"
#include "kernel/loops.h"
#include <string.h>

// A step's call costs as much as the work on some hundred floats.
enum { TOGETHER_FLOATS = 1024 };

// `count` planes, from number `plane` on: 4-channel blocks of one sample.
typedef struct plane_range {
    int plane, block, sample, count;
} plane_range;

typedef struct fusion_job {
    const cal_step *step;
    int first, count;      // the steps that run on planes
    int blocks, c, planes; // 4-channel blocks of the c channels; planes of all samples
    int together;          // most planes of a sample that run at a time
    cal_plane_sums *sums[CAL_FUSION_MAX];
    unsigned char *local; // [workers] `together` planes of each worker-local result
    size_t local_bytes;
    cal_step *one; // [workers][count] the steps, narrowed to the current planes
    cal_piece_times *times;
} fusion_job;

static size_t plane_bytes(int kind, cal_shape shape) {
    return (size_t)shape.h * shape.w * 4 * (kind == CAL_INDEX ? 1 : sizeof(float));
}

size_t cal_local_bytes(const cal_step *step) {
    if (step->chained) return CAL_CHAIN_TILE * sizeof(float);
    if (step->batch) return cal_elements(step->node.shape) / (size_t)step->batch * sizeof(float);
    return plane_bytes(step->node.kind, step->node.shape);
}

// Shape of the image that a fusion's first step computes or reads.
static cal_shape planes_of(const cal_step *step) {
    const bool reads = step->in_kind[0] == CAL_IMAGE && !cal_is_convolution(&step->node);
    return reads ? step->in_shape[0] : step->node.shape;
}

static int planes_together(const cal_step *step) {
    const cal_shape s = planes_of(step);
    const size_t floats = (size_t)s.h * s.w * 4;
    if (step->chained) return 1; // tiles, not planes
    return cal_max_int(1, cal_min_int(cal_ceil_div(s.c, 4), (int)(TOGETHER_FLOATS / floats)));
}

static size_t aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

static size_t local_bytes(const cal_step *step, int count) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++)
        if (step[i].local) bytes = cal_max_size(bytes, step[i].local - 1 + cal_local_bytes(&step[i]));
    return aligned(bytes);
}

static size_t sums_bytes(const cal_step *step) {
    cal_shape s = planes_of(step);
    return aligned((size_t)s.n * cal_ceil_div(s.c, 4) * sizeof(cal_plane_sums));
}

static size_t steps_bytes(int count, int workers) {
    return aligned((size_t)workers * (size_t)count * sizeof(cal_step));
}

size_t cal_fusion_scratch(const cal_step *step, int count, int workers) {
    size_t alone = cal_op_at(step->node.op)->scratch(step, workers);
    if (count == 1) return alone;
    if (step->batch)
        return cal_batched_scratch(step, count, workers) + local_bytes(step, count) * (size_t)workers;
    bool convolution = cal_is_convolution(&step->node);
    size_t bytes = convolution ? aligned(alone) : 0;
    for (int i = convolution; i < count; i++)
        if (cal_is_channel_reduction(&step[i].node)) bytes += sums_bytes(step + i);
    return bytes + local_bytes(step, count) * (size_t)planes_together(step) * (size_t)workers +
           steps_bytes(count, workers);
}

// Address of planes in an operand. `blocks`: its sample stride. A VECTOR has one row, a MATRIX one row per
// sample.
static void *plane_at(const void *base, int kind, cal_shape shape, int blocks, const plane_range *at) {
    const size_t block = (size_t)at->block;
    size_t bytes = 0;
    if (!base) return NULL;
    switch (kind) {
    case CAL_VECTOR: bytes = block * 4 * sizeof(double); break;
    case CAL_MATRIX: bytes = ((size_t)at->sample * (size_t)shape.c + block * 4) * sizeof(float); break;
    default: bytes = ((size_t)at->sample * (size_t)blocks + block) * plane_bytes(kind, shape); break;
    }
    return (unsigned char *)base + bytes;
}

// Copies each step for every worker, once: a step is large and a plane may be small. `narrow` then sets the
// planes.
static void prepare_steps(fusion_job *job, int workers) {
    for (int w = 0; w < workers; w++)
        for (int i = job->first; i < job->count; i++) {
            unsigned char *local = job->local + (size_t)w * job->local_bytes;
            cal_step *one = job->one + (size_t)w * job->count + i;
            *one = job->step[i];
            one->node.shape.n = 1;
            if (one->local) one->y = local + (one->local - 1) * (size_t)job->together;
            for (int j = 0; j < CAL_INPUTS_MAX; j++) {
                one->in_shape[j].n = 1;
                if (one->in_local[j]) one->x[j] = local + (one->in_local[j] - 1) * (size_t)job->together;
            }
        }
}

static cal_step *narrow(const fusion_job *job, int i, const plane_range *at, int worker) {
    const cal_step *step = job->step + i;
    cal_step *one = job->one + (size_t)worker * job->count + i;
    const int c = cal_min_int(at->count * 4, job->c - at->block * 4);
    one->node.shape.c = c;
    if (!step->local) one->y = plane_at(step->y, step->node.kind, step->node.shape, step->blocks, at);
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        if (step->node.in[j] < 0) continue;
        one->in_shape[j].c = c;
        if (!step->in_local[j])
            one->x[j] = plane_at(step->x[j], step->in_kind[j], step->in_shape[j], step->in_blocks[j], at);
    }
    return one;
}

// Computes the sums of single planes.
static void sum_planes(cal_plane_sums *sums, cal_step *one, int count) {
    const int pixels = one->in_shape[0].h * one->in_shape[0].w;
    const void *x[CAL_INPUTS_MAX];
    memcpy(x, one->x, sizeof x);
    for (int i = 0; i < count; i++) {
        cal_op_at(one->node.op)->reduction->plane(sums + i, one, pixels);
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (one->x[j]) one->x[j] = (const float *)one->x[j] + (size_t)pixels * 4;
    }
    memcpy(one->x, x, sizeof x);
}

static void run_step(const fusion_job *job, int i, const plane_range *at, int worker) {
    const cal_env alone = {NULL, NULL};
    cal_step *one = narrow(job, i, at, worker);
    if (job->sums[i]) sum_planes(job->sums[i] + at->plane, one, at->count);
    else cal_op_at(one->node.op)->execute(one, &alone);
}

static void run_range(const fusion_job *job, const plane_range *at, int worker) {
    const int index = at->sample * cal_ceil_div(job->blocks, job->together) + at->block / job->together;
    cal_piece_times *times = index % CAL_PIECES_EVERY == 0 ? job->times : NULL;
    double before = times ? times->now() : 0;
    for (int i = job->first; i < job->count; i++) {
        run_step(job, i, at, worker);
        if (times) cal_piece_time(times, &before, i, worker);
    }
}

static void run_planes(void *context, int first, int count, int worker) {
    const fusion_job *job = context;
    for (int plane = first; plane < first + count;) {
        plane_range at = {plane, plane % job->blocks, plane / job->blocks, 0};
        const int end = cal_min_int(job->blocks, (at.block / job->together + 1) * job->together);
        at.count = cal_min_int(end - at.block, first + count - plane);
        run_range(job, &at, worker);
        plane += at.count;
    }
}

static void run_chunk(void *context, int chunk, int worker) {
    const fusion_job *job = context;
    cal_shape s = planes_of(job->step);
    const int planes = cal_chunk_of((size_t)s.h * s.w * 4), first = chunk * planes;
    run_planes(context, first, cal_min_int(planes, job->planes - first), worker);
}

void cal_fusion_execute(const cal_step *step, int count, const cal_env *env, cal_piece_times *times) {
    if (count == 1) {
        cal_op_at(step->node.op)->execute(step, env);
        return;
    }
    if (step->chained) {
        cal_chain_execute(step, count, env->scratch, local_bytes(step, count), env, times);
        return;
    }
    if (step->batch) {
        cal_batched_execute(step, count, env->scratch, local_bytes(step, count), env, times);
        return;
    }
    const bool convolution = cal_is_convolution(&step->node);
    const cal_shape s = planes_of(step);
    fusion_job job = {.step = step,
                      .first = convolution,
                      .count = count,
                      .c = s.c,
                      .together = planes_together(step),
                      .times = times};
    job.blocks = cal_ceil_div(s.c, 4);
    job.planes = s.n * job.blocks;
    cal_piece_scale(times, s.n * cal_ceil_div(job.blocks, job.together));
    unsigned char *free_bytes = env->scratch;
    if (convolution)
        free_bytes += aligned(cal_op_at(step->node.op)->scratch(step, cal_pool_workers(env->pool)));
    for (int i = job.first; i < count; i++) {
        if (!cal_is_channel_reduction(&step[i].node)) continue;
        job.sums[i] = (cal_plane_sums *)free_bytes;
        free_bytes += sums_bytes(step + i);
    }
    job.one = (cal_step *)free_bytes;
    job.local = free_bytes + steps_bytes(count, cal_pool_workers(env->pool));
    job.local_bytes = local_bytes(step, count) * (size_t)job.together;
    prepare_steps(&job, cal_pool_workers(env->pool));
    if (convolution) {
        cal_step_convolve(step, env, run_planes, &job);
    } else {
        int planes = cal_chunk_of((size_t)s.h * s.w * 4);
        cal_pool_run(env->pool, cal_ceil_div(job.planes, planes), run_chunk, &job);
    }
    for (int i = job.first; i < count; i++)
        if (job.sums[i]) cal_op_at(step[i].node.op)->reduction->fold(step + i, env, job.sums[i]);
}
