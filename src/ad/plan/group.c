// A group runs plane by plane with the kernels that also run whole images: each of its nodes is
// given the one plane as an image of its own. A convolution calls the rest of its group for each plane that
// it has written. Sums over planes are kept by plane and folded at the end, in the same order as the kernels'
// own.
#include "ad/plan/group.h"
#include "ad/plan/bundle.h"
#include "ad/plan/chain.h"
#include "ad/plan/schedule.h"
#include "kernel/loops.h"

typedef struct group_plane {
    int plane, group, sample; // the plane is the sample's of that group of channels
} group_plane;

typedef struct group_job {
    const cal_step *step;
    int first, count;      // the steps that run on planes
    int groups, c, planes; // groups of four of the c channels
    cal_plane_sums *sums[CAL_GROUP_MAX];
    unsigned char *local; // a plane of every local result, for each worker
    size_t local_bytes;
    cal_step *one;        // [workers][count], of one plane
    cal_chunk_run *plane; // run_plane or time_plane
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

static cal_shape planes_of(const cal_step *step) { // the shape of an image that it reads or makes
    return step->in_kind[0] == CAL_IMAGE ? step->in_shape[0] : step->node.shape;
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
    return bytes + local_bytes(step, count) * (size_t)workers + steps_bytes(count, workers);
}

// The place of one plane in an operand. A VECTOR has one row, a MATRIX a row a sample.
static void *plane_at(const void *base, int kind, cal_shape shape, const group_plane *at) {
    const size_t group = (size_t)at->group;
    size_t bytes = 0;
    if (!base) return NULL;
    switch (kind) {
    case CAL_VECTOR: bytes = group * 4 * sizeof(double); break;
    case CAL_MATRIX: bytes = ((size_t)at->sample * (size_t)shape.c + group * 4) * sizeof(float); break;
    default: bytes = (size_t)at->plane * plane_bytes(kind, shape); break;
    }
    return (unsigned char *)base + bytes;
}

// The steps as every worker runs them, on one plane alone; narrow says which. A step is large, and a plane may be small: what
// is the same for all planes is copied once.
static void prepare_steps(group_job *job, int workers) {
    for (int w = 0; w < workers; w++)
        for (int i = job->first; i < job->count; i++) {
            unsigned char *local = job->local + (size_t)w * job->local_bytes;
            cal_step *one = job->one + (size_t)w * job->count + i;
            *one = job->step[i];
            one->node.shape.n = 1;
            if (one->local) one->y = local + one->local - 1;
            for (int j = 0; j < CAL_INPUTS_MAX; j++) {
                one->in_shape[j].n = 1;
                if (one->in_local[j]) one->x[j] = local + one->in_local[j] - 1;
            }
        }
}

static const cal_step *narrow(const group_job *job, int i, const group_plane *at, int worker) {
    const cal_step *step = job->step + i;
    cal_step *one = job->one + (size_t)worker * job->count + i;
    const int c = cal_min_int(4, job->c - at->group * 4);
    one->node.shape.c = c;
    if (!step->local) one->y = plane_at(step->y, step->node.kind, step->node.shape, at);
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        if (step->node.in[j] < 0) continue;
        one->in_shape[j].c = c;
        if (!step->in_local[j]) one->x[j] = plane_at(step->x[j], step->in_kind[j], step->in_shape[j], at);
    }
    return one;
}

static void run_step(const group_job *job, int i, const group_plane *at, int worker) {
    const cal_env alone = {NULL, NULL};
    const cal_step *one = narrow(job, i, at, worker);
    int pixels = one->in_shape[0].h * one->in_shape[0].w;
    cal_plane_sums *sums = job->sums[i] ? job->sums[i] + at->plane : NULL;
    const cal_op *op = cal_op_at(one->node.op);
    if (sums) op->reduction->plane(sums, one, pixels);
    else op->execute(one, &alone);
}

static void run_plane(void *context, int plane, int worker) {
    const group_job *job = context;
    const group_plane at = {plane, plane % job->groups, plane / job->groups};
    for (int i = job->first; i < job->count; i++) run_step(job, i, &at, worker);
}

static void time_plane(void *context, int plane, int worker) {
    const group_job *job = context;
    if (plane % CAL_PIECES_EVERY) {
        run_plane(context, plane, worker);
        return;
    }
    const group_plane at = {plane, plane % job->groups, plane / job->groups};
    double before = job->times->now();
    for (int i = job->first; i < job->count; i++) {
        run_step(job, i, &at, worker);
        cal_piece_time(job->times, &before, i, worker);
    }
}

static void run_chunk(void *context, int chunk, int worker) {
    const group_job *job = context;
    cal_shape s = planes_of(job->step);
    int planes = cal_chunk_of((size_t)s.h * s.w * 4);
    for (int p = chunk * planes; p < cal_min_int((chunk + 1) * planes, job->planes); p++)
        job->plane(context, p, worker);
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
    bool convolution = cal_is_convolution(&step->node);
    cal_shape s = convolution ? step->node.shape : planes_of(step);
    group_job job = {.step = step,
                     .first = convolution,
                     .count = count,
                     .c = s.c,
                     .plane = times ? time_plane : run_plane,
                     .times = times};
    job.groups = cal_ceil_div(s.c, 4);
    job.planes = s.n * job.groups;
    cal_piece_scale(times, job.planes);
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
    job.local_bytes = local_bytes(step, count);
    prepare_steps(&job, cal_pool_workers(env->pool));
    if (convolution) {
        cal_step_convolve(step, env, job.plane, &job);
    } else {
        int planes = cal_chunk_of((size_t)s.h * s.w * 4);
        cal_pool_run(env->pool, cal_ceil_div(job.planes, planes), run_chunk, &job);
    }
    for (int i = job.first; i < count; i++)
        if (job.sums[i]) cal_op_at(step[i].node.op)->reduction->fold(step + i, job.sums[i]);
}
