// Accuracy of the maths against the C library's 80-bit functions (good to about 2^-63), and C99's special
// values. Errors are in units in the last place of the correctly rounded result.
#include <math.h>
#include "base/maths/exp_row.h"
#include "base/maths/f4.h"
#include "base/maths/maths.h"
#include "base/maths/row_sums.h"
#include "base/random/random.h"
#include "check.h"
#include <stdbool.h>
#include <stdint.h>

// Covers an interval evenly, the same in every run: multiples of the golden ratio modulo 1.
static double spread(int i) {
    double x = (i + 0.5) * 0.6180339887498949;
    return x - floor(x);
}

typedef struct range {
    double low, high;
    bool logarithmic; // both signs if low < 0: -low is the least magnitude
} range;

static double point(range r, int i) {
    double u = spread(i);
    if (!r.logarithmic) return r.low + (r.high - r.low) * u;
    double least = fabs(r.low), x = least * pow(r.high / least, u);
    return r.low < 0 && i % 2 ? -x : x;
}

// Returns the error of `got` in units in the last place of `wanted`; huge if only one is finite.
static double ulps(double got, long double wanted) {
    double rounded = (double)wanted;
    if (isnan(rounded) || isinf(rounded) || isnan(got) || isinf(got))
        return got == rounded || (isnan(got) && isnan(rounded)) ? 0 : 1e9;
    int exponent;
    frexp(rounded, &exponent);
    if (rounded == 0 || exponent < -1021) exponent = -1021;
    return (double)(fabsl(got - wanted) / ldexpl(1, exponent - 53));
}

enum { POINTS = 200000 };

static void accurate(const char *name, double (*f)(double), long double (*reference)(long double), range r,
                     double below) {
    double worst = 0, at = 0;
    for (int i = 0; i < POINTS; i++) {
        double x = point(r, i), error = ulps(f(x), reference(x));
        if (error > worst) worst = error, at = x;
    }
    if (!check_that(worst < below)) printf("%s: %.3f ulp at %a, not below %g\n", name, worst, at, below);
}

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }
static long double sigmoidl(long double x) { return 1 / (1 + expl(-x)); }

// Computes from floats, as rows are; as the last of five, which no pair of lanes contains.
static double row_exp(double x) {
    float z[5] = {0, -1, -2, -3, (float)x};
    double e[5], total = cal_exp_row(e, z, 5, 0, 1);
    CHECK(total == cal_exp_row(NULL, z, 5, 0, 1));
    return e[4];
}
static double row_exp_in_pair(double x) {
    float z[4] = {0, -1, -2, (float)x};
    double e[4];
    cal_exp_row(e, z, 4, 0, 1);
    return e[3];
}
static long double expl_of_float(long double x) { return expl((float)x); }

static void test_row(void) {
    accurate("exp of a row", row_exp, expl_of_float, (range){-708, 0}, 1);
    accurate("exp of a row near 0", row_exp_in_pair, expl_of_float, (range){-1, 0}, 1);
    CHECK(row_exp(0) == 1 && row_exp(-709) == 0 && row_exp_in_pair(-3e38) == 0);
    const float z[] = {1, 3, 2, -5, 0, 3, 1};
    double e[7], sum = cal_exp_row(e, z, 7, 3, 2.5), plain = 0;
    for (int j = 0; j < 7; j++) {
        CHECK_NEAR(e[j], exp((z[j] - 3) / 2.5), 1e-15);
        plain += e[j];
    }
    CHECK_NEAR(sum, plain, 1e-15);
}

// Every width has the bits of four lanes, and writes only the row.
static void test_row_widths(void) {
    float z[40];
    int widths = 0;
    for (cal_simd width = CAL_SIMD_256; width <= CAL_SIMD_512; width++)
        for (int k = 1; k < 40; k++) {
            double want[41], got[41];
            for (int j = 0; j < k; j++)
                z[j] = (float)cal_random_normal(3, CAL_STREAM_PROBE, (uint64_t)k, (uint64_t)j) * 60;
            z[k / 2] = k % 5 ? z[k / 2] : -INFINITY;
            want[k] = got[k] = 17;
            cal_simd_use(CAL_SIMD_128);
            const double sum = cal_exp_row(want, z, k, 300, 0.7);
            if (!cal_simd_use(width)) continue;
            widths++;
            CHECK(cal_exp_row(got, z, k, 300, 0.7) == sum && cal_exp_row(NULL, z, k, 300, 0.7) == sum);
            CHECK(memcmp(got, want, ((size_t)k + 1) * sizeof *got) == 0);
        }
    if (!widths) CHECK_SKIP("rows in wide registers", "this processor has none, or the build none for it");
}

