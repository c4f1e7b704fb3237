// Moves rows.
#include "kernel/tokens.h"
#include <string.h>
#include "base/simd.h"
#include "kernel/loops.h"

typedef struct token_job {
    float *y;
    const float *x, *number;
    cal_image_shape image;
    cal_rows_shape rows;
    int n, p, q, r;              // sizes of a swap
    int count, entries, columns; // sizes of a table lookup
    int chunk_rows;
} token_job;

// ---- pictures and tokens

static void tokens_sample(void *context, int sample, int worker) {
    const token_job *job = context;
    const cal_image_shape *s = &job->image;
    int pixels = s->h * s->w;
    const float *pixel = job->x + cal_image_floats(sample, s->c, s->h, s->w);
    (void)worker;
    for (int c = 0; c < s->c; c += 4) {
        float *token = job->y + (size_t)sample * pixels * s->c + c;
        int lanes = cal_min_int(4, s->c - c);
        for (int p = 0; p < pixels; p++, pixel += 4, token += s->c) {
            if (lanes == 4) cal_f4_store(token, cal_f4_load(pixel));
            else
                for (int i = 0; i < lanes; i++) token[i] = pixel[i];
        }
    }
}

static void untokens_sample(void *context, int sample, int worker) {
    const token_job *job = context;
    const cal_image_shape *s = &job->image;
    int pixels = s->h * s->w;
    float *pixel = job->y + cal_image_floats(sample, s->c, s->h, s->w);
    (void)worker;
    for (int c = 0; c < s->c; c += 4) {
        const float *token = job->x + (size_t)sample * pixels * s->c + c;
        int lanes = cal_min_int(4, s->c - c);
        for (int p = 0; p < pixels; p++, pixel += 4, token += s->c) {
            if (lanes == 4) cal_f4_store(pixel, cal_f4_load(token));
            else
                for (int i = 0; i < 4; i++) pixel[i] = i < lanes ? token[i] : 0;
        }
    }
}

void cal_kernel_tokens(const cal_env *env, float *matrix, const float *image, const cal_image_shape *shape) {
    token_job job = {.y = matrix, .x = image, .image = *shape};
    cal_pool_run(env->pool, shape->n, tokens_sample, &job);
}

void cal_kernel_untokens(const cal_env *env, float *image, const float *matrix,
                         const cal_image_shape *shape) {
    token_job job = {.y = image, .x = matrix, .image = *shape};
    cal_pool_run(env->pool, shape->n, untokens_sample, &job);
}

// ---- rows of every sample

static void take_sample(void *context, int sample, int worker) {
    const token_job *job = context;
    const cal_rows_shape *s = &job->rows;
    size_t count = (size_t)s->count * s->columns;
    (void)worker;
    memcpy(job->y + sample * count, job->x + ((size_t)sample * s->per_sample + s->first) * s->columns,
           count * sizeof *job->y);
}

static void put_sample(void *context, int sample, int worker) {
    const token_job *job = context;
    const cal_rows_shape *s = &job->rows;
    size_t count = (size_t)s->count * s->columns, before = (size_t)s->first * s->columns;
    size_t all = (size_t)s->per_sample * s->columns;
    float *y = job->y + sample * all;
    (void)worker;
    memset(y, 0, before * sizeof *y);
    memcpy(y + before, job->x + sample * count, count * sizeof *y);
    memset(y + before + count, 0, (all - before - count) * sizeof *y);
}

void cal_kernel_rows_take(const cal_env *env, float *few, const float *all, const cal_rows_shape *shape) {
    token_job job = {.y = few, .x = all, .rows = *shape};
    cal_pool_run(env->pool, shape->samples, take_sample, &job);
}

void cal_kernel_rows_put(const cal_env *env, float *all, const float *few, const cal_rows_shape *shape) {
    token_job job = {.y = all, .x = few, .rows = *shape};
    cal_pool_run(env->pool, shape->samples, put_sample, &job);
}

typedef struct join_job {
    float *y;
    const cal_rows_part *part;
    int parts;
    size_t floats; // floats per sample
} join_job;

static void join_sample(void *context, int sample, int worker) {
    const join_job *job = context;
    float *y = job->y + (size_t)sample * job->floats;
    (void)worker;
    for (int i = 0; i < job->parts; i++) {
        const size_t floats = job->part[i].floats;
        const float *x = job->part[i].x + (size_t)sample * floats;
        size_t k = 0;
        for (; k + 4 <= floats; k += 4) cal_f4_store(y + k, cal_f4_add(cal_f4_load(x + k), cal_f4_splat(0)));
        for (; k < floats; k++) y[k] = x[k] + 0.0f;
        y += floats;
    }
}

void cal_kernel_rows_join(const cal_env *env, float *y, int samples, const cal_rows_part *part, int parts) {
    join_job job = {.y = y, .part = part, .parts = parts};
    for (int i = 0; i < parts; i++) job.floats += part[i].floats;
    cal_pool_run(env->pool, samples, join_sample, &job);
}

// ---- swaps

