// Runs the steps of batched products matrix by matrix. The scores of an attention, its largest matrices by
// far, are then computed, normalised and multiplied while they are in the cache. Each step runs with a batch
// of one.
#include "ad/plan/batched.h"
#include <string.h>
#include "kernel/loops.h"

typedef struct batched_job {
    const cal_step *step;
    int count, matrices;
    unsigned char *local;
    size_t local_bytes, scratch_bytes;
    cal_piece_times *times;
} batched_job;

static cal_shape matrix_of(cal_shape all, int matrices) {
    all.n /= matrices;
    return all;
}

// Narrows a step to one matrix of its batch.
static void narrow(cal_step *one) {
    const int matrices = one->batch;
    one->node.shape = matrix_of(one->node.shape, matrices);
    for (int j = 0; j < CAL_INPUTS_MAX; j++)
        if (one->node.in[j] >= 0) one->in_shape[j] = matrix_of(one->in_shape[j], matrices);
    if (one->node.op == CAL_OP_MATMUL) one->node.attributes.matmul.batch = 1;
}

static size_t step_scratch(const cal_step *step, int count) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++) {
        cal_step one = step[i];
        narrow(&one);
        bytes = cal_max_size(bytes, cal_op_at(one.node.op)->scratch(&one, 1));
    }
    return (bytes + 63) / 64 * 64;
}

size_t cal_batched_scratch(const cal_step *step, int count, int workers) {
    return step_scratch(step, count) * (size_t)workers;
}

// Address of matrix `index` of an operand.
static void *matrix_at(const void *base, cal_shape shape, int index) {
    return (float *)base + cal_elements(shape) * (size_t)index;
}

static void run_matrix(void *context, int index, int worker) {
    const batched_job *job = context;
    unsigned char *local = job->local + (size_t)worker * (job->local_bytes + job->scratch_bytes);
    const cal_env alone = {NULL, local + job->local_bytes};
    cal_piece_times *times = job->times && index % CAL_PIECES_EVERY == 0 ? job->times : NULL;
    double before = times ? times->now() : 0;
    for (int i = 0; i < job->count; i++) {
        cal_step one = job->step[i];
        narrow(&one);
        one.y = one.local ? local + one.local - 1 : matrix_at(one.y, one.node.shape, index);
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            if (one.node.in[j] < 0) continue;
            one.x[j] =
                one.in_local[j] ? local + one.in_local[j] - 1 : matrix_at(one.x[j], one.in_shape[j], index);
            if (!one.in_local[j]) cal_read_lines(one.x[j], cal_elements(one.in_shape[j]));
        }
        cal_op_at(one.node.op)->execute(&one, &alone);
        if (times) cal_piece_time(times, &before, i, worker);
    }
}

void cal_batched_execute(const cal_step *step, int count, unsigned char *local, size_t local_bytes,
                         const cal_env *env, cal_piece_times *times) {
    batched_job job = {.step = step,
                       .count = count,
                       .matrices = step->batch,
                       .local = local,
                       .local_bytes = local_bytes,
                       .scratch_bytes = step_scratch(step, count),
                       .times = times};
    cal_piece_scale(times, job.matrices);
    cal_pool_run(env->pool, job.matrices, run_matrix, &job);
}
