// exp, log, tanh, erf and the logistic function of four floats. Polynomials are Chebyshev fits (near minimax)
// in the forms named beside them; masks choose between branches, so every lane takes the same operations.
#include "base/maths/maths.h"

static cal_f4 f4(float a) { return cal_f4_splat(a); }
static cal_f4 choose(cal_f4 mask, cal_f4 yes, cal_f4 no) { return wasm_v128_bitselect(yes, no, mask); }
static cal_f4 horner(cal_f4 sum, cal_f4 x, float c) { return cal_f4_muladd(sum, x, f4(c)); }

// 2^n for whole numbers -126 <= n <= 127 held in 32-bit lanes.
static cal_f4 power_of_two(v128_t n) { return wasm_i32x4_shl(wasm_i32x4_add(n, wasm_i32x4_splat(127)), 23); }

// x = n ln 2 + r, |r| <= ln2/2; exp(r) = 1 + r + r^2 q(r) to 2^-26; 2^n in two factors, so that results below
// 2^-126 are rounded once more and large ones become infinite.
cal_f4 cal_f4_exp(cal_f4 x) {
    const float ROUNDER = 0x1.8p23f; // adding and subtracting it rounds to a whole number
    x = cal_f4_min(cal_f4_max(x, f4(-105)), f4(90));
    cal_f4 rounded = cal_f4_muladd(x, f4(0x1.715476p0f), f4(ROUNDER));
    cal_f4 n = cal_f4_sub(rounded, f4(ROUNDER));
    cal_f4 r = cal_f4_sub(x, cal_f4_mul(n, f4(0x1.62ep-1f))); // 12 + 8 bits: exact
    r = cal_f4_sub(r, cal_f4_mul(n, f4(0x1.0bfbe8p-15f)));
    cal_f4 q = f4(0.001392625083f);
    q = horner(q, r, 0.008363232884f);
    q = horner(q, r, 0.04166655421f);
    q = horner(q, r, 0.1666657667f);
    q = horner(q, r, 0.5f);
    cal_f4 e = cal_f4_add(cal_f4_add(cal_f4_mul(cal_f4_mul(r, r), q), r), f4(1));
    // The low bits of `rounded` are n already; those of a NaN are anything, but times anything it stays NaN.
    v128_t whole = wasm_i32x4_sub(rounded, f4(ROUNDER)), half = wasm_i32x4_shr(whole, 1);
    e = cal_f4_mul(e, power_of_two(half));
    return cal_f4_mul(e, power_of_two(wasm_i32x4_sub(whole, half)));
}

// x = 2^k (1 + f), 1 + f in [sqrt 1/2, sqrt 2); log(1 + f) = f - f^2/2 + f^3 p(f).
cal_f4 cal_f4_log(cal_f4 x) {
    cal_f4 subnormal = cal_f4_greater(f4(0x1p-126f), x);
    cal_f4 normal = choose(subnormal, cal_f4_mul(x, f4(0x1p23f)), x);
    v128_t bits = wasm_i32x4_sub(normal, wasm_i32x4_splat(0x3f3504f3)); // above sqrt 1/2
    v128_t exponent = wasm_i32x4_shr(bits, 23);
    cal_f4 f = cal_f4_sub(wasm_i32x4_sub(normal, wasm_i32x4_shl(exponent, 23)), f4(1));
    cal_f4 k = cal_f4_sub(wasm_f32x4_convert_i32x4(exponent), cal_f4_and(subnormal, f4(23)));
    cal_f4 p = f4(0.06971612378f);
    p = horner(p, f, -0.1147973532f);
    p = horner(p, f, 0.1168542029f);
    p = horner(p, f, -0.1242568717f);
    p = horner(p, f, 0.142490576f);
    p = horner(p, f, -0.1666780232f);
    p = horner(p, f, 0.2000071575f);
    p = horner(p, f, -0.2499999696f);
    p = horner(p, f, 0.3333333118f);
    cal_f4 square = cal_f4_mul(f, f);
    cal_f4 tail = cal_f4_mul(cal_f4_mul(square, f), p);
    tail = cal_f4_muladd(k, f4(0x1.7f7d1cp-20f), tail); // ln 2 to here ...
    tail = cal_f4_sub(tail, cal_f4_mul(square, f4(0.5f)));
    cal_f4 y = cal_f4_add(cal_f4_add(f, tail), cal_f4_mul(k, f4(0x1.62e4p-1f))); // ... from 16 bits: exact
    cal_f4 infinite = f4(__builtin_inff()), nan = f4(__builtin_nanf(""));
    y = choose(wasm_f32x4_eq(x, infinite), infinite, y);
    y = choose(wasm_f32x4_eq(x, f4(0)), f4(-__builtin_inff()), y);
    return choose(wasm_f32x4_ge(x, f4(0)), y, nan); // negative or NaN
}