// Checks the first largest value, a division, sums below a bound and multiples of a vector, at every width.
// Nothing is written after the row.
static void test_row_sums(void) {
    enum { MOST = 40, ROWS = 3, ROOM = ROWS * (MOST + 1) };
    for (cal_simd width = CAL_SIMD_128; width <= CAL_SIMD_512; width++)
        for (int k = 1; k <= MOST && cal_simd_use(width); k++) {
            float z[MOST];
            double p[MOST + 1], part[MOST + 1], sum[ROOM], want[ROOM];
            int others[MOST], rows[ROWS] = {2, 0, 2}, first = 0, found = 0;
            for (int j = 0; j < k; j++) {
                z[j] = (float)(int)(cal_random_normal(5, CAL_STREAM_PROBE, (uint64_t)k, (uint64_t)j) * 2);
                p[j] = part[j] = cal_random_normal(6, CAL_STREAM_PROBE, (uint64_t)k, (uint64_t)j);
                if (z[j] > z[first]) first = j;
            }
            p[k] = part[k] = 17;
            CHECK(cal_row_largest(z, k) == first);
            cal_row_divide(part, k, 3);
            for (int j = 0; j < k; j++) CHECK(part[j] == p[j] / 3);
            CHECK(part[k] == 17);

            for (int i = 0; i < ROOM; i++) sum[i] = want[i] = i;
            p[k / 2] = k % 3 ? p[k / 2] : NAN;
            CHECK(cal_add_small(others, sum, p, k, 0.5) <= k);
            for (int j = 0; j < k; j++) {
                if (p[j] <= 0.5) want[j] += p[j];
                else CHECK(others[found++] == j);
            }
            CHECK(memcmp(sum, want, sizeof sum) == 0);

            const double by[ROWS] = {0.3, -2, 1e-9};
            for (int i = 0; i < ROWS; i++)
                for (int d = 0; d < k; d++) want[rows[i] * (MOST + 1) + d] += by[i] * part[d];
            cal_add_outer(sum, rows, by, ROWS, part, k, MOST + 1);
            CHECK(memcmp(sum, want, sizeof sum) == 0);
        }
}

// Checks the division's bits at every width: results of exp down to the smallest, zero and one, divided by
// sums up to a thousand.
static void test_row_division(void) {
    enum { K = 19, ROWS = 3000 };
    for (cal_simd width = CAL_SIMD_128; width <= CAL_SIMD_512; width++)
        for (int i = 0; i < ROWS && cal_simd_use(width); i++) {
            double p[K], part[K];
            for (int j = 0; j < K; j++) {
                const double random = cal_random_normal(7, CAL_STREAM_PROBE, (uint64_t)i, (uint64_t)j);
                const double size = random < 0 ? -random : random;
                p[j] = part[j] =
                    cal_exp(i % 9 ? -10 * size : -709 + size); // 1 in 9 rows: subnormal quotients
            }
            p[i % K] = part[i % K] = i % 2;
            const double by = 1 + cal_exp(cal_random_normal(8, CAL_STREAM_PROBE, (uint64_t)i, 0) * 2);
            cal_row_divide(part, K, by);
            for (int j = 0; j < K; j++) p[j] /= by;
            CHECK(memcmp(p, part, sizeof p) == 0);
        }
}

