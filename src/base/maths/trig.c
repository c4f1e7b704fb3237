// sin and cos: x = n pi/2 + r with |r| <= pi/4. Pi/2 has three parts (Cody and Waite), the first two with 33
// bits, so that their products with |n| < 2^20 are exact. Then Taylor's series, whose first omitted term is
// below 2^-58.
#include "base/maths/maths.h"
#include "base/maths/pair.h"

// Reduces x to r with |r| <= pi/4. *quadrant counts modulo 4.
static cal_pair reduce(int *quadrant, double x) {
    const double ROUNDER = 0x1.8p52; // adding and subtracting it rounds to a whole number
    double n = (x * 0x1.45f306dc9c883p-1 + ROUNDER) - ROUNDER;
    *quadrant = (int)n & 3;
    cal_pair r = cal_pair_sum(x - n * 0x1.921fb544p+0, -n * 0x1.0b4611a6p-34);
    return cal_pair_fast_sum(r.hi, r.lo - n * 0x1.3198a2e037073p-69);
}

static double sine(cal_pair r) {
    double q = r.hi * r.hi;
    double p =
        -1.0 / 6 +
        q * (1.0 / 120 +
             q * (-1.0 / 5040 +
                  q * (1.0 / 362880 +
                       q * (-1.0 / 39916800 + q * (1.0 / 6227020800 + q * (-1.0 / 1307674368000 +
                                                                           q * (1.0 / 355687428096000)))))));
    return r.hi + (r.lo * (1 - 0.5 * q) + r.hi * (q * p));
}

static double cosine(cal_pair r) {
    cal_pair square = cal_pair_product(r.hi, r.hi);
    double q = square.hi;
    double p =
        1.0 / 24 +
        q * (-1.0 / 720 +
             q * (1.0 / 40320 +
                  q * (-1.0 / 3628800 + q * (1.0 / 479001600 + q * (-1.0 / 87178291200 +
                                                                    q * (1.0 / 20922789888000 +
                                                                         q * (-1.0 / 6402373705728000)))))));
    cal_pair s = cal_pair_fast_sum(1, -0.5 * q);
    return s.hi + (s.lo + (q * q * p - (0.5 * square.lo + r.hi * r.lo)));
}

static double rotated(double x, int quarters) {
    int quadrant;
    cal_pair r = reduce(&quadrant, x);
    quadrant = (quadrant + quarters) & 3;
    double value = quadrant & 1 ? cosine(r) : sine(r);
    return quadrant & 2 ? -value : value;
}

double cal_sin(double x) {
    if (__builtin_fabs(x) < 0x1p-27) return x; // x^3/6 is below half a unit; keeps -0
    if (!(__builtin_fabs(x) <= 1e6)) return __builtin_nan("");
    return rotated(x, 0);
}

double cal_cos(double x) {
    if (!(__builtin_fabs(x) <= 1e6)) return __builtin_nan("");
    return rotated(x, 1);
}
