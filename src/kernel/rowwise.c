// Operations on MATRIX [rows, columns].
#include "kernel/rowwise.h"
#include <string.h>
#include "base/maths/f4.h"
#include "base/maths/maths.h"
#include "kernel/loops.h"
#include "kernel/softmax_row.h"

enum { COLUMN_SUM_ROWS = 256 }; // rows per partial sum

typedef struct row_job {
    float *y;
    const float *x, *second;
    const int32_t *index;
    const double *value;
    double *partial;
    int rows, columns;
    int chunk_rows;
} row_job;

enum { EXP_COST = 8 }; // cost of an element, relative to a sum's

typedef struct row_range {
    int first, end;
} row_range;

static row_range rows_of(const row_job *job, int chunk) {
    int first = chunk * job->chunk_rows;
    return (row_range){first, cal_min_int(first + job->chunk_rows, job->rows)};
}

static void run_rows(const cal_env *env, row_job *job, int cost, cal_chunk_run *run) {
    job->chunk_rows = cal_chunk_of((size_t)job->columns * (size_t)cost);
    cal_pool_run(env->pool, cal_ceil_div(job->rows, job->chunk_rows), run, job);
}

// log sum e^x = m + log sum e^(x - m) with m the row's maximum. An infinite m would give inf - inf. It is not
// needed: without m, +inf and a row of -inf give the right result.
static float logsumexp(const float *x, int columns) {
    float m = x[0];
    for (int j = 1; j < columns; j++) m = x[j] > m ? x[j] : m;
    if (m - m != 0 && m == m) m = 0;
    cal_f4 vm = cal_f4_splat(m);
    double sum = 0;
    for (int j = 0; j < columns; j += 4) {
        int left = cal_min_int(4, columns - j);
        float e[4] = {0};
        memcpy(e, x + j, (size_t)left * sizeof *e);
        cal_f4_store(e, cal_f4_exp(cal_f4_sub(cal_f4_load(e), vm)));
        for (int i = 0; i < left; i++) sum += e[i];
    }
    return (float)(m + cal_log(sum));
}

static void logsumexp_chunk(void *context, int chunk, int worker) {
    const row_job *job = context;
    row_range r = rows_of(job, chunk);
    (void)worker;
    for (int i = r.first; i < r.end; i++)
        job->y[i] = logsumexp(job->x + (size_t)i * job->columns, job->columns);
}

void cal_kernel_row_logsumexp(const cal_env *env, float *y, const float *x, int rows, int columns) {
    row_job job = {.y = y, .x = x, .rows = rows, .columns = columns};
    run_rows(env, &job, EXP_COST, logsumexp_chunk);
}

// ---- softmax

static void softmax_chunk(void *context, int chunk, int worker) {
    const row_job *job = context;
    row_range r = rows_of(job, chunk);
    (void)worker;
    const size_t at = (size_t)r.first * job->columns;
    CAL_OF_WIDTH(cal_softmax_rows)(job->y + at, job->x + at, r.end - r.first, job->columns);
}

void cal_kernel_row_softmax(const cal_env *env, float *y, const float *x, int rows, int columns) {
    row_job job = {.y = y, .x = x, .rows = rows, .columns = columns};
    run_rows(env, &job, EXP_COST, softmax_chunk);
}

static void softmax_grad_chunk(void *context, int chunk, int worker) {
    const row_job *job = context;
    row_range r = rows_of(job, chunk);
    (void)worker;
    const size_t at = (size_t)r.first * job->columns;
    CAL_OF_WIDTH(cal_softmax_grad_rows)(job->y + at, job->x + at, job->second + at, r.end - r.first,
                                        job->columns);
}

void cal_kernel_row_softmax_grad(const cal_env *env, float *out, const float *w, const float *y, int rows,
                                 int columns) {
    row_job job = {.y = out, .x = w, .second = y, .rows = rows, .columns = columns};
    run_rows(env, &job, 1, softmax_grad_chunk);
}

// ---- sums, in double and in order; several rows or columns at once, since additions to one sum are a
// dependency chain

enum { ROWS_AT_ONCE = 8, COLUMNS_AT_ONCE = 16, COLUMN_ROWS = 16 };

