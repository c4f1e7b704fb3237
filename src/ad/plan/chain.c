// A chain is taken tile by tile through all of its steps, so that memory sees only what it reads
// from outside and what is read after it. Each step runs as it would by itself, on a tile as a matrix of its
// own.
#include "ad/plan/chain.h"
#include "ad/plan/schedule.h"
#include "kernel/loops.h"
#include <string.h>

typedef struct chain_job {
    const cal_step *step;
    int count;
    size_t elements, chunk;
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

static void chain_chunk(void *context, int chunk, int worker) {
    const chain_job *job = context;
    unsigned char *local = job->local + (size_t)worker * job->local_bytes;
    size_t start = (size_t)chunk * job->chunk, left = job->elements - start;
    size_t end = start + (left < job->chunk ? left : job->chunk);
    cal_step one[CAL_GROUP_MAX];
    memcpy(one, job->step, (size_t)job->count * sizeof *one);
    for (; start < end; start += CAL_CHAIN_TILE) {
        int count = end - start < CAL_CHAIN_TILE ? (int)(end - start) : CAL_CHAIN_TILE;
        for (int i = 0; i < job->count; i++) {
            const cal_step *step = &job->step[i];
            one[i].node.shape = (cal_shape){1, count, 1, 1};
            one[i].y = step->local ? local + step->local - 1 : (void *)((float *)step->y + start);
            for (int j = 0; j < 2; j++)
                if (step->node.in[j] >= 0)
                    one[i].x[j] = step->in_local[j] ? local + step->in_local[j] - 1
                                                    : (const void *)((const float *)step->x[j] + start);
        }
        if (job->times && start / CAL_CHAIN_TILE % CAL_PIECES_EVERY == 0)
            time_tile(job->times, one, job->count, worker);
        else run_tile(one, job->count);
    }
}

void cal_chain_execute(const cal_step *step, int count, unsigned char *local, size_t local_bytes,
                       const cal_env *env, cal_piece_times *times) {
    chain_job job = {step, count, cal_elements(step->node.shape), SIZE_MAX, local, local_bytes, times};
    cal_piece_scale(times, (int)((job.elements + CAL_CHAIN_TILE - 1) / CAL_CHAIN_TILE));
    for (int i = 0; i < count; i++) {
        const size_t chunk = cal_op_at(step[i].node.op)->elementwise->chunk;
        if (chunk < job.chunk) job.chunk = chunk;
    }
    cal_pool_run(env->pool, (int)((job.elements + job.chunk - 1) / job.chunk), chain_chunk, &job);
}