static void test_double(void) {
    accurate("exp", cal_exp, expl, (range){-745, 709.7}, 1);
    accurate("exp near 0", cal_exp, expl, (range){-1e-300, 1, true}, 1);
    accurate("log", cal_log, logl, (range){1e-320, 1e308, true}, 1);
    accurate("log near 1", cal_log, logl, (range){0.98, 1.02}, 1);
    accurate("log in the middle", cal_log, logl, (range){0.4, 3}, 1);
    accurate("log1p", cal_log1p, log1pl, (range){1e-300, 1e300, true}, 1);
    accurate("log1p near 0", cal_log1p, log1pl, (range){-1e-18, 0.6, true}, 1);
    accurate("log1p near -1", cal_log1p, log1pl, (range){-0.9999999, -0.5}, 1);
    accurate("tanh", cal_tanh, tanhl, (range){-1e-300, 30, true}, 1);
    accurate("tanh in the middle", cal_tanh, tanhl, (range){-1, 1}, 1);
    accurate("erf", cal_erf, erfl, (range){-1e-300, 7, true}, 1.5);
    accurate("erf in the middle", cal_erf, erfl, (range){-3, 3}, 1.5);
    accurate("sigmoid", cal_sigmoid, sigmoidl, (range){-745, 40}, 2.5);
    accurate("sigmoid in the middle", cal_sigmoid, sigmoidl, (range){-3, 3}, 2.5);
    accurate("sin", cal_sin, sinl, (range){-1e-300, 1e6, true}, 1);
    accurate("sin of small angles", cal_sin, sinl, (range){-10, 10}, 1);
    accurate("cos", cal_cos, cosl, (range){-1e-5, 1e6, true}, 1);
    accurate("cos of small angles", cal_cos, cosl, (range){-10, 10}, 1);
}

static void test_pow(void) {
    const range bases[] = {{1e-300, 1e300, true}, {0.5, 2}, {0.9999, 1.0001}, {1e-320, 1e-300, true}};
    const range powers[] = {{-1e-6, 600, true}, {-500, 500}, {-1e6, 1e6}, {-2, 2}};
    double worst = 0, at = 0, to = 0;
    for (int c = 0; c < 4; c++) {
        for (int i = 0; i < POINTS; i++) {
            double x = point(bases[c], i), y = point(powers[c], i * 7 + 3);
            double error = ulps(cal_pow(x, y), powl(x, y));
            if (error > worst) worst = error, at = x, to = y;
        }
    }
    if (!check_that(worst < 4)) printf("pow: %.3f ulp at (%a, %a)\n", worst, at, to);
    CHECK(cal_pow(0, 0) == 1);
    CHECK(cal_pow(0, 0.5) == 0 && cal_pow(0, -1) == INFINITY);
    CHECK(cal_pow(1, INFINITY) == 1 && cal_pow(NAN, 0) == 1);
    CHECK(cal_pow(0.5, INFINITY) == 0 && cal_pow(2, INFINITY) == INFINITY && cal_pow(2, -INFINITY) == 0);
    CHECK(cal_pow(INFINITY, 2) == INFINITY && cal_pow(INFINITY, -2) == 0);
    CHECK(isnan(cal_pow(NAN, 1)) && isnan(cal_pow(2, NAN)) && isnan(cal_pow(-1, 2)));
    CHECK(cal_pow(3, 4) == 81 && cal_pow(2, -1074) == 0x1p-1074);
    CHECK(cal_pow(0.9, 1e300) == 0 && cal_pow(1.1, 1e300) == INFINITY);
}

static void test_special(void) {
    CHECK(cal_exp(-INFINITY) == 0 && cal_exp(INFINITY) == INFINITY && cal_exp(0) == 1 && isnan(cal_exp(NAN)));
    CHECK(cal_exp(710) == INFINITY && cal_exp(-746) == 0 && cal_exp(-745) == 0x1p-1074);
    CHECK(cal_log(0) == -INFINITY && cal_log(1) == 0 && cal_log(INFINITY) == INFINITY);
    CHECK(isnan(cal_log(-1)) && isnan(cal_log(NAN)) && isnan(cal_log(-INFINITY)));
    CHECK(cal_log1p(-1) == -INFINITY && isnan(cal_log1p(-2)) && cal_log1p(INFINITY) == INFINITY);
    CHECK(isnan(cal_log1p(NAN)) && signbit(cal_log1p(-0.0)) && cal_log1p(1e-320) == 1e-320);
    CHECK(cal_tanh(INFINITY) == 1 && cal_tanh(-INFINITY) == -1 && isnan(cal_tanh(NAN)));
    CHECK(signbit(cal_tanh(-0.0)) && cal_tanh(-0.3) == -cal_tanh(0.3));
    CHECK(signbit(cal_sin(-0.0)) && cal_cos(0) == 1 && cal_sin(-2) == -cal_sin(2) &&
          cal_cos(-2) == cal_cos(2));
    CHECK(isnan(cal_sin(NAN)) && isnan(cal_cos(INFINITY)));
}

