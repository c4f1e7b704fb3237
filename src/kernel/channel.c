// Channel algebra. A plane is the h w pixels of four channels of one sample; a chunk is a run of
// planes. Sums leave one partial a plane, which the calling thread folds in the order of samples.
#include "kernel/channel.h"
#include <assert.h>
#include <string.h>
#include "base/simd.h"
#include "kernel/activation.h"
#include "kernel/loops.h"

typedef enum activation { IDENTITY, RELU, RELU_CAP } activation;

typedef struct channel_job {
    cal_plane_sums *partial;
    float *y;
    const float *t[CAL_LINEAR_TERMS];
    const double *coefficient[CAL_LINEAR_TERMS], *constant;
    const float *matrix_in;
    float *matrix_out;
    int terms;
    activation act;
    float cap;
    int c, groups; // channels, and groups of four of them
    int planes, pixels, chunk_planes;
} channel_job;

static channel_job job_for(const cal_image_shape *shape, void *scratch) {
    int groups = cal_ceil_div(shape->c, 4), pixels = shape->h * shape->w;
    return (channel_job){.partial = scratch,
                         .c = shape->c,
                         .groups = groups,
                         .planes = shape->n * groups,
                         .pixels = pixels,
                         .chunk_planes = cal_chunk_of((size_t)pixels * 4)};
}

static void run_planes(const cal_env *env, channel_job *job, cal_chunk_run *run) {
    cal_pool_run(env->pool, cal_ceil_div(job->planes, job->chunk_planes), run, job);
}

static int first_plane(const channel_job *job, int chunk) { return chunk * job->chunk_planes; }
static int end_plane(const channel_job *job, int chunk) {
    return cal_min_int((chunk + 1) * job->chunk_planes, job->planes);
}

// Four running sums, so that the additions overlap and each is a quarter as long.
CAL_INLINE cal_f4 plane_total(const float *x, int pixels) {
    cal_f4 s0 = cal_f4_splat(0), s1 = s0, s2 = s0, s3 = s0;
    int i = 0;
    for (; i + 4 <= pixels; i += 4, x += 16) {
        s0 = cal_f4_add(s0, cal_f4_load(x));
        s1 = cal_f4_add(s1, cal_f4_load(x + 4));
        s2 = cal_f4_add(s2, cal_f4_load(x + 8));
        s3 = cal_f4_add(s3, cal_f4_load(x + 12));
    }
    for (; i < pixels; i++, x += 4) s0 = cal_f4_add(s0, cal_f4_load(x));
    return cal_f4_add(cal_f4_add(s0, s1), cal_f4_add(s2, s3));
}

// The second reading of the plane finds it in the cache, so the whole statistic streams x from memory once.
void cal_kernel_plane_stat(cal_plane_sums *out, const float *x, int pixels) {
    cal_f4 centre = cal_f4_mul(plane_total(x, pixels), cal_f4_splat(1.0f / (float)pixels));
    cal_f4 s0 = cal_f4_splat(0), s1 = s0, q0 = s0, q1 = s0;
    int i = 0;
    for (; i + 2 <= pixels; i += 2, x += 8) {
        cal_f4 d0 = cal_f4_sub(cal_f4_load(x), centre), d1 = cal_f4_sub(cal_f4_load(x + 4), centre);
        s0 = cal_f4_add(s0, d0);
        s1 = cal_f4_add(s1, d1);
        q0 = cal_f4_muladd(d0, d0, q0);
        q1 = cal_f4_muladd(d1, d1, q1);
    }
    if (i < pixels) {
        cal_f4 d = cal_f4_sub(cal_f4_load(x), centre);
        s0 = cal_f4_add(s0, d);
        q0 = cal_f4_muladd(d, d, q0);
    }
    cal_f4_store(out->centre, centre);
    cal_f4_store(out->first, cal_f4_add(s0, s1));
    cal_f4_store(out->second, cal_f4_add(q0, q1));
}

static void stat_chunk(void *context, int chunk, int worker) {
    const channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++)
        cal_kernel_plane_stat(job->partial + p, job->t[0] + (size_t)p * job->pixels * 4, job->pixels);
}

size_t cal_kernel_channel_scratch(const cal_image_shape *shape) {
    return (size_t)shape->n * cal_ceil_div(shape->c, 4) * sizeof(cal_plane_sums);
}

// With plane p's mean m_p = c_p + first / pixels and its squared deviations from m_p,
// second - first^2 / pixels, the channel's squared deviations are the sum over planes of both
// (second - first^2 / pixels) and pixels (m_p - mean)^2 (Chan, Golub & LeVeque 1983).
void cal_kernel_fold_stat(double *stat, const cal_plane_sums *planes, const cal_image_shape *shape) {
    double pixels = (double)shape->h * shape->w;
    int groups = cal_ceil_div(shape->c, 4), count = shape->n * groups;
    for (int c = 0; c < shape->c; c++) {
        const cal_plane_sums *partial = planes + c / 4;
        int i = c % 4;
        double mean = 0, square = 0;
        for (int p = 0; p < count; p += groups) mean += partial[p].centre[i] + partial[p].first[i] / pixels;
        mean /= shape->n;
        for (int p = 0; p < count; p += groups) {
            double first = partial[p].first[i], gap = partial[p].centre[i] + first / pixels - mean;
            square += partial[p].second[i] - first * first / pixels + pixels * gap * gap;
        }
        stat[c] = mean;
        stat[shape->c + c] = square / (pixels * shape->n);
    }
}