// Adds four neighbours of each of two rows to the rows' sums, two double lanes.
CAL_INLINE void add_two_rows(v128_t *sum, cal_f4 a, cal_f4 b) {
    const v128_t low = wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), high = wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
    *sum = wasm_f64x2_add(*sum, wasm_f64x2_promote_low_f32x4(low));
    *sum = wasm_f64x2_add(*sum, wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(low, low, 2, 3, 2, 3)));
    *sum = wasm_f64x2_add(*sum, wasm_f64x2_promote_low_f32x4(high));
    *sum = wasm_f64x2_add(*sum, wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(high, high, 2, 3, 2, 3)));
}

static void sum_some_rows(float *y, const float *x, int columns) {
    const size_t two = 2 * (size_t)columns;
    v128_t sum[ROWS_AT_ONCE / 2];
    int j = 0;
    CAL_UNROLLED
    for (int k = 0; k < ROWS_AT_ONCE / 2; k++) sum[k] = wasm_f64x2_splat(0);
    for (; j + 4 <= columns; j += 4) {
        CAL_UNROLLED
        for (int k = 0; k < ROWS_AT_ONCE / 2; k++)
            add_two_rows(&sum[k], cal_f4_load(x + k * two + j), cal_f4_load(x + k * two + columns + j));
    }
    for (; j < columns; j++) {
        CAL_UNROLLED
        for (int k = 0; k < ROWS_AT_ONCE / 2; k++)
            sum[k] = wasm_f64x2_add(sum[k], wasm_f64x2_make(x[k * two + j], x[k * two + columns + j]));
    }
    CAL_UNROLLED
    for (int k = 0; k < ROWS_AT_ONCE / 2; k++) {
        y[2 * k] = (float)wasm_f64x2_extract_lane(sum[k], 0);
        y[2 * k + 1] = (float)wasm_f64x2_extract_lane(sum[k], 1);
    }
}

static void sum_chunk(void *context, int chunk, int worker) {
    const row_job *job = context;
    row_range r = rows_of(job, chunk);
    (void)worker;
    int i = r.first;
    for (; i + ROWS_AT_ONCE <= r.end; i += ROWS_AT_ONCE)
        sum_some_rows(job->y + i, job->x + (size_t)i * job->columns, job->columns);
    for (; i < r.end; i++) {
        const float *x = job->x + (size_t)i * job->columns;
        double sum = 0;
        for (int j = 0; j < job->columns; j++) sum += x[j];
        job->y[i] = (float)sum;
    }
}

void cal_kernel_row_sum(const cal_env *env, float *y, const float *x, int rows, int columns) {
    row_job job = {.y = y, .x = x, .rows = rows, .columns = columns};
    run_rows(env, &job, 1, sum_chunk);
}

static void row_broadcast_chunk(void *context, int chunk, int worker) {
    const row_job *job = context;
    row_range r = rows_of(job, chunk);
    (void)worker;
    for (int i = r.first; i < r.end; i++) {
        float *y = job->y + (size_t)i * job->columns, value = job->x[i];
        for (int j = 0; j < job->columns; j++) y[j] = value;
    }
}

void cal_kernel_row_broadcast(const cal_env *env, float *y, const float *x, int rows, int columns) {
    row_job job = {.y = y, .x = x, .rows = rows, .columns = columns};
    run_rows(env, &job, 1, row_broadcast_chunk);
}

void cal_kernel_row_pick(const cal_env *env, float *y, const float *x, const int32_t *index, int rows,
                         int columns) {
    (void)env;
    for (int i = 0; i < rows; i++) y[i] = x[(size_t)i * columns + index[i]];
}

static void unpick_chunk(void *context, int chunk, int worker) {
    const row_job *job = context;
    row_range r = rows_of(job, chunk);
    (void)worker;
    for (int i = r.first; i < r.end; i++) {
        float *y = job->y + (size_t)i * job->columns;
        memset(y, 0, (size_t)job->columns * sizeof *y);
        y[job->index[i]] = job->x[i];
    }
}

void cal_kernel_row_unpick(const cal_env *env, float *y, const float *x, const int32_t *index, int rows,
                           int columns) {
    row_job job = {.y = y, .x = x, .index = index, .rows = rows, .columns = columns};
    run_rows(env, &job, 1, unpick_chunk);
}

typedef struct argmax_job {
    int32_t *index;
    const float *x;
    int rows, columns, chunk_rows;
} argmax_job;

static void argmax_chunk(void *context, int chunk, int worker) {
    const argmax_job *job = context;
    int end = cal_min_int((chunk + 1) * job->chunk_rows, job->rows);
    (void)worker;
    for (int i = chunk * job->chunk_rows; i < end; i++) {
        const float *x = job->x + (size_t)i * job->columns;
        int best = 0;
        for (int j = 1; j < job->columns; j++) best = x[j] > x[best] ? j : best;
        job->index[i] = best;
    }
}

