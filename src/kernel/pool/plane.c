// The largest value of each plane.
#include <string.h>
#include "base/simd.h"
#include "kernel/loops.h"
#include "kernel/pool/pool.h"

typedef struct plane_job {
    float *image, *matrix;
    const float *image_in, *matrix_in;
    int32_t *index;
    const int32_t *index_in;
    int c, blocks, planes, chunk_planes;
    size_t pixels;
    // at: index in [n,c]; start: offset in the image
    void (*plane)(const struct plane_job *job, size_t at, size_t start, int lanes);
} plane_job;

static void run_chunk(void *context, int chunk, int worker) {
    const plane_job *job = context;
    (void)worker;
    int end = cal_min_int((chunk + 1) * job->chunk_planes, job->planes);
    for (int p = chunk * job->chunk_planes; p < end; p++) {
        int first = p % job->blocks * 4;
        job->plane(job, (size_t)(p / job->blocks) * job->c + first, p * job->pixels * 4,
                   cal_min_int(4, job->c - first));
    }
}

static void run_planes(const cal_env *env, plane_job *job, const cal_image_shape *shape) {
    job->c = shape->c;
    job->blocks = cal_ceil_div(shape->c, 4);
    job->planes = shape->n * job->blocks;
    job->pixels = (size_t)shape->h * shape->w;
    job->chunk_planes = cal_chunk_of(job->pixels * 4);
    cal_pool_run(env->pool, cal_ceil_div(job->planes, job->chunk_planes), run_chunk, job);
}

static void argmax_plane(const plane_job *job, size_t at, size_t start, int lanes) {
    const float *x = job->image_in + start;
    cal_f4 best = cal_f4_load(x);
    v128_t index = wasm_i32x4_splat(0);
    for (size_t i = 1; i < job->pixels; i++) {
        cal_f4 value = cal_f4_load(x + i * 4), larger = cal_f4_greater(value, best);
        best = wasm_v128_bitselect(value, best, larger);
        index = wasm_v128_bitselect(wasm_i32x4_splat((int32_t)i), index, larger);
    }
    int32_t four[4];
    wasm_v128_store(four, index);
    memcpy(job->index + at, four, (size_t)lanes * sizeof *four);
}

static void pick_plane(const plane_job *job, size_t at, size_t start, int lanes) {
    for (int lane = 0; lane < lanes; lane++)
        job->matrix[at + lane] = job->image_in[start + (size_t)job->index_in[at + lane] * 4 + lane];
}

static void unpick_plane(const plane_job *job, size_t at, size_t start, int lanes) {
    memset(job->image + start, 0, job->pixels * 4 * sizeof *job->image);
    for (int lane = 0; lane < lanes; lane++)
        job->image[start + (size_t)job->index_in[at + lane] * 4 + lane] = job->matrix_in[at + lane];
}

void cal_kernel_plane_argmax(const cal_env *env, int32_t *index, const float *x,
                             const cal_image_shape *shape) {
    plane_job job = {.index = index, .image_in = x, .plane = argmax_plane};
    run_planes(env, &job, shape);
}

void cal_kernel_plane_pick(const cal_env *env, float *matrix, const float *x, const int32_t *index,
                           const cal_image_shape *shape) {
    plane_job job = {.matrix = matrix, .image_in = x, .index_in = index, .plane = pick_plane};
    run_planes(env, &job, shape);
}

void cal_kernel_plane_unpick(const cal_env *env, float *image, const float *matrix, const int32_t *index,
                             const cal_image_shape *shape) {
    plane_job job = {.image = image, .matrix_in = matrix, .index_in = index, .plane = unpick_plane};
    run_planes(env, &job, shape);
}
