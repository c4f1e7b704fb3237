// Element-wise operations: one loop, made once for each operation, over chunks that fit the cache.
#include "kernel/elementwise.h"
#include <stdbool.h>
#include <string.h>
#include "base/maths/maths.h"
#include "kernel/loops.h"

enum { CHUNK = 16384, FUNCTION_CHUNK = 2048, TOTAL_CHUNK = 4096 };

typedef struct elementwise_job {
    cal_elementwise op;
    float *y;
    const float *a, *b;
    float k;
    size_t count, chunk;
} elementwise_job;

CAL_INLINE cal_f4 apply(cal_elementwise op, cal_f4 a, cal_f4 b, cal_f4 k) {
    cal_f4 zero = cal_f4_splat(0);
    switch (op) {
    case CAL_EW_ADD: return cal_f4_add(a, b);
    case CAL_EW_SUB: return cal_f4_sub(a, b);
    case CAL_EW_MUL: return cal_f4_mul(a, b);
    case CAL_EW_DIV: return cal_f4_div(a, b);
    case CAL_EW_SCALE: return cal_f4_mul(a, k);
    case CAL_EW_OFFSET: return cal_f4_add(a, k);
    case CAL_EW_EXP: return cal_f4_exp(a);
    case CAL_EW_LOG: return cal_f4_log(a);
    case CAL_EW_SQRT: return cal_f4_sqrt(a);
    case CAL_EW_TANH: return cal_f4_tanh(a);
    case CAL_EW_ERF: return cal_f4_erf(a);
    case CAL_EW_SIGMOID: return cal_f4_sigmoid(a);
    case CAL_EW_RELU: return cal_f4_and(a, cal_f4_greater(a, zero));
    case CAL_EW_RELU_CAP: return cal_f4_min(cal_f4_and(a, cal_f4_greater(a, zero)), k);
    case CAL_EW_LEAK: return wasm_v128_bitselect(a, cal_f4_mul(a, k), cal_f4_greater(b, zero));
    case CAL_EW_MASK: return cal_f4_and(a, cal_f4_greater(b, zero));
    case CAL_EW_MASK_CAP: return cal_f4_and(a, cal_f4_and(cal_f4_greater(b, zero), cal_f4_greater(k, b)));
    }
    return a;
}

static bool takes_two(cal_elementwise op) {
    return op <= CAL_EW_DIV || op == CAL_EW_LEAK || op == CAL_EW_MASK || op == CAL_EW_MASK_CAP;
}

// `op` and `two` are constants where this is inlined. y may be a or b, which is why the vectors are written
// out: a compiler that must assume overlap would not make them.
CAL_INLINE void run_span(cal_elementwise op, bool two, float *y, const float *a, const float *b, float k,
                         size_t count) {
    cal_f4 vk = cal_f4_splat(k);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        cal_f4 a0 = cal_f4_load(a + i), a1 = cal_f4_load(a + i + 4);
        cal_f4 b0 = two ? cal_f4_load(b + i) : a0, b1 = two ? cal_f4_load(b + i + 4) : a1;
        cal_f4_store(y + i, apply(op, a0, b0, vk));
        cal_f4_store(y + i + 4, apply(op, a1, b1, vk));
    }
    while (i < count) {
        // A short last vector: ones stand in for what lies beyond the end.
        float ta[4] = {1, 1, 1, 1}, tb[4] = {1, 1, 1, 1}, ty[4];
        size_t left = count - i < 4 ? count - i : 4;
        memcpy(ta, a + i, left * sizeof *a);
        if (two) memcpy(tb, b + i, left * sizeof *b);
        cal_f4_store(ty, apply(op, cal_f4_load(ta), cal_f4_load(tb), vk));
        memcpy(y + i, ty, left * sizeof *y);
        i += left;
    }
}

static void run_chunk(void *context, int chunk, int worker) {
    const elementwise_job *job = context;
    size_t start = (size_t)chunk * job->chunk, left = job->count - start;
    size_t count = left < job->chunk ? left : job->chunk;
    float *y = job->y + start;
    const float *a = job->a + start, *b = takes_two(job->op) ? job->b + start : a;
    (void)worker;
    switch (job->op) {
#define CASE(op, two)                                                                                        \
    case op: run_span(op, two, y, a, b, job->k, count); break;
        CASE(CAL_EW_ADD, true)
        CASE(CAL_EW_SUB, true)
        CASE(CAL_EW_MUL, true)
        CASE(CAL_EW_DIV, true)
        CASE(CAL_EW_SCALE, false)
        CASE(CAL_EW_OFFSET, false)
        CASE(CAL_EW_EXP, false)
        CASE(CAL_EW_LOG, false)
        CASE(CAL_EW_SQRT, false)
        CASE(CAL_EW_TANH, false)
        CASE(CAL_EW_ERF, false)
        CASE(CAL_EW_SIGMOID, false)
        CASE(CAL_EW_RELU, false)
        CASE(CAL_EW_RELU_CAP, false)
        CASE(CAL_EW_LEAK, true)
        CASE(CAL_EW_MASK, true)
        CASE(CAL_EW_MASK_CAP, true)
#undef CASE
    }
}

size_t cal_kernel_elementwise_chunk(cal_elementwise op) {
    switch (op) {
    case CAL_EW_EXP:
    case CAL_EW_LOG:
    case CAL_EW_TANH:
    case CAL_EW_ERF:
    case CAL_EW_SIGMOID: return FUNCTION_CHUNK;
    default: return CHUNK;
    }
}

void cal_kernel_elementwise_run(const cal_env *env, cal_elementwise op, float *y, const float *a,
                                const float *b, double k, size_t count) {
    elementwise_job job = {op, y, a, b, (float)k, count, cal_kernel_elementwise_chunk(op)};
    cal_pool_run(env->pool, (int)((count + job.chunk - 1) / job.chunk), run_chunk, &job);
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
