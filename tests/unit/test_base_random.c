// Random numbers: the published vectors of Philox4x32-10, and that streams look as random as they should.
#include <math.h>
#include "base/random/random.h"
#include "base/maths/maths.h"
#include "check.h"

enum { N = 200000 };

// Random123's known answers. A counter is index, step (48 bits) and stream (16 bits); the first 64 bits are
// returned.
static void test_vectors(void) {
    CHECK(cal_random_bits(0, (cal_stream)0, 0, 0) == 0xe169c58d6627e8d5);
    CHECK(cal_random_bits(~0ull, (cal_stream)0xffff, 0xffffffffffff, ~0ull) == 0x41c83b0e408f276d);
    CHECK(cal_random_bits(0x299f31d0a4093822, (cal_stream)0x0370, 0x734413198a2e, 0x85a308d3243f6a88) ==
          0x94fdccebd16cfe09);
}

// Uniforms: moments within 5 standard deviations, and the correlations between neighbours in each coordinate.
static void test_uniform(void) {
    double sum = 0, square = 0, across[4] = {0};
    for (uint64_t i = 0; i < N; i++) {
        double u = cal_random_uniform(7, CAL_STREAM_DATA, 3, i);
        if (!(u >= 0 && u < 1)) CHECK(u >= 0 && u < 1);
        double near[4] = {
            cal_random_uniform(7, CAL_STREAM_DATA, 3, i + 1), cal_random_uniform(7, CAL_STREAM_DATA, 4, i),
            cal_random_uniform(7, CAL_STREAM_INIT, 3, i), cal_random_uniform(8, CAL_STREAM_DATA, 3, i)};
        sum += u, square += u * u;
        for (int j = 0; j < 4; j++) across[j] += (u - 0.5) * (near[j] - 0.5);
    }
    CHECK_NEAR(sum / N, 0.5, 5 * cal_sqrt(1.0 / 12 / N));
    CHECK_NEAR(square / N, 1.0 / 3, 5 * cal_sqrt(4.0 / 45 / N));
    for (int j = 0; j < 4; j++) CHECK_NEAR(across[j] / N, 0, 5.0 / 12 / cal_sqrt(N));
}

// Normals: moments, and the fraction beyond 1, 2 and 3 standard deviations.
static void test_normal(void) {
    double moment[5] = {0};
    int beyond[4] = {0};
    for (uint64_t i = 0; i < N; i++) {
        double x = cal_random_normal(1, CAL_STREAM_INIT, 0, i), power = 1;
        // Box and Muller 1958 with libm, from the middles of 2^52 steps, none of which is 0.
        uint32_t w[4];
        cal_random_words(w, 1, CAL_STREAM_INIT, 0, i);
        const double radius = ((double)(((uint64_t)w[1] << 32 | w[0]) >> 12) + 0.5) * 0x1p-52;
        const double turn = (double)(((uint64_t)w[3] << 32 | w[2]) >> 11) * 0x1p-53;
        const double known = sqrt(-2 * log(radius)) * cos(6.283185307179586 * turn);
        if (!(fabs(x - known) < 2e-14)) CHECK_NEAR(x, known, 2e-14);
        for (int k = 0; k < 5; k++, power *= x) moment[k] += power;
        for (int k = 1; k < 4; k++) beyond[k] += __builtin_fabs(x) > k;
    }
    CHECK_NEAR(moment[1] / N, 0, 5 / cal_sqrt(N));
    CHECK_NEAR(moment[2] / N, 1, 5 * cal_sqrt(2.0 / N));
    CHECK_NEAR(moment[3] / N, 0, 5 * cal_sqrt(15.0 / N));
    CHECK_NEAR(moment[4] / N, 3, 5 * cal_sqrt(96.0 / N));
    const double tail[4] = {1, 0.31731050786291, 0.04550026389636, 0.00269979606326};
    for (int k = 1; k < 4; k++)
        CHECK_NEAR(beyond[k] / (double)N, tail[k], 5 * cal_sqrt(tail[k] * (1 - tail[k]) / N));
}

static void test_below(void) {
    CHECK(cal_random_below(0, 10) == 0 && cal_random_below(~0ull, 10) == 9 &&
          cal_random_below(~0ull, 1) == 0);
    CHECK(cal_random_below(~0ull, 2147483647) == 2147483646);
    int count[7] = {0};
    for (uint64_t i = 0; i < N; i++)
        count[cal_random_below(cal_random_bits(2, CAL_STREAM_SUBSET, 0, i), 7)]++;
    double chi = 0;
    for (int k = 0; k < 7; k++) chi += (count[k] - N / 7.0) * (count[k] - N / 7.0) / (N / 7.0);
    CHECK(chi > 0.3 && chi < 24.1); // 0.05 % on each side, 6 degrees of freedom
}

// Orders are permutations, every element reaches every place equally often, and steps differ.
static void test_order(void) {
    enum { SIZE = 6, ROUNDS = 60000 };
    int at[SIZE][SIZE] = {{0}}, wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int32_t order[SIZE];
        cal_random_order(order, SIZE, 5, CAL_STREAM_ORDER, (uint64_t)round);
        int seen = 0;
        for (int i = 0; i < SIZE; i++) seen |= 1 << order[i], at[i][order[i]]++;
        wrong += seen != (1 << SIZE) - 1;
    }
    CHECK(wrong == 0);
    const double expected = (double)ROUNDS / SIZE;
    double chi = 0;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) chi += (at[i][j] - expected) * (at[i][j] - expected) / expected;
    // Rows and columns add up, so this is 6/5 of a chi-squared variable with 25 degrees of freedom; bounds of
    // 0.05 % on each side.
    CHECK(chi > 9.58 && chi < 65.94);
    int32_t none[1] = {42}, one[1];
    cal_random_order(none, 0, 1, CAL_STREAM_ORDER, 0);
    cal_random_order(one, 1, 1, CAL_STREAM_ORDER, 0);
    CHECK(none[0] == 42 && one[0] == 0);
}

int main(void) {
    test_vectors();
    test_uniform();
    test_normal();
    test_below();
    test_order();
    return CHECK_DONE();
}
