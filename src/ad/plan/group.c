// A group runs plane by plane, or some small planes at a time, with the kernels that also run whole images: each of its nodes is
// given them as an image of their own. A convolution calls the rest of its group for planes that it has written. Sums over planes are kept by plane and folded at the end, in the same order as the kernels'
// own.
#include "ad/plan/group.h"
#include "ad/plan/bundle.h"
#include "ad/plan/chain.h"
#include "ad/plan/schedule.h"
#include "kernel/loops.h"
#include <string.h>

// A step's call costs as much as the work on some hundred floats.
enum { TOGETHER_FLOATS = 1024 };

typedef struct group_planes {
    int plane, group, sample; // the first is the sample's of that group of channels
    int count;
} group_planes;

typedef struct group_job {
    const cal_step *step;
    int first, count;      // the steps that run on planes
    int groups, c, planes; // groups of four of the c channels
    int together;          // planes of a sample that are taken at a time, at most
    cal_plane_sums *sums[CAL_GROUP_MAX];
    unsigned char *local; // so many planes of every local result, for each worker
    size_t local_bytes;
    cal_step *one; // [workers][count], of these planes
    cal_piece_times *times;
} group_job;

static size_t plane_bytes(int kind, cal_shape shape) {
    return (size_t)shape.h * shape.w * 4 * (kind == CAL_INDEX ? 1 : sizeof(float));
}

size_t cal_local_bytes(const cal_step *step) {
    if (step->chained) return CAL_CHAIN_TILE * sizeof(float);
    if (step->bundle) return cal_elements(step->node.shape) / (size_t)step->bundle * sizeof(float);
    return plane_bytes(step->node.kind, step->node.shape);
}

// The shape of an image that a group's first step makes or reads.
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

size_t cal_group_scratch(const cal_step *step, int count, int workers) {
    size_t alone = cal_op_at(step->node.op)->scratch(step, workers);
    if (count == 1) return alone;
    if (step->bundle)
        return cal_bundle_scratch(step, count, workers) + local_bytes(step, count) * (size_t)workers;
    bool convolution = cal_is_convolution(&step->node);
    size_t bytes = convolution ? aligned(alone) : 0;
    for (int i = convolution; i < count; i++)
        if (cal_is_channel_reduction(&step[i].node)) bytes += sums_bytes(step + i);
    return bytes + local_bytes(step, count) * (size_t)planes_together(step) * (size_t)workers +
           steps_bytes(count, workers);
}

// The place of planes in an operand. A VECTOR has one row, a MATRIX a row a sample.
static void *plane_at(const void *base, int kind, cal_shape shape, int groups, const group_planes *at) {
    const size_t group = (size_t)at->group;
    size_t bytes = 0;
    if (!base) return NULL;
    switch (kind) {
    case CAL_VECTOR: bytes = group * 4 * sizeof(double); break;
    case CAL_MATRIX: bytes = ((size_t)at->sample * (size_t)shape.c + group * 4) * sizeof(float); break;
    default: bytes = ((size_t)at->sample * (size_t)groups + group) * plane_bytes(kind, shape); break;
    }
    return (unsigned char *)base + bytes;
}

// The steps as every worker runs them, on some planes alone; narrow says which. A step is large, and a plane may be small: what
// is the same for all planes is copied once.
static void prepare_steps(group_job *job, int workers) {
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

static cal_step *narrow(const group_job *job, int i, const group_planes *at, int worker) {
    const cal_step *step = job->step + i;
    cal_step *one = job->one + (size_t)worker * job->count + i;
    const int c = cal_min_int(at->count * 4, job->c - at->group * 4);
    one->node.shape.c = c;
    if (!step->local) one->y = plane_at(step->y, step->node.kind, step->node.shape, step->groups, at);
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        if (step->node.in[j] < 0) continue;
        one->in_shape[j].c = c;
        if (!step->in_local[j])
            one->x[j] = plane_at(step->x[j], step->in_kind[j], step->in_shape[j], step->in_groups[j], at);
    }
    return one;
}

// What each plane contributes to a sum.
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

static void run_step(const group_job *job, int i, const group_planes *at, int worker) {
    const cal_env alone = {NULL, NULL};
    cal_step *one = narrow(job, i, at, worker);
    if (job->sums[i]) sum_planes(job->sums[i] + at->plane, one, at->count);
    else cal_op_at(one->node.op)->execute(one, &alone);
}

static void run_some(const group_job *job, const group_planes *at, int worker) {
    const int some = at->sample * cal_ceil_div(job->groups, job->together) + at->group / job->together;
    cal_piece_times *times = some % CAL_PIECES_EVERY == 0 ? job->times : NULL;
    double before = times ? times->now() : 0;
    for (int i = job->first; i < job->count; i++) {
        run_step(job, i, at, worker);
        if (times) cal_piece_time(times, &before, i, worker);
    }
}

static void run_planes(void *context, int first, int count, int worker) {
    const group_job *job = context;
    for (int plane = first; plane < first + count;) {
        group_planes at = {plane, plane % job->groups, plane / job->groups, 0};
        const int end = cal_min_int(job->groups, (at.group / job->together + 1) * job->together);
        at.count = cal_min_int(end - at.group, first + count - plane);
        run_some(job, &at, worker);
        plane += at.count;
    }
}

static void run_chunk(void *context, int chunk, int worker) {
    const group_job *job = context;
    cal_shape s = planes_of(job->step);
    const int planes = cal_chunk_of((size_t)s.h * s.w * 4), first = chunk * planes;
    run_planes(context, first, cal_min_int(planes, job->planes - first), worker);
}

void cal_group_execute(const cal_step *step, int count, const cal_env *env, cal_piece_times *times) {
    if (count == 1) {
        cal_op_at(step->node.op)->execute(step, env);
        return;
    }
    if (step->chained) {
        cal_chain_execute(step, count, env->scratch, local_bytes(step, count), env, times);
        return;
    }
    if (step->bundle) {
        cal_bundle_execute(step, count, env->scratch, local_bytes(step, count), env, times);
        return;
    }
    const bool convolution = cal_is_convolution(&step->node);
    const cal_shape s = planes_of(step);
    group_job job = {.step = step,
                     .first = convolution,
                     .count = count,
                     .c = s.c,
                     .together = planes_together(step),
                     .times = times};
    job.groups = cal_ceil_div(s.c, 4);
    job.planes = s.n * job.groups;
    cal_piece_scale(times, s.n * cal_ceil_div(job.groups, job.together));
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
