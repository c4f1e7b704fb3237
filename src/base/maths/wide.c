// exp, log, tanh, erf and the logistic function of a register of floats. Polynomials are Chebyshev fits (near minimax)
// in the forms named beside them; masks choose between branches, so every lane takes the same operations.
#include "base/maths/wide.h"
#include "base/simd_wide.h"

// Constants are read from memory: V8 would make each of them in four instructions, anew for every register of values.
#ifdef __wasm__
#define all(a)                                                                                               \
    ({                                                                                                       \
        static const float constant = (a);                                                                   \
        const float *place = &constant;                                                                      \
        __asm__("" : "+r"(place)); /* else the compiler knows what stands there */                           \
        cal_wide_splat_at(place);                                                                            \
    })
#else
#define all cal_wide_splat
#endif
static inline cal_wide choose(cal_wide mask, cal_wide yes, cal_wide no) {
    return cal_wide_select(mask, yes, no);
}
#define horner(sum, x, c) cal_wide_muladd(sum, x, all(c))

// 2^n for whole numbers -126 <= n <= 127 held in 32-bit lanes.
static inline cal_wide power_of_two(cal_wide n) {
    return cal_wide_int_left(cal_wide_int_add(n, cal_wide_int_splat(127)), 23);
}

#define ROUNDER 0x1.8p23f // adding and subtracting it rounds to a whole number

// x = n ln 2 + r, |r| <= ln2/2; exp(r) = 1 + r + r^2 q(r) to 2^-26; 2^n in two factors, so that results below
// 2^-126 are rounded once more and large ones become infinite.
cal_wide cal_wide_exp(cal_wide x) {
    x = cal_wide_min(cal_wide_max(x, all(-105)), all(90));
    cal_wide rounded = cal_wide_muladd(x, all(0x1.715476p0f), all(ROUNDER));
    cal_wide n = cal_wide_sub(rounded, all(ROUNDER));
    cal_wide r = cal_wide_sub(x, cal_wide_mul(n, all(0x1.62ep-1f))); // 12 + 8 bits: exact
    r = cal_wide_sub(r, cal_wide_mul(n, all(0x1.0bfbe8p-15f)));
    cal_wide q = all(0.001392625083f);
    q = horner(q, r, 0.008363232884f);
    q = horner(q, r, 0.04166655421f);
    q = horner(q, r, 0.1666657667f);
    q = horner(q, r, 0.5f);
    cal_wide e = cal_wide_add(cal_wide_add(cal_wide_mul(cal_wide_mul(r, r), q), r), all(1));
    // The low bits of `rounded` are n already; those of a NaN are anything, but times anything it stays NaN.
    cal_wide whole = cal_wide_int_sub(rounded, all(ROUNDER)), half = cal_wide_int_right(whole, 1);
    e = cal_wide_mul(e, power_of_two(half));
    return cal_wide_mul(e, power_of_two(cal_wide_int_sub(whole, half)));
}

// x = 2^k (1 + f), 1 + f in [sqrt 1/2, sqrt 2); log(1 + f) = f - f^2/2 + f^3 p(f).
cal_wide cal_wide_log(cal_wide x) {
    cal_wide subnormal = cal_wide_greater(all(0x1p-126f), x);
    cal_wide normal = choose(subnormal, cal_wide_mul(x, all(0x1p23f)), x);
    cal_wide bits = cal_wide_int_sub(normal, cal_wide_int_splat(0x3f3504f3)); // above sqrt 1/2
    cal_wide exponent = cal_wide_int_right(bits, 23);
    cal_wide f = cal_wide_sub(cal_wide_int_sub(normal, cal_wide_int_left(exponent, 23)), all(1));
    cal_wide k = cal_wide_sub(cal_wide_of_int(exponent), cal_wide_and(subnormal, all(23)));
    cal_wide p = all(0.06971612378f);
    p = horner(p, f, -0.1147973532f);
    p = horner(p, f, 0.1168542029f);
    p = horner(p, f, -0.1242568717f);
    p = horner(p, f, 0.142490576f);
    p = horner(p, f, -0.1666780232f);
    p = horner(p, f, 0.2000071575f);
    p = horner(p, f, -0.2499999696f);
    p = horner(p, f, 0.3333333118f);
    cal_wide square = cal_wide_mul(f, f);
    cal_wide tail = cal_wide_mul(cal_wide_mul(square, f), p);
    tail = cal_wide_muladd(k, all(0x1.7f7d1cp-20f), tail); // ln 2 to here ...
    tail = cal_wide_sub(tail, cal_wide_mul(square, all(0.5f)));
    cal_wide y =
        cal_wide_add(cal_wide_add(f, tail), cal_wide_mul(k, all(0x1.62e4p-1f))); // ... from 16 bits: exact
    cal_wide infinite = all(__builtin_inff()), nan = all(__builtin_nanf(""));
    y = choose(cal_wide_equal(x, infinite), infinite, y);
    y = choose(cal_wide_equal(x, all(0)), all(-__builtin_inff()), y);
    return choose(cal_wide_at_least(x, all(0)), y, nan); // negative or NaN
}

