// Dropout: the fraction and the scale of kept values. The choice depends only on seed, step, layer and
// position.
#include "kernel/dropout.h"
#include "base/random/f4.h"
#include "kernel_check.h"

static void check_words(void) {
    static const uint64_t indexes[] = {0, 4, 0xfffffffc, (uint64_t)3 << 40, ((uint64_t)77 << 40) + 123456};
    bool same = true;
    for (int i = 0; i < 5; i++) {
        v128_t words[4];
        uint64_t seed = 0x123456789abcdefu * (uint64_t)i, step = (uint64_t)i << 33 | 5;
        cal_random_words_of_four(words, seed, CAL_STREAM_DROPOUT, step, indexes[i]);
        for (uint64_t worker = 0; worker < 4; worker++) {
            uint32_t one[4];
            cal_random_words(one, seed, CAL_STREAM_DROPOUT, step, indexes[i] + worker);
            for (int w = 0; w < 4; w++) same = same && one[w] == ((const uint32_t *)&words[w])[worker];
            same = same && cal_random_bits(seed, CAL_STREAM_DROPOUT, step, indexes[i] + worker) ==
                               ((uint64_t)one[1] << 32 | one[0]);
        }
    }
    CHECK(same);
}

static void check_values(size_t count, double probability, cal_pool *pool) {
    cal_env env = {pool, NULL};
    cal_dropout key = {3, 17, 2, probability};
    float *x = guarded(count * 4), *y = guarded(count * 4), factor = (float)(1 / (1 - probability));
    fill_floats(x, count, 1);
    cal_kernel_dropout_run(&env, y, x, &key, count);
    bool right = true;
    for (size_t i = 0; i < count; i++)
        right = right && y[i] == (cal_kernel_dropout_drops(&key, i) ? 0 : x[i] * factor);
    CHECK(right && intact(y, count * 4));
    cal_kernel_dropout_run(&env, x, x, &key, count);
    CHECK(memcmp(x, y, count * 4) == 0);
    guarded_free(x);
    guarded_free(y);
}

// Counts dropped values under the first key and under both.
static double both_dropped(const cal_dropout *a, const cal_dropout *b, size_t count) {
    double both = 0;
    for (size_t i = 0; i < count; i++)
        both += cal_kernel_dropout_drops(a, i) && cal_kernel_dropout_drops(b, i);
    return both / (double)count;
}

// Fractions within five standard deviations; masks of different keys, and of neighbours, are independent.
static void check_shares(double p) {
    enum { COUNT = 200000 };
    cal_dropout key = {1, 0, 0, p}, other[] = {{2, 0, 0, p}, {1, 1, 0, p}, {1, 0, 1, p}};
    CHECK_NEAR(both_dropped(&key, &key, COUNT), p, 5 * sqrt(p * (1 - p) / COUNT));
    double pair = p * p, allowed = 5 * sqrt(pair * (1 - pair) / COUNT);
    for (int i = 0; i < 3; i++) CHECK_NEAR(both_dropped(&key, &other[i], COUNT), pair, allowed);
    static const int gaps[] = {1, 2, 4, 8, 16, 64};
    for (int g = 0; g < 6; g++) {
        double both = 0;
        for (size_t i = 0; i < COUNT; i++)
            both += cal_kernel_dropout_drops(&key, i) && cal_kernel_dropout_drops(&key, i + (size_t)gaps[g]);
        CHECK_NEAR(both / COUNT, pair, 1.5 * allowed); // overlapping pairs
    }
}

// Checks the value of kept ones, as in PyTorch.
static void check_scale(double probability, double kept) {
    float ones[64], y[64];
    cal_env env = {0};
    cal_dropout key = {1, 2, 3, probability};
    for (int i = 0; i < 64; i++) ones[i] = 1;
    cal_kernel_dropout_run(&env, y, ones, &key, 64);
    for (int i = 0; i < 64; i++) CHECK(y[i] == 0 || y[i] == (float)kept);
}

int main(void) {
    check_words();
    for (int workers = 1; workers <= 3; workers++) {
        cal_pool *pool = pool_of(workers);
        for (size_t count = 1; count <= 40; count++) check_values(count, 0.5, pool);
        check_values(3 * 16384 + 21, 0.2, pool);
        cal_pool_free(pool);
    }
    // Vectors and scalars both keep a word equal to the limit: word 1 of block 1 of check_values' key is
    // value 5's.
    uint32_t words[4];
    cal_random_words(words, 3, CAL_STREAM_DROPOUT, 17, ((uint64_t)2 << 40) + 1);
    check_values(16, words[1] * 0x1p-32, NULL);
    check_shares(0.5);
    check_shares(0.2);
    check_shares(0.01);
#define KEPT(percent, value) check_scale(percent / 100.0, value);
#include "../golden/torch/dropout.inc"
#undef KEPT
    return CHECK_DONE();
}
