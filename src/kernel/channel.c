// Channel algebra. A plane is the h w pixels of four channels of one sample; a chunk is a run of planes. Sums
// leave one partial sum per plane, which are added up in the order of samples.
#include "kernel/channel.h"
#include <assert.h>
#include <string.h>
#include "base/simd.h"
#include "kernel/channel_plane.h"
#include "kernel/loops.h"

static cal_channel_job job_for(const cal_image_shape *shape, void *scratch) {
    int blocks = cal_ceil_div(shape->c, 4), pixels = shape->h * shape->w;
    return (cal_channel_job){.partial = scratch,
                             .c = shape->c,
                             .blocks = blocks,
                             .planes = shape->n * blocks,
                             .pixels = pixels,
                             .chunk_planes = cal_chunk_of((size_t)pixels * 4)};
}

// stride[terms]: sample strides in 4-channel blocks; null: dense.
static void set_terms(cal_channel_job *job, int terms, const float *const *t, const int *stride) {
    for (int i = 0; i < terms; i++) {
        job->t[i] = t[i];
        job->t_stride[i] = stride ? stride[i] : job->blocks;
    }
}

static void run_planes(const cal_env *env, cal_channel_job *job, cal_chunk_run *run) {
    cal_pool_run(env->pool, cal_ceil_div(job->planes, job->chunk_planes), run, job);
}

static int first_plane(const cal_channel_job *job, int chunk) { return chunk * job->chunk_planes; }
static int end_plane(const cal_channel_job *job, int chunk) {
    return cal_min_int((chunk + 1) * job->chunk_planes, job->planes);
}

static void stat_chunk(void *context, int chunk, int worker) {
    const cal_channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++)
        cal_kernel_plane_stat(job->partial + p, cal_term_plane(job, 0, p), job->pixels);
}

void cal_kernel_plane_stat(cal_plane_sums *out, const float *x, int pixels) {
    CAL_OF_WIDTH(cal_plane_stat)(out, x, pixels);
}
void cal_kernel_plane_dot(cal_plane_sums *out, const float *a, const float *b, int pixels) {
    CAL_OF_WIDTH(cal_plane_dot)(out, a, b, pixels);
}
void cal_kernel_plane_total(cal_plane_sums *out, const float *x, int pixels) {
    CAL_OF_WIDTH(cal_plane_total)(out, x, pixels);
}

size_t cal_kernel_channel_scratch(const cal_image_shape *shape) {
    return (size_t)shape->n * cal_ceil_div(shape->c, 4) * sizeof(cal_plane_sums);
}

// Adds up the planes of each channel in the order of samples, for some 4-channel blocks.
typedef struct fold_job {
    double *out;
    const cal_plane_sums *planes;
    int n, c, blocks, chunk; // chunk: blocks per call
    double pixels;
} fold_job;

typedef void fold_block(const fold_job *job, int block, int numbers, double of[2][4]);

// Writes `numbers` rows (one or two) of a value per channel. `numbers` and `fold` are constants after
// inlining.
CAL_INLINE void fold_blocks(const fold_job *job, int chunk, int numbers, fold_block *fold) {
    for (int g = chunk * job->chunk; g < cal_min_int((chunk + 1) * job->chunk, job->blocks); g++) {
        double of[2][4] = {{0}};
        fold(job, g, numbers, of);
        for (int k = 0; k < numbers; k++)
            for (int c = g * 4; c < cal_min_int(g * 4 + 4, job->c); c++)
                job->out[(size_t)k * job->c + c] = of[k][c % 4];
    }
}

static void run_fold(const cal_env *env, double *out, const cal_plane_sums *planes,
                     const cal_image_shape *shape, cal_chunk_run *run) {
    enum { PLANES = 2048 }; // planes per chunk, which take some microseconds
    fold_job job = {out, planes, shape->n, shape->c, cal_ceil_div(shape->c, 4), 0, 0};
    job.chunk = cal_max_int(1, PLANES / shape->n);
    job.pixels = (double)shape->h * shape->w;
    cal_pool_run(env->pool, cal_ceil_div(job.blocks, job.chunk), run, &job);
}