// |x| < 0.625: x + x^3 p(x^2); above: 1 - 2 / (exp(2|x|) + 1) with x's sign.
cal_f4 cal_f4_tanh(cal_f4 x) {
    cal_f4 sign = wasm_v128_and(x, wasm_i32x4_splat((int)0x80000000)), a = wasm_v128_xor(x, sign);
    cal_f4 u = cal_f4_mul(x, x);
    cal_f4 p = f4(0.002292744816f);
    p = horner(p, u, -0.008343945516f);
    p = horner(p, u, 0.02176891865f);
    p = horner(p, u, -0.05395925958f);
    p = horner(p, u, 0.1333330356f);
    p = horner(p, u, -0.3333333317f);
    cal_f4 small = cal_f4_muladd(cal_f4_mul(x, u), p, x);
    cal_f4 e = cal_f4_exp(cal_f4_add(a, a));
    cal_f4 large = cal_f4_sub(f4(1), cal_f4_div(f4(2), cal_f4_add(e, f4(1))));
    return choose(cal_f4_greater(f4(0.625f), a), small, wasm_v128_or(large, sign));
}

// |x| < 1: x + x p(x^2); above: 1 - exp(q(|x|)), q a fit of log erfc, with x's sign; beyond 4 it rounds to 1.
cal_f4 cal_f4_erf(cal_f4 x) {
    cal_f4 sign = wasm_v128_and(x, wasm_i32x4_splat((int)0x80000000)), a = wasm_v128_xor(x, sign);
    cal_f4 u = cal_f4_mul(x, x);
    cal_f4 p = f4(7.875875063e-5f);
    p = horner(p, u, -0.0008016864287f);
    p = horner(p, u, 0.005189087423f);
    p = horner(p, u, -0.02685421201f);
    p = horner(p, u, 0.1128359472f);
    p = horner(p, u, -0.3761262667f);
    p = horner(p, u, 0.1283791658f);
    cal_f4 small = cal_f4_muladd(x, p, x);
    cal_f4 b = cal_f4_min(a, f4(4));
    cal_f4 q = f4(1.637151415e-6f);
    q = horner(q, b, -4.605804269e-5f);
    q = horner(q, b, 0.0005968056257f);
    q = horner(q, b, -0.004759596293f);
    q = horner(q, b, 0.02642113601f);
    q = horner(q, b, -0.1100800829f);
    q = horner(q, b, -0.6318260516f);
    q = horner(q, b, -1.130233435f);
    q = horner(q, b, 0.0003201380497f);
    cal_f4 large = cal_f4_sub(f4(1), cal_f4_exp(q));
    return choose(cal_f4_greater(f4(1), a), small, wasm_v128_or(large, sign));
}

// 1/(1 + e) for x >= 0 and e/(1 + e) below, e = exp(-|x|), which never overflows.
cal_f4 cal_f4_sigmoid(cal_f4 x) {
    cal_f4 e = cal_f4_exp(wasm_v128_or(x, wasm_i32x4_splat((int)0x80000000)));
    return cal_f4_div(choose(wasm_f32x4_ge(x, f4(0)), f4(1), e), cal_f4_add(f4(1), e));
}
