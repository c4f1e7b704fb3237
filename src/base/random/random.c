// Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3; SC 2011). Its
// 128-bit counter holds index (64 bits), step (48) and stream (16); its key is the seed.
#include "base/random/random.h"
#include "base/maths/maths.h"
#include <assert.h>

typedef struct philox_words {
    uint32_t w[4];
} philox_words;

static philox_words philox(uint64_t seed, cal_stream stream, uint64_t step, uint64_t index) {
    assert(step >> 48 == 0);
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    uint32_t c0 = (uint32_t)index, c1 = (uint32_t)(index >> 32), c2 = (uint32_t)step;
    uint32_t c3 = (uint32_t)(step >> 32) | (uint32_t)stream << 16;
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)0xD2511F53 * c0, p1 = (uint64_t)0xCD9E8D57 * c2;
        uint32_t n0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0, n2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c0 = n0, c1 = (uint32_t)p1, c2 = n2, c3 = (uint32_t)p0;
        k0 += 0x9E3779B9, k1 += 0xBB67AE85;
    }
    return (philox_words){{c0, c1, c2, c3}};
}

void cal_random_words(uint32_t words[4], uint64_t seed, cal_stream stream, uint64_t step, uint64_t index) {
    philox_words x = philox(seed, stream, step, index);
    for (int i = 0; i < 4; i++) words[i] = x.w[i];
}

static uint64_t join(uint32_t low, uint32_t high) { return (uint64_t)high << 32 | low; }

uint64_t cal_random_bits(uint64_t seed, cal_stream stream, uint64_t step, uint64_t index) {
    philox_words x = philox(seed, stream, step, index);
    return join(x.w[0], x.w[1]);
}

double cal_random_uniform(uint64_t seed, cal_stream stream, uint64_t step, uint64_t index) {
    return (double)(cal_random_bits(seed, stream, step, index) >> 11) * 0x1p-53;
}

// Box-Muller transform of both halves of one block. The uniform number of the radius is in (0, 1), so its
// logarithm is finite.
double cal_random_normal(uint64_t seed, cal_stream stream, uint64_t step, uint64_t index) {
    philox_words x = philox(seed, stream, step, index);
    double radius = ((double)(join(x.w[0], x.w[1]) >> 12) + 0.5) * 0x1p-52;
    double angle = (double)(join(x.w[2], x.w[3]) >> 11) * 0x1p-53;
    return cal_sqrt(-2 * cal_log(radius)) * cal_cos(6.283185307179586 * angle);
}

int cal_random_below(uint64_t bits, int bound) { return (int)((bits >> 32) * (uint64_t)bound >> 32); }

void cal_random_order(int32_t *order, int count, uint64_t seed, cal_stream stream, uint64_t step) {
    for (int i = 0; i < count; i++) order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int j = cal_random_below(cal_random_bits(seed, stream, step, (uint64_t)i), i + 1);
        int32_t kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}
