// exp, log and their relatives in double precision.
//
// exp: x = (n/32) ln 2 + r with |r| <= ln2/64, so exp(x) = 2^(n/32) exp(r). The power of two comes from a
// table in two parts, exp(r) from its Taylor series.
//
// log: x = 2^k m with m in [0.6875, 1.375). With a tabulated c near 1/m, log(x) = k ln 2 - log(c) + log(1 +
// r), r = mc - 1 exactly, |r| <= 2^-6, again by Taylor.
//
// Both carry their result as a pair of doubles that is good to about 2^-65 (derived in the comments below).
// One final rounding then dominates, and pow and tanh can be composed from the pairs.
#include "base/maths/maths.h"
#include "base/maths/tables.h"
#include "base/maths/pair.h"
#include <stdint.h>
#include <string.h>

static uint64_t bits_of(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double of_bits(uint64_t u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static const double INFINITE = __builtin_inf(), NOT_A_NUMBER = __builtin_nan("");

static double power_of_two(int k) { return of_bits((uint64_t)(k + 1023) << 52); } // -1022 <= k <= 1023

// x 2^k for -1100 <= k <= 1024 and 1/2 < x < 4. The second product overflows or underflows, rounding once
// more.
static double scale(double x, int k) {
    int half = k / 2;
    return x * power_of_two(half) * power_of_two(k - half);
}

typedef struct exp_reduced {
    int n;
    double head, rest; // r = head + rest, head a float
} exp_reduced;

// For |x| < 800, |low| < 2^-40. n L1 is exact (16 + 36 bits), and so is x - n L1, which cancels.
static exp_reduced reduce(double x, double low) {
    const double PER_UNIT = 0x1.71547652b82fep+5; // 32 / ln 2
    const double L1 = 0x1.62e42fefap-6, L2 = 0x1.cf79abc9e3b3ap-45;
    const double ROUNDER = 0x1.8p52; // adding and subtracting it rounds to a whole number
    double n = (x * PER_UNIT + ROUNDER) - ROUNDER;
    cal_pair r = cal_pair_sum(x - n * L1, -n * L2);
    double head = (double)(float)r.hi;
    return (exp_reduced){(int)n, head, (r.hi - head) + (r.lo + low)};
}

// exp(r) - 1 - r.
static double exp_tail(double r) {
    double even = 1.0 / 2 + r * r * (1.0 / 24 + r * r * (1.0 / 720));
    double odd = 1.0 / 6 + r * r * (1.0 / 120 + r * r * (1.0 / 5040));
    return r * r * (even + r * odd);
}

// exp(x + low) / 2^*k. Error: the tail, below 2^-14, is rounded at 2^-67.
static cal_pair exp_pair(int *k, double x, double low) {
    exp_reduced r = reduce(x, low);
    const double *t = EXP_TABLE[r.n & 31];
    double small = r.rest + exp_tail(r.head + r.rest);
    *k = (r.n - (r.n & 31)) / 32;
    cal_pair s = cal_pair_fast_sum(t[0], t[0] * r.head); // 28 + 24 bits: the product is exact
    return cal_pair_fast_sum(s.hi, s.lo + (t[1] + t[1] * (r.head + small) + t[0] * small));
}

double cal_exp(double x) {
    if (x != x) return x;
    if (x > 710) return INFINITE;
    if (x < -746) return 0;
    int k;
    cal_pair e = exp_pair(&k, x, 0);
    return scale(e.hi, k);
}

// exp(x) - 1 for |x| < 44.
static cal_pair expm1_pair(double x) {
    exp_reduced r = reduce(x, 0);
    if (r.n == 0) return cal_pair_fast_sum(x, exp_tail(x));
    double unit = power_of_two((r.n - (r.n & 31)) / 32);
    double t0 = EXP_TABLE[r.n & 31][0] * unit, t1 = EXP_TABLE[r.n & 31][1] * unit;
    double small = r.rest + exp_tail(r.head + r.rest);
    cal_pair a = cal_pair_sum(t0, -1), b = cal_pair_sum(a.hi, t0 * r.head);
    return cal_pair_fast_sum(b.hi, b.lo + (a.lo + (t1 + t1 * (r.head + small) + t0 * small)));
}

double cal_tanh(double x) {
    double a = __builtin_fabs(x);
    if (!(a > 0x1p-28)) return x; // x^3/3 is below half a unit; NaN passes
    if (a > 20) return x < 0 ? -1 : 1;
    // e / (e + 2) with e = exp(2a) - 1; the remainder of the first quotient corrects it.
    cal_pair e = expm1_pair(2 * a), d = cal_pair_sum(e.hi, 2);
    double quotient = e.hi / d.hi;
    cal_pair product = cal_pair_product(quotient, d.hi);
    double rest = (e.hi - product.hi) - product.lo + e.lo - quotient * (d.lo + e.lo);
    double t = quotient + rest / d.hi;
    return x < 0 ? -t : t;
}

double cal_sigmoid(double x) {
    double e = cal_exp(-__builtin_fabs(x));
    return (x >= 0 ? 1 : e) / (1 + e);
}

// log(x + low) for finite x > 0, |low| at most half a unit in the last place of x. Errors: r^2/2 is exact;
// r^3/3, below 2^-19, is rounded at 2^-72. For k = 0 and c = 1 the result is r itself to 2^-7, so the error
// stays relative.
static cal_pair log_pair(double x, double low) {
    const double LN2_HI = 0x1.62e42fefa38p-1, LN2_LO = 0x1.ef35793c7673p-45; // k LN2_HI - log(c) is exact
    const uint64_t LEAST = 0x3fe6000000000000;                               // 0.6875
    int k = 0;
    if (x < 0x1p-1022) x *= 0x1p54, low *= 0x1p54, k = -54;
    uint64_t above = bits_of(x) - LEAST;
    int exponent = (int)((int64_t)above >> 52);
    const double *t = LOG_TABLE[above >> 46 & 63];
    double m = of_bits(bits_of(x) - ((uint64_t)exponent << 52));
    k += exponent;
    double m1 = of_bits(bits_of(m) & ~(uint64_t)0x7ffffff),
           m2 = m - m1; // 26 and 27 bits: products with c are exact
    cal_pair r = cal_pair_sum(m1 * t[0] - 1, m2 * t[0]);
    if (low != 0) { // 2^-exponent in two factors, since it may be subnormal
        double unit = low * power_of_two(-(exponent / 2)) * power_of_two(-(exponent - exponent / 2));
        r = cal_pair_sum(r.hi, r.lo + unit * t[0]);
    }
    cal_pair square = cal_pair_product(r.hi, r.hi);
    double q = r.hi, q2 = q * q;
    double odd = 1.0 / 3 + q2 * (1.0 / 5 + q2 * (1.0 / 7 + q2 * (1.0 / 9)));
    double even = 1.0 / 4 + q2 * (1.0 / 6 + q2 * (1.0 / 8 + q2 * (1.0 / 10)));
    double tail = q * q2 * (odd - q * even);
    cal_pair a = cal_pair_sum(k * LN2_HI + t[1], r.hi), b = cal_pair_sum(a.hi, -0.5 * square.hi);
    double small = k * LN2_LO + t[2] + (r.lo - r.lo * q) - 0.5 * square.lo + tail;
    return cal_pair_fast_sum(b.hi, b.lo + (a.lo + small));
}

double cal_log(double x) {
    if (x == 0) return -INFINITE;
    if (x != x || x < 0) return NOT_A_NUMBER;
    if (x == INFINITE) return x;
    return log_pair(x, 0).hi;
}

double cal_log1p(double x) {
    if (x == 0 || x != x || x == INFINITE) return x;
    if (x <= -1) return x == -1 ? -INFINITE : NOT_A_NUMBER;
    if (__builtin_fabs(x) < 0x1p-54) return x;
    cal_pair u = cal_pair_sum(1, x);
    return log_pair(u.hi, u.lo).hi;
}

double cal_pow(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y || x < 0) return NOT_A_NUMBER;
    if (x == 0) return y > 0 ? 0 : INFINITE;
    if (y - y != 0) return (x > 1) == (y > 0) ? INFINITE : 0;
    if (x == INFINITE) return y > 0 ? INFINITE : 0;
    cal_pair log = log_pair(x, 0);
    double whole = y * log.hi;
    if (whole > 720) return INFINITE;
    if (whole < -760) return 0;
    if (__builtin_fabs(whole) < 0x1p-60) return 1;
    cal_pair p = cal_pair_product(y, log.hi);
    int k;
    cal_pair e = exp_pair(&k, p.hi, p.lo + y * log.lo);
    return scale(e.hi, k);
}
