// One row times a prepared matrix. Every element is used once, so packing it for each product would take
// longer than the product. A tile of one row would wait for its two sums.
//
// Prepared layout: [strip][k][columns of the strip], in strips of at most six vectors and similar size;
// columns beyond the last are zeros. Each sum is over k in order, as in matmul.c, to the same bits.
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/loops.h"
#include "kernel/matmul/parts.h"

enum {
    VECTORS = 6, // vectors of a strip, at most: with their loads and the factor they fill V8's registers
    SMALL_ROW = 500000 // multiply-adds below which waking a thread does not pay
};

typedef struct row_job {
    float *y, *prepared;
    const float *a, *b;
    int n, k;
    int strips, vectors; // vectors of each strip but the last
} row_job;

static row_job job_of(const cal_matmul_shape *s) {
    const int all = cal_ceil_div(s->n, CAL_LANES), vectors = cal_ceil_div(all, cal_ceil_div(all, VECTORS));
    return (row_job){.n = s->n, .k = s->k, .strips = cal_ceil_div(all, vectors), .vectors = vectors};
}

static int vectors_of(const row_job *job, int strip) {
    return cal_min_int(job->vectors, cal_ceil_div(job->n, CAL_LANES) - strip * job->vectors);
}

size_t CAL_WIDE(cal_matmul_row_floats)(const cal_matmul_shape *s) {
    return (size_t)cal_round_up(s->n, CAL_LANES) * (size_t)s->k;
}

static void prepare_strip(void *context, int strip, int worker) {
    const row_job *job = context;
    const int first = strip * job->vectors * CAL_LANES, columns = vectors_of(job, strip) * CAL_LANES;
    float *to = job->prepared + (size_t)first * (size_t)job->k;
    (void)worker;
    for (int k = 0; k < job->k; k++)
        for (int c = 0; c < columns; c++)
            *to++ = first + c < job->n ? job->b[(size_t)(first + c) * (size_t)job->k + (size_t)k] : 0;
}

void CAL_WIDE(cal_matmul_row_prepare)(const cal_env *env, float *prepared, const float *b,
                                      const cal_matmul_shape *shape) {
    row_job job = job_of(shape);
    job.prepared = prepared;
    job.b = b;
    cal_pool_run(env->pool, job.strips, prepare_strip, &job);
}

// y [vectors] = sum over k of a[k] b[k]; `vectors` is a constant after inlining.
CAL_INLINE void multiply(int vectors, float *y, const float *a, const float *b, int k) {
    cal_wide sum[VECTORS];
    const float *end = a + k;
    CAL_UNROLLED
    for (int v = 0; v < vectors; v++) sum[v] = cal_wide_splat(0);
    CAL_ROLLED
    for (; a != end; a++, b += CAL_LANES * vectors) {
        const cal_wide x = cal_wide_splat_at(a);
        CAL_UNROLLED
        for (int v = 0; v < vectors; v++)
            sum[v] = cal_wide_muladd(x, cal_wide_load(b + CAL_LANES * v), sum[v]);
    }
    CAL_UNROLLED
    for (int v = 0; v < vectors; v++) cal_wide_store(y + CAL_LANES * v, sum[v]);
}

static void multiply_strip(void *context, int strip, int worker) {
    const row_job *job = context;
    const int first = strip * job->vectors * CAL_LANES;
    const float *b = job->prepared + (size_t)first * (size_t)job->k;
    float y[CAL_LANES * VECTORS];
    (void)worker;
    switch (vectors_of(job, strip)) {
#define CASE(vectors)                                                                                        \
    case vectors: multiply(vectors, y, job->a, b, job->k); break;
        CASE(1)
        CASE(2)
        CASE(3)
        CASE(4)
        CASE(5)
        CASE(6)
#undef CASE
    }
    memcpy(job->y + first, y,
           (size_t)cal_min_int(vectors_of(job, strip) * CAL_LANES, job->n - first) * sizeof *y);
}

void CAL_WIDE(cal_matmul_row)(const cal_env *env, float *y, const float *a, const float *prepared,
                              const cal_matmul_shape *shape) {
    row_job job = job_of(shape);
    job.y = y;
    job.a = a;
    job.prepared = (float *)prepared; // only read
    const bool small = (double)shape->n * shape->k < SMALL_ROW;
    cal_pool_run(small ? NULL : env->pool, job.strips, multiply_strip, &job);
}