static void swap_sample(void *context, int sample, int worker) {
    const token_job *job = context;
    size_t r = (size_t)job->r, row = (size_t)job->q * r, all = (size_t)job->p * row;
    const float *x = job->x + sample * all;
    float *y = job->y + sample * all;
    (void)worker;
    for (int j = 0; j < job->q; j++, x += r)
        for (int i = 0; i < job->p; i++, y += r) {
            const float *from = x + i * row;
            if (r % 4 == 0)
                for (size_t k = 0; k < r; k += 4) cal_f4_store(y + k, cal_f4_load(from + k));
            else
                for (size_t k = 0; k < r; k++) y[k] = from[k];
        }
}

void cal_kernel_swap(const cal_env *env, float *y, const float *x, int n, int p, int q, int r) {
    token_job job = {.y = y, .x = x, .p = p, .q = q, .r = r};
    cal_pool_run(env->pool, n, swap_sample, &job);
}

// ---- one block for all samples

static void block_sum_rows(void *context, int chunk, int worker) {
    enum { SPAN = 64 }; // columns summed at once
    const token_job *job = context;
    int columns = job->columns, end = cal_min_int((chunk + 1) * job->chunk_rows, job->count);
    size_t block = (size_t)job->count * columns;
    (void)worker;
    for (int row = chunk * job->chunk_rows; row < end; row++)
        for (int c = 0; c < columns; c += SPAN) {
            size_t at = (size_t)row * columns + c;
            int span = cal_min_int(SPAN, columns - c);
            double sum[SPAN] = {0};
            for (int n = 0; n < job->n; n++)
                for (int i = 0; i < span; i++) sum[i] += job->x[n * block + at + i];
            for (int i = 0; i < span; i++) job->y[at + i] = (float)sum[i];
        }
}

void cal_kernel_block_sum(const cal_env *env, float *y, const float *x, int samples, int rows, int columns) {
    token_job job = {.y = y, .x = x, .n = samples, .count = rows, .columns = columns};
    job.chunk_rows = cal_chunk_of((size_t)samples * columns);
    cal_pool_run(env->pool, cal_ceil_div(rows, job.chunk_rows), block_sum_rows, &job);
}

static void block_copy(void *context, int sample, int worker) {
    const token_job *job = context;
    size_t block = (size_t)job->count * job->columns;
    (void)worker;
    memcpy(job->y + sample * block, job->x, block * sizeof *job->y);
}

void cal_kernel_block_broadcast(const cal_env *env, float *y, const float *x, int samples, int rows,
                                int columns) {
    token_job job = {.y = y, .x = x, .count = rows, .columns = columns};
    cal_pool_run(env->pool, samples, block_copy, &job);
}

// ---- tables

static int entry_of(float number, int entries) {
    if (!(number > 0)) return 0;
    return number < (float)entries ? cal_min_int((int)number, entries - 1) : entries - 1;
}

static void rows_chunk(void *context, int chunk, int worker) {
    const token_job *job = context;
    int end = cal_min_int((chunk + 1) * job->chunk_rows, job->count);
    size_t columns = (size_t)job->columns;
    (void)worker;
    for (int i = chunk * job->chunk_rows; i < end; i++)
        memcpy(job->y + i * columns, job->x + entry_of(job->number[i], job->entries) * columns,
               columns * sizeof *job->y);
}

void cal_kernel_table_rows(const cal_env *env, float *y, const float *table, const float *number, int count,
                           int entries, int columns) {
    token_job job = {
        .y = y, .x = table, .number = number, .count = count, .entries = entries, .columns = columns};
    job.chunk_rows = cal_chunk_of((size_t)columns);
    cal_pool_run(env->pool, cal_ceil_div(count, job.chunk_rows), rows_chunk, &job);
}

// A chunk owns some of the table's rows and reads all indices, so that every row is summed in the order of
// the indices.
static void add_chunk(void *context, int chunk, int worker) {
    const token_job *job = context;
    int first = chunk * job->chunk_rows, end = cal_min_int(first + job->chunk_rows, job->entries);
    size_t columns = (size_t)job->columns;
    (void)worker;
    memset(job->y + first * columns, 0, (size_t)(end - first) * columns * sizeof *job->y);
    for (int i = 0; i < job->count; i++) {
        int entry = entry_of(job->number[i], job->entries);
        if (entry < first || entry >= end) continue;
        float *restrict y = job->y + entry * columns;
        const float *restrict x = job->x + i * columns;
        for (size_t c = 0; c < columns; c++) y[c] += x[c];
    }
}

void cal_kernel_table_add(const cal_env *env, float *table, const float *x, const float *number, int count,
                          int entries, int columns) {
    enum { CHUNKS = 16 }; // each reads all indices
    token_job job = {
        .y = table, .x = x, .number = number, .count = count, .entries = entries, .columns = columns};
    job.chunk_rows = cal_max_int(cal_ceil_div(entries, CHUNKS), cal_chunk_of((size_t)columns));
    cal_pool_run(env->pool, cal_ceil_div(entries, job.chunk_rows), add_chunk, &job);
}