typedef cal_f4 four(cal_f4);

// Over every 1021st float of each sign: the worst error in units in the last place of a float.
static void accurate_four(const char *name, four *f, double (*reference)(double), double below) {
    double worst = 0;
    float at = 0;
    for (uint64_t next = 0; next < 0x100000000u; next += 4 * 1021) {
        float x[4], y[4];
        for (uint32_t j = 0; j < 4; j++) {
            uint32_t bits = (uint32_t)next + 1021 * j;
            memcpy(&x[j], &bits, 4);
        }
        cal_f4_store(y, f(cal_f4_load(x)));
        for (int j = 0; j < 4; j++) {
            double wanted = reference(x[j]), error;
            float rounded = (float)wanted;
            int exponent;
            frexp(rounded, &exponent);
            if (rounded == 0 || exponent < -125) exponent = -125;
            if (isnan(rounded)) error = isnan(y[j]) ? 0 : 1e9;
            else if (isinf(rounded) || isinf(y[j])) error = y[j] == rounded ? 0 : 1e9;
            else error = fabs(y[j] - wanted) / ldexp(1, exponent - 24);
            if (!(error <= worst)) worst = error, at = x[j];
        }
    }
    if (!check_that(worst < below)) printf("%s: %.3f ulp at %a, not below %g\n", name, worst, at, below);
}

static float one(four *f, float x) {
    float y[4];
    cal_f4_store(y, f(cal_f4_splat(x)));
    return y[2];
}

static void test_four(void) {
    accurate_four("f4 exp", cal_f4_exp, exp, 2);
    accurate_four("f4 log", cal_f4_log, log, 2);
    accurate_four("f4 tanh", cal_f4_tanh, tanh, 2);
    accurate_four("f4 erf", cal_f4_erf, erf, 1.4);
    accurate_four("f4 sigmoid", cal_f4_sigmoid, sigmoid, 2.5);
    CHECK(one(cal_f4_exp, -INFINITY) == 0 && one(cal_f4_exp, INFINITY) == INFINITY &&
          one(cal_f4_exp, 0) == 1);
    CHECK(one(cal_f4_exp, -104) == 0 && one(cal_f4_exp, -100) > 0 && one(cal_f4_exp, 88.73f) == INFINITY);
    CHECK(isnan(one(cal_f4_exp, NAN)) && isnan(one(cal_f4_log, NAN)) && isnan(one(cal_f4_tanh, NAN)));
    CHECK(one(cal_f4_log, 0) == -INFINITY && one(cal_f4_log, -0.0f) == -INFINITY);
    CHECK(isnan(one(cal_f4_log, -1)) && one(cal_f4_log, INFINITY) == INFINITY && one(cal_f4_log, 1) == 0);
    CHECK(one(cal_f4_tanh, INFINITY) == 1 && one(cal_f4_tanh, -INFINITY) == -1);
    CHECK(one(cal_f4_erf, INFINITY) == 1 && one(cal_f4_erf, -INFINITY) == -1 && isnan(one(cal_f4_erf, NAN)));
    CHECK(one(cal_f4_erf, 0) == 0 && signbit(one(cal_f4_erf, -0.0f)) && one(cal_f4_erf, 80) == 1);
    CHECK(one(cal_f4_sigmoid, INFINITY) == 1 && one(cal_f4_sigmoid, -INFINITY) == 0);
    CHECK(one(cal_f4_sigmoid, 80) == 1 && one(cal_f4_sigmoid, -80) > 0 && one(cal_f4_sigmoid, 0) == 0.5f);
    CHECK(one(cal_f4_sigmoid, 3e38f) == 1 && one(cal_f4_sigmoid, -3e38f) == 0 &&
          isnan(one(cal_f4_sigmoid, NAN)));
}

int main(void) {
    test_row();
    test_row_widths();
    test_row_sums();
    test_row_division();
    test_double();
    test_pow();
    test_special();
    test_four();
    return CHECK_DONE();
}
