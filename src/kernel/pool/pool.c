// Pooling in adjacent windows. Gather and scatter run over a window's positions and keep, lane by lane, the
// one that the index names. That reads (or writes) the large image once, in order, so memory traffic is
// minimal.
#include <assert.h>
#include <string.h>
#include "kernel/pool/parts.h"
#include "kernel/pool/pool.h"

static void run_chunk(void *context, int chunk, int worker) {
    const cal_pool_job *job = context;
    int end = cal_min_int((chunk + 1) * job->chunk_planes, job->planes);
    (void)worker;
    for (int p = chunk * job->chunk_planes; p < end; p++)
        job->plane(job, (size_t)p * job->s.h * job->s.w * 4, (size_t)p * job->oh * job->ow * 4);
}

// Runs `plane` if the windows cover the image without overlap or padding, else `any`.
static void run_pool(const cal_env *env, cal_pool_job *job, const cal_pool_shape *s, cal_pool_plane *plane,
                     cal_pool_plane *any) {
    assert(s->kh >= 1 && s->kw >= 1 && s->kh <= CAL_POOL_WINDOW_MAX && s->kw <= CAL_POOL_WINDOW_MAX);
    job->s = *s;
    job->oh = (s->h + 2 * s->pad_h - s->kh) / s->stride + 1;
    job->ow = (s->w + 2 * s->pad_w - s->kw) / s->stride + 1;
    job->planes = s->n * cal_ceil_div(s->c, 4);
    job->chunk_planes = cal_chunk_of((size_t)s->h * s->w * 4);
    job->plane = s->kh == s->stride && s->kw == s->stride && !s->pad_h && !s->pad_w ? plane : any;
    if (job->plane == any)
        for (int p = 0; p < s->kh * s->kw; p++) job->offset[p] = (p / s->kw * s->w + p % s->kw) * 4;
    cal_pool_run(env->pool, cal_ceil_div(job->planes, job->chunk_planes), run_chunk, job);
}

// `size` is a constant 2 in the common case after inlining.
CAL_INLINE void index_plane_of(int size, const cal_pool_job *job, size_t large, size_t small) {
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            const float *corner =
                job->large_in + large + ((size_t)y * size * job->s.w + (size_t)x * size) * 4;
            cal_f4 best = cal_f4_load(corner);
            v128_t index = wasm_i32x4_splat(0);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++) {
                    cal_f4 value = cal_f4_load(corner + ((size_t)v * job->s.w + u) * 4);
                    cal_f4 larger = cal_f4_greater(value, best);
                    best = wasm_v128_bitselect(value, best, larger);
                    index = wasm_v128_bitselect(wasm_i32x4_splat(v * size + u), index, larger);
                }
            cal_index_store(job->index + small + ((size_t)y * job->ow + x) * 4, index);
        }
}

static void index_plane(const cal_pool_job *job, size_t large, size_t small) {
    if (job->s.stride == 2) index_plane_of(2, job, large, small);
    else index_plane_of(job->s.stride, job, large, small);
}

CAL_INLINE void gather_plane_of(int size, const cal_pool_job *job, size_t large, size_t small) {
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            const float *corner =
                job->large_in + large + ((size_t)y * size * job->s.w + (size_t)x * size) * 4;
            size_t at = small + ((size_t)y * job->ow + x) * 4;
            v128_t index = cal_index_load(job->index_in + at);
            cal_f4 value = cal_f4_splat(0);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++) {
                    v128_t here = wasm_i32x4_eq(index, wasm_i32x4_splat(v * size + u));
                    value = wasm_v128_bitselect(cal_f4_load(corner + ((size_t)v * job->s.w + u) * 4), value,
                                                here);
                }
            cal_f4_store(job->small + at, value);
        }
}

static void gather_plane(const cal_pool_job *job, size_t large, size_t small) {
    if (job->s.stride == 2) gather_plane_of(2, job, large, small);
    else gather_plane_of(job->s.stride, job, large, small);
}

