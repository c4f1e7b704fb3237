// Element-wise loops and totals, in chunks.
#include "kernel/elementwise.h"

enum { TOTAL_CHUNK = 4096 };

typedef struct elementwise_job {
    cal_elementwise_span *span;
    float *y;
    const float *a, *b;
    float k;
    size_t count, chunk;
} elementwise_job;

static void run_chunk(void *context, int chunk, int worker) {
    const elementwise_job *job = context;
    size_t start = (size_t)chunk * job->chunk, left = job->count - start;
    const float *a = job->a + start;
    (void)worker;
    job->span(job->y + start, a, job->b ? job->b + start : a, job->k, left < job->chunk ? left : job->chunk);
}

void cal_kernel_elementwise_run(const cal_env *env, cal_elementwise_span *span, size_t chunk, float *y,
                                const float *a, const float *b, double k, size_t count) {
    elementwise_job job = {span, y, a, b, (float)k, count, chunk};
    cal_pool_run(env->pool, (int)((count + chunk - 1) / chunk), run_chunk, &job);
}

typedef struct total_job {
    double *partial;
    const float *x;
    size_t count;
} total_job;

static void total_chunk(void *context, int chunk, int worker) {
    const total_job *job = context;
    size_t start = (size_t)chunk * TOTAL_CHUNK, left = job->count - start;
    size_t end = start + (left < TOTAL_CHUNK ? left : TOTAL_CHUNK);
    double sum = 0;
    (void)worker;
    for (size_t i = start; i < end; i++) sum += job->x[i];
    job->partial[chunk] = sum;
}

size_t cal_kernel_total_scratch(size_t count) {
    return (count + TOTAL_CHUNK - 1) / TOTAL_CHUNK * sizeof(double);
}

double cal_kernel_total(const cal_env *env, const float *x, size_t count) {
    total_job job = {env->scratch, x, count};
    int chunks = (int)((count + TOTAL_CHUNK - 1) / TOTAL_CHUNK);
    cal_pool_run(env->pool, chunks, total_chunk, &job);
    double sum = 0;
    for (int i = 0; i < chunks; i++) sum += job.partial[i];
    return sum;
}
