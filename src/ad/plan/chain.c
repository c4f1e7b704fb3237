// Runs the steps of a chain tile by tile, so that intermediate results stay in the cache. Each step runs on a
// tile as on a separate matrix. A tile is CAL_CHAIN_TILE elements or, if steps have rows of different
// lengths, whole rows.
#include "ad/plan/chain.h"
#include "ad/plan/schedule.h"
#include "kernel/loops.h"
#include <string.h>

typedef struct chain_job {
    const cal_step *step;
    int count;
    bool by_rows;
    size_t pieces, tile, chunk; // in rows or elements: the whole matrix, a tile, a chunk
    unsigned char *local;
    size_t local_bytes;
    cal_piece_times *times;
} chain_job;

static void run_tile(const cal_step *one, int count) {
    const cal_env alone = {NULL, NULL};
    for (int i = 0; i < count; i++) cal_op_at(one[i].node.op)->execute(&one[i], &alone);
}

static void time_tile(cal_piece_times *times, const cal_step *one, int count, int worker) {
    const cal_env alone = {NULL, NULL};
    double before = times->now();
    for (int i = 0; i < count; i++) {
        cal_op_at(one[i].node.op)->execute(&one[i], &alone);
        cal_piece_time(times, &before, i, worker);
    }
}

// Address of piece `start` of a matrix or filter, and the shape of `count` of its pieces.
static const void *piece_at(const chain_job *job, const void *base, cal_shape shape, size_t start) {
    return (const float *)base + start * (job->by_rows ? (size_t)shape.c : 1);
}
static cal_shape pieces_of(const chain_job *job, cal_shape shape, int count) {
    return job->by_rows ? (cal_shape){count, shape.c, 1, 1} : (cal_shape){1, count, 1, 1};
}

static void narrow(const chain_job *job, cal_step *one, unsigned char *local, size_t start, int count) {
    for (int i = 0; i < job->count; i++) {
        const cal_step *step = &job->step[i];
        one[i].node.shape = pieces_of(job, step->node.shape, count);
        one[i].y =
            step->local ? local + step->local - 1 : (void *)piece_at(job, step->y, step->node.shape, start);
        for (int j = 0; j < 2; j++) {
            if (step->node.in[j] < 0 || step->in_kind[j] == CAL_VECTOR)
                continue; // steps read the whole vector
            one[i].in_shape[j] = pieces_of(job, step->in_shape[j], count);
            one[i].x[j] = step->in_local[j] ? local + step->in_local[j] - 1
                                            : piece_at(job, step->x[j], step->in_shape[j], start);
        }
    }
}

// Prefetches the inputs that a tile's steps read from memory.
static void prefetch(const chain_job *job, const cal_step *one) {
    for (int i = 0; i < job->count; i++)
        for (int j = 0; j < 2; j++) {
            const cal_step *step = &job->step[i];
            if (step->node.in[j] < 0 || step->in_kind[j] == CAL_VECTOR || step->in_local[j]) continue;
            cal_read_lines(one[i].x[j], cal_elements(one[i].in_shape[j]));
        }
}

static void chain_chunk(void *context, int chunk, int worker) {
    const chain_job *job = context;
    unsigned char *local = job->local + (size_t)worker * job->local_bytes;
    size_t start = (size_t)chunk * job->chunk, left = job->pieces - start;
    size_t end = start + (left < job->chunk ? left : job->chunk);
    cal_step one[CAL_FUSION_MAX];
    memcpy(one, job->step, (size_t)job->count * sizeof *one);
    for (; start < end; start += job->tile) {
        narrow(job, one, local, start, (int)(end - start < job->tile ? end - start : job->tile));
        prefetch(job, one);
        if (job->times && start / job->tile % CAL_PIECES_EVERY == 0)
            time_tile(job->times, one, job->count, worker);
        else run_tile(one, job->count);
    }
}

// Elements that are worth another worker: the smallest number of all steps.
static size_t chunk_of(const cal_step *step, int count) {
    size_t chunk = CAL_CHUNK_ARITHMETIC;
    for (int i = 0; i < count; i++) {
        const cal_elementwise *op = cal_op_at(step[i].node.op)->elementwise;
        if (op && op->chunk < chunk) chunk = op->chunk;
    }
    return chunk;
}

void cal_chain_execute(const cal_step *step, int count, unsigned char *local, size_t local_bytes,
                       const cal_env *env, cal_piece_times *times) {
    chain_job job = {.step = step,
                     .count = count,
                     .pieces = cal_elements(step->node.shape),
                     .tile = CAL_CHAIN_TILE,
                     .chunk = chunk_of(step, count),
                     .local = local,
                     .local_bytes = local_bytes,
                     .times = times};
    int columns = 1;
    for (int i = 0; i < count; i++) {
        columns = cal_max_int(columns, step[i].node.shape.c);
        if (step[i].node.op == CAL_OP_SUM) columns = cal_max_int(columns, step[i].in_shape[0].c);
        if (!cal_op_at(step[i].node.op)->elementwise || step[i].node.shape.c != step->node.shape.c)
            job.by_rows = true;
    }
    if (job.by_rows) {
        job.pieces = (size_t)step->node.shape.n;
        job.tile = CAL_CHAIN_TILE / (size_t)columns;
        job.chunk = cal_max_size(job.chunk / ((size_t)columns * job.tile), 1) * job.tile;
    }
    cal_piece_scale(times, (int)((job.pieces + job.tile - 1) / job.tile));
    cal_pool_run(env->pool, (int)((job.pieces + job.chunk - 1) / job.chunk), chain_chunk, &job);
}
