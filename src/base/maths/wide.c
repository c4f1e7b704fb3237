// exp, log, tanh, erf and the logistic function of a register of floats. Polynomials are Chebyshev fits (near
// minimax) in the forms given at each function. Masks choose between branches, so every lane takes the same
// operations.
#include "base/maths/wide.h"
#include "base/simd_wide.h"

#define all    cal_wide_constant
#define horner cal_wide_horner
static inline cal_wide choose(cal_wide mask, cal_wide yes, cal_wide no) {
    return cal_wide_select(mask, yes, no);
}

#if CAL_SIMD == 128
cal_f4 cal_f4_exp(cal_f4 x) { return cal_wide_exp(x); }
cal_f4 cal_f4_erf(cal_f4 x) { return cal_wide_erf(x); }
#endif

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
    tail = cal_wide_muladd(k, all(0x1.7f7d1cp-20f), tail); // ln 2 up to here ...
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

// Beyond 1: 1 - exp(q(|x|)), q a fit of log erfc; beyond 4 it rounds to 1.
cal_wide cal_wide_erf_large(cal_wide a) {
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
    return cal_wide_sub(all(1), cal_wide_exp(q));
}

// 1/(1 + e) for x >= 0 and e/(1 + e) below, with e = exp(-|x|), which never overflows.
cal_wide cal_wide_sigmoid(cal_wide x) {
    cal_wide e = cal_wide_exp(cal_wide_or(x, cal_wide_int_splat((int)0x80000000)));
    return cal_wide_div(choose(cal_wide_at_least(x, all(0)), all(1), e), cal_wide_add(all(1), e));
}