void cal_kernel_channel_stat(const cal_env *env, double *stat, const float *x, const cal_image_shape *shape) {
    channel_job job = job_for(shape, env->scratch);
    job.t[0] = x;
    run_planes(env, &job, stat_chunk);
    cal_kernel_fold_stat(stat, job.partial, shape);
}

void cal_kernel_plane_dot(cal_plane_sums *out, const float *a, const float *b, int pixels) {
    cal_f4 s0 = cal_f4_splat(0), s1 = s0, q0 = s0, q1 = s0;
    int i = 0;
    for (; i + 2 <= pixels; i += 2, a += 8, b += 8) {
        cal_f4 a0 = cal_f4_load(a), a1 = cal_f4_load(a + 4);
        s0 = cal_f4_add(s0, a0);
        s1 = cal_f4_add(s1, a1);
        q0 = cal_f4_muladd(a0, cal_f4_load(b), q0);
        q1 = cal_f4_muladd(a1, cal_f4_load(b + 4), q1);
    }
    if (i < pixels) {
        s0 = cal_f4_add(s0, cal_f4_load(a));
        q0 = cal_f4_muladd(cal_f4_load(a), cal_f4_load(b), q0);
    }
    cal_f4_store(out->first, cal_f4_add(s0, s1));
    cal_f4_store(out->second, cal_f4_add(q0, q1));
}

void cal_kernel_plane_total(cal_plane_sums *out, const float *x, int pixels) {
    cal_f4_store(out->first, plane_total(x, pixels));
}

static void dot_chunk(void *context, int chunk, int worker) {
    const channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++) {
        size_t start = (size_t)p * job->pixels * 4;
        cal_kernel_plane_dot(job->partial + p, job->t[0] + start, job->t[1] + start, job->pixels);
    }
}

static void sum_chunk(void *context, int chunk, int worker) {
    const channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++)
        cal_kernel_plane_total(job->partial + p, job->t[0] + (size_t)p * job->pixels * 4, job->pixels);
}

void cal_kernel_fold_sum(double *sum, const cal_plane_sums *planes, const cal_image_shape *shape) {
    int groups = cal_ceil_div(shape->c, 4), count = shape->n * groups;
    memset(sum, 0, (size_t)shape->c * sizeof *sum);
    for (int p = 0; p < count; p++)
        for (int i = 0, c = p % groups * 4; i < 4 && c < shape->c; i++, c++) sum[c] += planes[p].first[i];
}

void cal_kernel_fold_dot(double *dot, const cal_plane_sums *planes, const cal_image_shape *shape) {
    int groups = cal_ceil_div(shape->c, 4), count = shape->n * groups;
    cal_kernel_fold_sum(dot, planes, shape);
    memset(dot + shape->c, 0, (size_t)shape->c * sizeof *dot);
    for (int p = 0; p < count; p++)
        for (int i = 0, c = p % groups * 4; i < 4 && c < shape->c; i++, c++)
            dot[shape->c + c] += planes[p].second[i];
}

void cal_kernel_channel_dot(const cal_env *env, double *dot, const float *a, const float *b,
                            const cal_image_shape *shape) {
    channel_job job = job_for(shape, env->scratch);
    job.t[0] = a;
    job.t[1] = b;
    run_planes(env, &job, dot_chunk);
    cal_kernel_fold_dot(dot, job.partial, shape);
}

void cal_kernel_channel_sum(const cal_env *env, double *sum, const float *x, const cal_image_shape *shape) {
    channel_job job = job_for(shape, env->scratch);
    job.t[0] = x;
    run_planes(env, &job, sum_chunk);
    cal_kernel_fold_sum(sum, job.partial, shape);
}

// `terms` and `act` are constants where this is inlined.
CAL_INLINE void linear_plane(int terms, activation act, float *y, const channel_job *job, int plane) {
    int group = plane % job->groups;
    size_t start = (size_t)plane * job->pixels * 4;
    cal_f4 cap = cal_f4_splat(job->cap);
    cal_f4 k[CAL_LINEAR_TERMS], constant = cal_channel_values(job->constant, 0, group, job->c);
    const float *t[CAL_LINEAR_TERMS];
    CAL_UNROLLED
    for (int i = 0; i < terms; i++) {
        k[i] = cal_channel_values(job->coefficient[i], 1, group, job->c);
        t[i] = job->t[i] + start;
    }
    for (size_t j = 0; j < (size_t)job->pixels * 4; j += 4) {
        cal_f4 sum = terms ? cal_f4_mul(k[0], cal_f4_load(t[0] + j)) : cal_f4_splat(0);
        CAL_UNROLLED
        for (int i = 1; i < terms; i++) sum = cal_f4_muladd(k[i], cal_f4_load(t[i] + j), sum);
        sum = cal_f4_add(sum, constant);
        if (act != IDENTITY) sum = cal_f4_max(cal_f4_splat(0), sum);
        if (act == RELU_CAP) sum = cal_f4_min(sum, cap);
        cal_f4_store(y + start + j, sum);
    }
}