// Clears the rows and columns that are in no window, which scatter and unpool do not write.
static void clear_rest(const cal_pool_job *job, size_t large) {
    float *plane = job->large + large;
    size_t row = (size_t)job->s.w * 4, used = (size_t)job->ow * job->s.stride * 4;
    int rows = job->oh * job->s.stride;
    if (used < row)
        for (int y = 0; y < rows; y++) memset(plane + y * row + used, 0, (row - used) * sizeof *plane);
    memset(plane + rows * row, 0, (job->s.h - rows) * row * sizeof *plane);
}

CAL_INLINE void scatter_plane_of(int size, const cal_pool_job *job, size_t large, size_t small) {
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            float *corner = job->large + large + ((size_t)y * size * job->s.w + (size_t)x * size) * 4;
            size_t at = small + ((size_t)y * job->ow + x) * 4;
            v128_t index = cal_index_load(job->index_in + at);
            cal_f4 value = cal_f4_load(job->small_in + at);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++) {
                    v128_t here = wasm_i32x4_eq(index, wasm_i32x4_splat(v * size + u));
                    cal_f4_store(corner + ((size_t)v * job->s.w + u) * 4, cal_f4_and(value, here));
                }
        }
}

static void scatter_plane(const cal_pool_job *job, size_t large, size_t small) {
    if (job->s.stride == 2) scatter_plane_of(2, job, large, small);
    else scatter_plane_of(job->s.stride, job, large, small);
    clear_rest(job, large);
}

static void average_plane(const cal_pool_job *job, size_t large, size_t small) {
    int size = job->s.stride;
    cal_f4 share = cal_f4_splat(1.0f / (float)(size * size));
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            const float *corner =
                job->large_in + large + ((size_t)y * size * job->s.w + (size_t)x * size) * 4;
            cal_f4 sum = cal_f4_splat(0);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++)
                    sum = cal_f4_add(sum, cal_f4_load(corner + ((size_t)v * job->s.w + u) * 4));
            cal_f4_store(job->small + small + ((size_t)y * job->ow + x) * 4, cal_f4_mul(sum, share));
        }
}

static void unpool_plane(const cal_pool_job *job, size_t large, size_t small) {
    int size = job->s.stride;
    cal_f4 share = cal_f4_splat(1.0f / (float)(size * size));
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            float *corner = job->large + large + ((size_t)y * size * job->s.w + (size_t)x * size) * 4;
            const float *from = job->small_in + small + ((size_t)y * job->ow + x) * 4;
            cal_f4 value = cal_f4_mul(cal_f4_load(from), share);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++) cal_f4_store(corner + ((size_t)v * job->s.w + u) * 4, value);
        }
    clear_rest(job, large);
}

void cal_kernel_maxpool_index(const cal_env *env, uint8_t *index, const float *x,
                              const cal_pool_shape *shape) {
    cal_pool_job job = {.index = index, .large_in = x};
    run_pool(env, &job, shape, index_plane, cal_window_index);
}

void cal_kernel_maxpool_gather(const cal_env *env, float *small, const float *x, const uint8_t *index,
                               const cal_pool_shape *shape) {
    cal_pool_job job = {.small = small, .large_in = x, .index_in = index};
    run_pool(env, &job, shape, gather_plane, cal_window_gather);
}

void cal_kernel_maxpool_scatter(const cal_env *env, float *large, const float *y, const uint8_t *index,
                                const cal_pool_shape *shape) {
    cal_pool_job job = {.large = large, .small_in = y, .index_in = index};
    run_pool(env, &job, shape, scatter_plane, cal_window_scatter);
}

void cal_kernel_average_pool(const cal_env *env, float *small, const float *x, const cal_pool_shape *shape) {
    cal_pool_job job = {.small = small, .large_in = x};
    run_pool(env, &job, shape, average_plane, cal_window_average);
}

void cal_kernel_average_unpool(const cal_env *env, float *large, const float *y,
                               const cal_pool_shape *shape) {
    cal_pool_job job = {.large = large, .small_in = y};
    run_pool(env, &job, shape, unpool_plane, cal_window_unpool);
}
