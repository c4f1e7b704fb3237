// exp of floats <= 0, inline for loops that do little else. Takes half the work of cal_f4_exp.
#ifndef CAL_BASE_MATHS_EXP_BELOW_H
#define CAL_BASE_MATHS_EXP_BELOW_H
#include "base/simd_wide.h"

// For x <= 0, error below 2 ulp. Below -42 it stays e^-42 = 5.7e-19, so that neither it nor its square is
// subnormal, which some processors compute slowly. Method: x = n ln 2 + r, |r| <= ln2/2, as in wide.c.
static inline __attribute__((always_inline)) cal_wide cal_wide_exp_below(cal_wide x) {
    const cal_wide rounder = cal_wide_splat(0x1.8p23f); // adding and subtracting it rounds to a whole number
    x = cal_wide_max(x, cal_wide_splat(-42));
    cal_wide rounded = cal_wide_muladd(x, cal_wide_splat(0x1.715476p0f), rounder);
    cal_wide n = cal_wide_sub(rounded, rounder);
    cal_wide r = cal_wide_sub(x, cal_wide_mul(n, cal_wide_splat(0x1.62ep-1f)));
    r = cal_wide_sub(r, cal_wide_mul(n, cal_wide_splat(0x1.0bfbe8p-15f)));
    cal_wide q = cal_wide_splat(0.001392625083f);
    q = cal_wide_muladd(q, r, cal_wide_splat(0.008363232884f));
    q = cal_wide_muladd(q, r, cal_wide_splat(0.04166655421f));
    q = cal_wide_muladd(q, r, cal_wide_splat(0.1666657667f));
    q = cal_wide_muladd(q, r, cal_wide_splat(0.5f));
    cal_wide e = cal_wide_add(cal_wide_muladd(cal_wide_mul(r, r), q, r), cal_wide_splat(1));
    return cal_wide_int_add(e, cal_wide_int_left(rounded, 23)); // adds n to the exponent
}

#if CAL_SIMD == 128
#define cal_f4_exp_below cal_wide_exp_below
#endif

#endif