CAL_INLINE void linear_terms(const channel_job *job, int plane, activation act) {
    switch (job->terms) {
    case 0: linear_plane(0, act, job->y, job, plane); break;
    case 1: linear_plane(1, act, job->y, job, plane); break;
    case 2: linear_plane(2, act, job->y, job, plane); break;
    case 3: linear_plane(3, act, job->y, job, plane); break;
    default: linear_plane(4, act, job->y, job, plane); break;
    }
}

static void linear_chunk(void *context, int chunk, int worker) {
    const channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++) switch (job->act) {
        case IDENTITY: linear_terms(job, p, IDENTITY); break;
        case RELU: linear_terms(job, p, RELU); break;
        case RELU_CAP: linear_terms(job, p, RELU_CAP); break;
        }
}

void cal_kernel_channel_linear(const cal_env *env, float *y, int terms, const float *const *t,
                               const double *const *coefficient, const double *constant, bool relu,
                               double cap, const cal_image_shape *shape) {
    assert(terms >= 0 && terms <= CAL_LINEAR_TERMS);
    channel_job job = job_for(shape, NULL);
    job.y = y;
    job.terms = terms;
    job.act = !relu ? IDENTITY : cap > 0 ? RELU_CAP : RELU;
    job.cap = (float)cap;
    job.constant = constant;
    for (int i = 0; i < terms; i++) {
        job.t[i] = t[i];
        job.coefficient[i] = coefficient[i];
    }
    run_planes(env, &job, linear_chunk);
}

static void mask_chunk(void *context, int chunk, int worker) {
    const channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++) {
        cal_activation load = cal_activation_of(job->coefficient[0], job->constant, p % job->groups, job->c);
        size_t start = (size_t)p * job->pixels * 4, end = start + (size_t)job->pixels * 4;
        for (size_t i = start; i < end; i += 4) {
            cal_f4 open = cal_f4_greater(cal_activate(cal_f4_load(job->t[1] + i), &load), cal_f4_splat(0));
            cal_f4_store(job->y + i, cal_f4_and(cal_f4_load(job->t[0] + i), open));
        }
    }
}

void cal_kernel_channel_mask(const cal_env *env, float *y, const float *x, const float *z,
                             const double *slope, const double *constant, const cal_image_shape *shape) {
    channel_job job = job_for(shape, NULL);
    job.y = y;
    job.t[0] = x;
    job.t[1] = z;
    job.coefficient[0] = slope;
    job.constant = constant;
    run_planes(env, &job, mask_chunk);
}

void cal_kernel_channel_broadcast(const cal_env *env, float *y, const double *value,
                                  const cal_image_shape *shape) {
    cal_kernel_channel_linear(env, y, 0, NULL, NULL, value, false, 0, shape);
}

static void plane_sum_chunk(void *context, int chunk, int worker) {
    const channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++) {
        float sum[4];
        cal_f4_store(sum, plane_total(job->t[0] + (size_t)p * job->pixels * 4, job->pixels));
        int sample = p / job->groups, c = p % job->groups * 4;
        for (int i = 0; i < 4 && c + i < job->c; i++)
            job->matrix_out[(size_t)sample * job->c + c + i] = sum[i];
    }
}

void cal_kernel_plane_sum(const cal_env *env, float *matrix, const float *x, const cal_image_shape *shape) {
    channel_job job = job_for(shape, NULL);
    job.t[0] = x;
    job.matrix_out = matrix;
    run_planes(env, &job, plane_sum_chunk);
}

static void plane_broadcast_chunk(void *context, int chunk, int worker) {
    const channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++) {
        float value[4] = {0}, *y = job->y + (size_t)p * job->pixels * 4;
        int sample = p / job->groups, c = p % job->groups * 4;
        for (int i = 0; i < 4 && c + i < job->c; i++)
            value[i] = job->matrix_in[(size_t)sample * job->c + c + i];
        cal_f4 v = cal_f4_load(value);
        for (int i = 0; i < job->pixels; i++) cal_f4_store(y + (size_t)i * 4, v);
    }
}

void cal_kernel_plane_broadcast(const cal_env *env, float *y, const float *matrix,
                                const cal_image_shape *shape) {
    channel_job job = job_for(shape, NULL);
    job.y = y;
    job.matrix_in = matrix;
    run_planes(env, &job, plane_broadcast_chunk);
}