// Let plane p have mean m_p = c_p + first / pixels and squared deviations second - first^2 / pixels from it.
// The channel's squared deviations are the sum over planes of these and of pixels (m_p - mean)^2 (Chan, Golub
// & LeVeque 1983).
CAL_INLINE void fold_stat(const fold_job *job, int block, int numbers, double of[2][4]) {
    const cal_plane_sums *first = job->planes + block, *end = first + (size_t)job->n * job->blocks;
    const double pixels = job->pixels;
    (void)numbers;
    for (const cal_plane_sums *p = first; p != end; p += job->blocks)
        for (int i = 0; i < 4; i++) of[0][i] += p->centre[i] + p->first[i] / pixels;
    for (int i = 0; i < 4; i++) of[0][i] /= job->n;
    for (const cal_plane_sums *p = first; p != end; p += job->blocks)
        for (int i = 0; i < 4; i++) {
            const double sum = p->first[i], gap = p->centre[i] + sum / pixels - of[0][i];
            of[1][i] += p->second[i] - sum * sum / pixels + pixels * gap * gap;
        }
    for (int i = 0; i < 4; i++) of[1][i] /= pixels * job->n;
}
static void fold_stat_chunk(void *context, int chunk, int worker) {
    (void)worker;
    fold_blocks(context, chunk, 2, fold_stat);
}
void cal_kernel_fold_stat(const cal_env *env, double *stat, const cal_plane_sums *planes,
                          const cal_image_shape *shape) {
    run_fold(env, stat, planes, shape, fold_stat_chunk);
}

CAL_INLINE void fold_sums(const fold_job *job, int block, int numbers, double of[2][4]) {
    const cal_plane_sums *first = job->planes + block, *end = first + (size_t)job->n * job->blocks;
    for (const cal_plane_sums *p = first; p != end; p += job->blocks)
        for (int i = 0; i < 4; i++) {
            of[0][i] += p->first[i];
            if (numbers > 1) of[1][i] += p->second[i]; // never set for a plain sum
        }
}
static void fold_sum_chunk(void *context, int chunk, int worker) {
    (void)worker;
    fold_blocks(context, chunk, 1, fold_sums);
}
static void fold_dot_chunk(void *context, int chunk, int worker) {
    (void)worker;
    fold_blocks(context, chunk, 2, fold_sums);
}
void cal_kernel_fold_sum(const cal_env *env, double *sum, const cal_plane_sums *planes,
                         const cal_image_shape *shape) {
    run_fold(env, sum, planes, shape, fold_sum_chunk);
}
void cal_kernel_fold_dot(const cal_env *env, double *dot, const cal_plane_sums *planes,
                         const cal_image_shape *shape) {
    run_fold(env, dot, planes, shape, fold_dot_chunk);
}

void cal_kernel_channel_stat(const cal_env *env, double *stat, const float *x, const int *stride,
                             const cal_image_shape *shape) {
    cal_channel_job job = job_for(shape, env->scratch);
    set_terms(&job, 1, &x, stride);
    run_planes(env, &job, stat_chunk);
    cal_kernel_fold_stat(env, stat, job.partial, shape);
}

static void dot_chunk(void *context, int chunk, int worker) {
    const cal_channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++)
        cal_kernel_plane_dot(job->partial + p, cal_term_plane(job, 0, p), cal_term_plane(job, 1, p),
                             job->pixels);
}

static void sum_chunk(void *context, int chunk, int worker) {
    const cal_channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++)
        cal_kernel_plane_total(job->partial + p, job->t[0] + (size_t)p * job->pixels * 4, job->pixels);
}

void cal_kernel_channel_dot(const cal_env *env, double *dot, const float *a, const float *b,
                            const int *stride, const cal_image_shape *shape) {
    cal_channel_job job = job_for(shape, env->scratch);
    set_terms(&job, 2, (const float *const[]){a, b}, stride);
    run_planes(env, &job, dot_chunk);
    cal_kernel_fold_dot(env, dot, job.partial, shape);
}

