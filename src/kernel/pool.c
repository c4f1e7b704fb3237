// Floor 1. Pooling. Gather and scatter run over a window's positions and keep, lane by lane, the one that the
// index names: that reads (or writes) the large image once, in order, which is all the memory has to do.
#include "kernel/pool.h"
#include <assert.h>
#include <string.h>
#include "base/simd.h"
#include "kernel/loops.h"

typedef struct pool_job {
    float *large, *small;
    const float *large_in, *small_in;
    uint8_t *index;
    const uint8_t *index_in;
    int h, w, oh, ow, size;
    int planes, chunk_planes;
} pool_job;

typedef void pool_plane(const pool_job *job, size_t large, size_t small); // where the plane starts, in floats

static void run_planes(const pool_job *job, int chunk, pool_plane *plane) {
    int end = cal_min_int((chunk + 1) * job->chunk_planes, job->planes);
    for (int p = chunk * job->chunk_planes; p < end; p++)
        plane(job, (size_t)p * job->h * job->w * 4, (size_t)p * job->oh * job->ow * 4);
}

static void run_pool(const cal_env *env, pool_job *job, const cal_pool_shape *shape, cal_chunk_run *run) {
    assert(shape->size >= 2 && shape->size <= 15);
    job->h = shape->h;
    job->w = shape->w;
    job->size = shape->size;
    job->oh = shape->h / shape->size;
    job->ow = shape->w / shape->size;
    job->planes = shape->n * cal_ceil_div(shape->c, 4);
    job->chunk_planes = cal_chunk_of((size_t)shape->h * shape->w * 4);
    cal_pool_run(env->pool, cal_ceil_div(job->planes, job->chunk_planes), run, job);
}

// Four indices in the four lanes, from and to bytes.
CAL_INLINE v128_t load_index(const uint8_t *p) {
    return wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(p)));
}
CAL_INLINE void store_index(uint8_t *p, v128_t index) {
    v128_t words = wasm_i16x8_narrow_i32x4(index, index);
    wasm_v128_store32_lane(p, wasm_u8x16_narrow_i16x8(words, words), 0);
}

// `size` is a constant 2 where the common case is inlined.
CAL_INLINE void index_plane_of(int size, const pool_job *job, size_t large, size_t small) {
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            const float *corner = job->large_in + large + ((size_t)y * size * job->w + (size_t)x * size) * 4;
            cal_f4 best = cal_f4_load(corner);
            v128_t index = wasm_i32x4_splat(0);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++) {
                    cal_f4 value = cal_f4_load(corner + ((size_t)v * job->w + u) * 4);
                    cal_f4 larger = cal_f4_greater(value, best);
                    best = wasm_v128_bitselect(value, best, larger);
                    index = wasm_v128_bitselect(wasm_i32x4_splat(v * size + u), index, larger);
                }
            store_index(job->index + small + ((size_t)y * job->ow + x) * 4, index);
        }
}

static void index_plane(const pool_job *job, size_t large, size_t small) {
    if (job->size == 2) index_plane_of(2, job, large, small);
    else index_plane_of(job->size, job, large, small);
}

CAL_INLINE void gather_plane_of(int size, const pool_job *job, size_t large, size_t small) {
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            const float *corner = job->large_in + large + ((size_t)y * size * job->w + (size_t)x * size) * 4;
            size_t at = small + ((size_t)y * job->ow + x) * 4;
            v128_t index = load_index(job->index_in + at);
            cal_f4 value = cal_f4_splat(0);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++) {
                    v128_t here = wasm_i32x4_eq(index, wasm_i32x4_splat(v * size + u));
                    value =
                        wasm_v128_bitselect(cal_f4_load(corner + ((size_t)v * job->w + u) * 4), value, here);
                }
            cal_f4_store(job->small + at, value);
        }
}

static void gather_plane(const pool_job *job, size_t large, size_t small) {
    if (job->size == 2) gather_plane_of(2, job, large, small);
    else gather_plane_of(job->size, job, large, small);
}