void cal_kernel_row_argmax(const cal_env *env, int32_t *index, const float *x, int rows, int columns) {
    argmax_job job = {index, x, rows, columns, cal_chunk_of((size_t)columns)};
    cal_pool_run(env->pool, cal_ceil_div(rows, job.chunk_rows), argmax_chunk, &job);
}

// Adds `rows` rows, `step` apart, to the sums of `fours` times four columns. The sums stay in registers;
// `fours` is a constant after inlining.
CAL_INLINE void add_some_columns(int fours, double *sum, const float *x, int rows, size_t step) {
    v128_t lane[COLUMNS_AT_ONCE / 2];
    CAL_UNROLLED
    for (int k = 0; k < 2 * fours; k++) lane[k] = wasm_v128_load(sum + 2 * k);
    CAL_ROLLED
    for (int i = 0; i < rows; i++, x += step) {
        CAL_UNROLLED
        for (int k = 0; k < fours; k++) {
            const cal_f4 four = cal_f4_load(x + 4 * k);
            lane[2 * k] = wasm_f64x2_add(lane[2 * k], wasm_f64x2_promote_low_f32x4(four));
            lane[2 * k + 1] = wasm_f64x2_add(
                lane[2 * k + 1], wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(four, four, 2, 3, 2, 3)));
        }
    }
    CAL_UNROLLED
    for (int k = 0; k < 2 * fours; k++) wasm_v128_store(sum + 2 * k, lane[k]);
}

static void add_columns(double *sum, const float *x, int rows, int columns) {
    const size_t step = (size_t)columns;
    int j = 0;
    for (; j + COLUMNS_AT_ONCE <= columns; j += COLUMNS_AT_ONCE)
        add_some_columns(COLUMNS_AT_ONCE / 4, sum + j, x + j, rows, step);
    for (; j + 4 <= columns; j += 4) add_some_columns(1, sum + j, x + j, rows, step);
    for (; j < columns; j++)
        for (int i = 0; i < rows; i++) sum[j] += x[i * step + j];
}

// A few rows at a time, so that memory is read in order.
static void column_sum_chunk(void *context, int chunk, int worker) {
    const row_job *job = context;
    const row_range r = rows_of(job, chunk);
    double *sum = job->partial + (size_t)chunk * job->columns;
    (void)worker;
    memset(sum, 0, (size_t)job->columns * sizeof *sum);
    for (int i = r.first; i < r.end; i += COLUMN_ROWS)
        add_columns(sum, job->x + (size_t)i * job->columns, cal_min_int(COLUMN_ROWS, r.end - i),
                    job->columns);
}

size_t cal_kernel_column_scratch(int rows, int columns) {
    return (size_t)cal_ceil_div(rows, COLUMN_SUM_ROWS) * columns * sizeof(double);
}

void cal_kernel_column_sum(const cal_env *env, double *sum, const float *x, int rows, int columns) {
    row_job job = {
        .x = x, .partial = env->scratch, .rows = rows, .columns = columns, .chunk_rows = COLUMN_SUM_ROWS};
    int chunks = cal_ceil_div(rows, COLUMN_SUM_ROWS);
    cal_pool_run(env->pool, chunks, column_sum_chunk, &job);
    memset(sum, 0, (size_t)columns * sizeof *sum);
    for (int i = 0; i < chunks; i++)
        for (int j = 0; j < columns; j++) sum[j] += job.partial[(size_t)i * columns + j];
}

static void column_broadcast_chunk(void *context, int chunk, int worker) {
    const row_job *job = context;
    row_range r = rows_of(job, chunk);
    (void)worker;
    const float *row = job->y + (size_t)r.first * job->columns; // rounded once and copied
    float *y = job->y + (size_t)r.first * job->columns;
    for (int j = 0; j < job->columns; j++) y[j] = (float)job->value[j];
    for (int i = r.first + 1; i < r.end; i++) {
        int j = 0;
        y += job->columns;
        for (; j + 4 <= job->columns; j += 4) cal_f4_store(y + j, cal_f4_load(row + j));
        for (; j < job->columns; j++) y[j] = row[j];
    }
}

void cal_kernel_column_broadcast(const cal_env *env, float *y, const double *x, int rows, int columns) {
    row_job job = {.y = y, .value = x, .rows = rows, .columns = columns};
    run_rows(env, &job, 1, column_broadcast_chunk);
}
