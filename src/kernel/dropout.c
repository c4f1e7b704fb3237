// Dropout. Sixteen values share four blocks of random words, so that these fill vectors without shuffling.
#include "kernel/dropout.h"
#include <assert.h>
#include "base/random/f4.h"
#include "kernel/loops.h"

enum { CHUNK = 16384, LAYER_SHIFT = 40 }; // the blocks of a layer are numbered from layer 2^40 on

typedef struct dropout_job {
    float *y;
    const float *x;
    cal_dropout key;
    size_t count;
} dropout_job;

// A word below the threshold drops its value: probability 2^32 of 2^32 words.
static uint32_t threshold(double probability) { return (uint32_t)(probability * 0x1p32); }

static uint64_t first_block(const cal_dropout *key, size_t at) {
    return ((uint64_t)key->layer << LAYER_SHIFT) + at / 16 * 4;
}

bool cal_kernel_dropout_drops(const cal_dropout *key, size_t at) {
    uint32_t words[4];
    cal_random_words(words, key->seed, CAL_STREAM_DROPOUT, key->step, first_block(key, at) + at % 4);
    return words[at / 4 % 4] < threshold(key->probability);
}

static void run_chunk(void *context, int chunk, int worker) {
    const dropout_job *job = context;
    size_t start = (size_t)chunk * CHUNK, end = start + CHUNK < job->count ? start + CHUNK : job->count;
    const cal_dropout *key = &job->key;
    v128_t limit = wasm_i32x4_splat((int32_t)threshold(key->probability));
    cal_f4 factor = cal_f4_splat((float)(1 / (1 - key->probability)));
    (void)worker;
    size_t i = start;
    for (; i + 16 <= end; i += 16) {
        v128_t words[4];
        cal_random_words_of_four(words, key->seed, CAL_STREAM_DROPOUT, key->step, first_block(key, i));
        CAL_UNROLLED
        for (int j = 0; j < 4; j++) {
            cal_f4 kept = cal_f4_mul(cal_f4_load(job->x + i + 4 * j), factor);
            cal_f4_store(job->y + i + 4 * j, cal_f4_and(kept, wasm_u32x4_ge(words[j], limit)));
        }
    }
    for (; i < end; i++)
        job->y[i] = cal_kernel_dropout_drops(key, i) ? 0 : job->x[i] * (float)(1 / (1 - key->probability));
}

void cal_kernel_dropout_run(const cal_env *env, float *y, const float *x, const cal_dropout *key,
                            size_t count) {
    assert(key->probability >= 0 && key->probability < 1);
    dropout_job job = {y, x, *key, count};
    cal_pool_run(env->pool, (int)((count + CHUNK - 1) / CHUNK), run_chunk, &job);
}