// |x| < 0.625: x + x^3 p(x^2); above: 1 - 2 / (exp(2|x|) + 1) with x's sign.
cal_wide cal_wide_tanh(cal_wide x) {
    cal_wide sign = cal_wide_and(x, cal_wide_int_splat((int)0x80000000)), a = cal_wide_xor(x, sign);
    cal_wide u = cal_wide_mul(x, x);
    cal_wide p = all(0.002292744816f);
    p = horner(p, u, -0.008343945516f);
    p = horner(p, u, 0.02176891865f);
    p = horner(p, u, -0.05395925958f);
    p = horner(p, u, 0.1333330356f);
    p = horner(p, u, -0.3333333317f);
    cal_wide small = cal_wide_muladd(cal_wide_mul(x, u), p, x);
    cal_wide e = cal_wide_exp(cal_wide_add(a, a));
    cal_wide large = cal_wide_sub(all(1), cal_wide_div(all(2), cal_wide_add(e, all(1))));
    return choose(cal_wide_greater(all(0.625f), a), small, cal_wide_or(large, sign));
}

// |x| < 1: x + x p(x^2); above: 1 - exp(q(|x|)), q a fit of log erfc, with x's sign; beyond 4 it rounds to 1.
cal_wide cal_wide_erf(cal_wide x) {
    cal_wide sign = cal_wide_and(x, cal_wide_int_splat((int)0x80000000)), a = cal_wide_xor(x, sign);
    cal_wide u = cal_wide_mul(x, x);
    cal_wide p = all(7.875875063e-5f);
    p = horner(p, u, -0.0008016864287f);
    p = horner(p, u, 0.005189087423f);
    p = horner(p, u, -0.02685421201f);
    p = horner(p, u, 0.1128359472f);
    p = horner(p, u, -0.3761262667f);
    p = horner(p, u, 0.1283791658f);
    cal_wide small = cal_wide_muladd(x, p, x), is_small = cal_wide_greater(all(1), a);
    if (cal_wide_all(is_small))
        return small; // most of what a GELU gets; the other branch takes twice as long
    cal_wide b = cal_wide_min(a, all(4));
    cal_wide q = all(1.637151415e-6f);
    q = horner(q, b, -4.605804269e-5f);
    q = horner(q, b, 0.0005968056257f);
    q = horner(q, b, -0.004759596293f);
    q = horner(q, b, 0.02642113601f);
    q = horner(q, b, -0.1100800829f);
    q = horner(q, b, -0.6318260516f);
    q = horner(q, b, -1.130233435f);
    q = horner(q, b, 0.0003201380497f);
    cal_wide large = cal_wide_sub(all(1), cal_wide_exp(q));
    return choose(is_small, small, cal_wide_or(large, sign));
}

// 1/(1 + e) for x >= 0 and e/(1 + e) below, e = exp(-|x|), which never overflows.
cal_wide cal_wide_sigmoid(cal_wide x) {
    cal_wide e = cal_wide_exp(cal_wide_or(x, cal_wide_int_splat((int)0x80000000)));
    return cal_wide_div(choose(cal_wide_at_least(x, all(0)), all(1), e), cal_wide_add(all(1), e));
}