void cal_kernel_channel_sum(const cal_env *env, double *sum, const float *x, const cal_image_shape *shape) {
    cal_channel_job job = job_for(shape, env->scratch);
    job.t[0] = x;
    run_planes(env, &job, sum_chunk);
    cal_kernel_fold_sum(env, sum, job.partial, shape);
}

static void linear_chunk(void *context, int chunk, int worker) {
    const cal_channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++)
        CAL_OF_WIDTH(cal_plane_linear)(job, p);
}

void cal_kernel_channel_linear(const cal_env *env, float *y, int terms, const float *const *t,
                               const int *stride, const double *const *coefficient, const double *constant,
                               bool relu, double cap, const cal_image_shape *shape) {
    assert(terms >= 0 && terms <= CAL_LINEAR_TERMS);
    cal_channel_job job = job_for(shape, NULL);
    job.y = y;
    job.terms = terms;
    job.act = !relu ? CAL_IDENTITY : cap > 0 ? CAL_RELU_CAP : CAL_RELU;
    job.cap = (float)cap;
    job.constant = constant;
    set_terms(&job, terms, t, stride);
    for (int i = 0; i < terms; i++) job.coefficient[i] = coefficient[i];
    run_planes(env, &job, linear_chunk);
}

static void mask_chunk(void *context, int chunk, int worker) {
    const cal_channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++)
        CAL_OF_WIDTH(cal_plane_mask)(job, p);
}

void cal_kernel_channel_mask(const cal_env *env, float *y, const float *x, const float *z, const int *stride,
                             const double *slope, const double *constant, double cap,
                             const cal_image_shape *shape) {
    cal_channel_job job = job_for(shape, NULL);
    set_terms(&job, 2, (const float *const[]){x, z}, stride);
    job.y = y;
    job.act = cap > 0 ? CAL_RELU_CAP : CAL_RELU;
    job.cap = (float)cap;
    job.coefficient[0] = slope;
    job.constant = constant;
    run_planes(env, &job, mask_chunk);
}

void cal_kernel_channel_broadcast(const cal_env *env, float *y, const double *value,
                                  const cal_image_shape *shape) {
    cal_kernel_channel_linear(env, y, 0, NULL, NULL, NULL, value, false, 0, shape);
}

static void plane_sum_chunk(void *context, int chunk, int worker) {
    const cal_channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++) {
        cal_plane_sums sum;
        cal_kernel_plane_total(&sum, job->t[0] + (size_t)p * job->pixels * 4, job->pixels);
        int sample = p / job->blocks, c = p % job->blocks * 4;
        for (int i = 0; i < 4 && c + i < job->c; i++)
            job->matrix_out[(size_t)sample * job->c + c + i] = sum.first[i];
    }
}

void cal_kernel_plane_sum(const cal_env *env, float *matrix, const float *x, const cal_image_shape *shape) {
    cal_channel_job job = job_for(shape, NULL);
    job.t[0] = x;
    job.matrix_out = matrix;
    run_planes(env, &job, plane_sum_chunk);
}

static void plane_broadcast_chunk(void *context, int chunk, int worker) {
    const cal_channel_job *job = context;
    (void)worker;
    for (int p = first_plane(job, chunk); p < end_plane(job, chunk); p++) {
        float value[4] = {0}, *y = job->y + (size_t)p * job->pixels * 4;
        int sample = p / job->blocks, c = p % job->blocks * 4;
        for (int i = 0; i < 4 && c + i < job->c; i++)
            value[i] = job->matrix_in[(size_t)sample * job->c + c + i];
        cal_f4 v = cal_f4_load(value);
        for (int i = 0; i < job->pixels; i++) cal_f4_store(y + (size_t)i * 4, v);
    }
}

void cal_kernel_plane_broadcast(const cal_env *env, float *y, const float *matrix,
                                const cal_image_shape *shape) {
    cal_channel_job job = job_for(shape, NULL);
    job.y = y;
    job.matrix_in = matrix;
    run_planes(env, &job, plane_broadcast_chunk);
}