// The rows and columns that fill no window are not reached by scatter and unpool: zero.
static void clear_rest(const pool_job *job, size_t large) {
    float *plane = job->large + large;
    size_t row = (size_t)job->w * 4, used = (size_t)job->ow * job->size * 4;
    int rows = job->oh * job->size;
    if (used < row)
        for (int y = 0; y < rows; y++) memset(plane + y * row + used, 0, (row - used) * sizeof *plane);
    memset(plane + rows * row, 0, (job->h - rows) * row * sizeof *plane);
}

CAL_INLINE void scatter_plane_of(int size, const pool_job *job, size_t large, size_t small) {
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            float *corner = job->large + large + ((size_t)y * size * job->w + (size_t)x * size) * 4;
            size_t at = small + ((size_t)y * job->ow + x) * 4;
            v128_t index = load_index(job->index_in + at);
            cal_f4 value = cal_f4_load(job->small_in + at);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++) {
                    v128_t here = wasm_i32x4_eq(index, wasm_i32x4_splat(v * size + u));
                    cal_f4_store(corner + ((size_t)v * job->w + u) * 4, cal_f4_and(value, here));
                }
        }
}

static void scatter_plane(const pool_job *job, size_t large, size_t small) {
    if (job->size == 2) scatter_plane_of(2, job, large, small);
    else scatter_plane_of(job->size, job, large, small);
    clear_rest(job, large);
}

static void average_plane(const pool_job *job, size_t large, size_t small) {
    int size = job->size;
    cal_f4 share = cal_f4_splat(1.0f / (float)(size * size));
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            const float *corner = job->large_in + large + ((size_t)y * size * job->w + (size_t)x * size) * 4;
            cal_f4 sum = cal_f4_splat(0);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++)
                    sum = cal_f4_add(sum, cal_f4_load(corner + ((size_t)v * job->w + u) * 4));
            cal_f4_store(job->small + small + ((size_t)y * job->ow + x) * 4, cal_f4_mul(sum, share));
        }
}

static void unpool_plane(const pool_job *job, size_t large, size_t small) {
    int size = job->size;
    cal_f4 share = cal_f4_splat(1.0f / (float)(size * size));
    for (int y = 0; y < job->oh; y++)
        for (int x = 0; x < job->ow; x++) {
            float *corner = job->large + large + ((size_t)y * size * job->w + (size_t)x * size) * 4;
            const float *from = job->small_in + small + ((size_t)y * job->ow + x) * 4;
            cal_f4 value = cal_f4_mul(cal_f4_load(from), share);
            for (int v = 0; v < size; v++)
                for (int u = 0; u < size; u++) cal_f4_store(corner + ((size_t)v * job->w + u) * 4, value);
        }
    clear_rest(job, large);
}

#define CHUNK(name)                                                                                          \
    static void name##_chunk(void *job, int chunk, int lane) {                                               \
        (void)lane;                                                                                          \
        run_planes(job, chunk, name##_plane);                                                                \
    }
CHUNK(index)
CHUNK(gather)
CHUNK(scatter)
CHUNK(average)
CHUNK(unpool)

void cal_maxpool_index(const cal_env *env, uint8_t *index, const float *x, const cal_pool_shape *shape) {
    pool_job job = {.index = index, .large_in = x};
    run_pool(env, &job, shape, index_chunk);
}

void cal_maxpool_gather(const cal_env *env, float *small, const float *x, const uint8_t *index,
                        const cal_pool_shape *shape) {
    pool_job job = {.small = small, .large_in = x, .index_in = index};
    run_pool(env, &job, shape, gather_chunk);
}

void cal_maxpool_scatter(const cal_env *env, float *large, const float *y, const uint8_t *index,
                         const cal_pool_shape *shape) {
    pool_job job = {.large = large, .small_in = y, .index_in = index};
    run_pool(env, &job, shape, scatter_chunk);
}

void cal_average_pool(const cal_env *env, float *small, const float *x, const cal_pool_shape *shape) {
    pool_job job = {.small = small, .large_in = x};
    run_pool(env, &job, shape, average_chunk);
}

void cal_average_unpool(const cal_env *env, float *large, const float *y, const cal_pool_shape *shape) {
    pool_job job = {.large = large, .small_in = y};
    run_pool(env, &job, shape, unpool_chunk);
}
