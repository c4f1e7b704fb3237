// exp, log, tanh, erf and the logistic function of a register of floats (base/simd_wide.h). The bits are
// those of f4.h in every width.
#ifndef CAL_BASE_MATHS_WIDE_H
#define CAL_BASE_MATHS_WIDE_H
#include "base/maths/f4.h"
#include "base/simd_wide.h"

#if CAL_SIMD == 128
#define cal_wide_log     cal_f4_log
#define cal_wide_tanh    cal_f4_tanh
#define cal_wide_sigmoid cal_f4_sigmoid
#else
#define cal_wide_log     CAL_WIDE(cal_wide_log)
#define cal_wide_tanh    CAL_WIDE(cal_wide_tanh)
#define cal_wide_sigmoid CAL_WIDE(cal_wide_sigmoid)
cal_wide cal_wide_log(cal_wide x);
cal_wide cal_wide_tanh(cal_wide x);
cal_wide cal_wide_sigmoid(cal_wide x);
#endif
#define cal_wide_erf_large CAL_WIDE(cal_wide_erf_large)
cal_wide cal_wide_erf_large(cal_wide a);

// exp and the small branch of erf are inline. A call for each register would take as long as they do, because
// little of one overlaps with the next.
#define CAL_WIDE_INLINE static inline __attribute__((always_inline))

// Constants are read from memory. V8 would rebuild each of them in four instructions for every register.
#ifdef __wasm__
#define cal_wide_constant(a)                                                                                 \
    ({                                                                                                       \
        static const float constant = (a);                                                                   \
        const float *place = &constant;                                                                      \
        __asm__("" : "+r"(place)); /* hides the constant from the compiler */                                \
        cal_wide_splat_at(place);                                                                            \
    })
#else
#define cal_wide_constant cal_wide_splat
#endif
#define cal_wide_horner(sum, x, c) cal_wide_muladd(sum, x, cal_wide_constant(c))

// 2^n for whole numbers -126 <= n <= 127 in 32-bit lanes.
CAL_WIDE_INLINE cal_wide cal_wide_power_of_two(cal_wide n) {
    return cal_wide_int_left(cal_wide_int_add(n, cal_wide_int_splat(127)), 23);
}

#define CAL_WIDE_ROUNDER 0x1.8p23f // adding and subtracting it rounds to a whole number

// Method: x = n ln 2 + r, |r| <= ln2/2, and exp(r) = 1 + r + r^2 q(r) to 2^-26. The factor 2^n is applied in
// two parts, so that results below 2^-126 are rounded once more and large ones become infinite.
CAL_WIDE_INLINE cal_wide cal_wide_exp(cal_wide x) {
    x = cal_wide_min(cal_wide_max(x, cal_wide_constant(-105)), cal_wide_constant(90));
    cal_wide rounded =
        cal_wide_muladd(x, cal_wide_constant(0x1.715476p0f), cal_wide_constant(CAL_WIDE_ROUNDER));
    cal_wide n = cal_wide_sub(rounded, cal_wide_constant(CAL_WIDE_ROUNDER));
    cal_wide r = cal_wide_sub(x, cal_wide_mul(n, cal_wide_constant(0x1.62ep-1f))); // 12 + 8 bits: exact
    r = cal_wide_sub(r, cal_wide_mul(n, cal_wide_constant(0x1.0bfbe8p-15f)));
    cal_wide q = cal_wide_constant(0.001392625083f);
    q = cal_wide_horner(q, r, 0.008363232884f);
    q = cal_wide_horner(q, r, 0.04166655421f);
    q = cal_wide_horner(q, r, 0.1666657667f);
    q = cal_wide_horner(q, r, 0.5f);
    cal_wide e = cal_wide_add(cal_wide_add(cal_wide_mul(cal_wide_mul(r, r), q), r), cal_wide_constant(1));
    // The low bits of `rounded` are already n. Those of a NaN are arbitrary, but any product with it stays
    // NaN.
    cal_wide whole = cal_wide_int_sub(rounded, cal_wide_constant(CAL_WIDE_ROUNDER)),
             half = cal_wide_int_right(whole, 1);
    e = cal_wide_mul(e, cal_wide_power_of_two(half));
    return cal_wide_mul(e, cal_wide_power_of_two(cal_wide_int_sub(whole, half)));
}

// |x| < 1: x + x p(x^2). Above: the large branch of |x|, with the sign of x.
CAL_WIDE_INLINE cal_wide cal_wide_erf(cal_wide x) {
    cal_wide sign = cal_wide_and(x, cal_wide_int_splat((int)0x80000000)), a = cal_wide_xor(x, sign);
    cal_wide u = cal_wide_mul(x, x);
    cal_wide p = cal_wide_constant(7.875875063e-5f);
    p = cal_wide_horner(p, u, -0.0008016864287f);
    p = cal_wide_horner(p, u, 0.005189087423f);
    p = cal_wide_horner(p, u, -0.02685421201f);
    p = cal_wide_horner(p, u, 0.1128359472f);
    p = cal_wide_horner(p, u, -0.3761262667f);
    p = cal_wide_horner(p, u, 0.1283791658f);
    cal_wide small = cal_wide_muladd(x, p, x), is_small = cal_wide_greater(cal_wide_constant(1), a);
    if (cal_wide_all(is_small))
        return small; // most arguments of a GELU; the other branch takes twice as long
    return cal_wide_select(is_small, small, cal_wide_or(cal_wide_erf_large(a), sign));
}

#endif
