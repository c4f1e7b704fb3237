// exp of four floats at most 0, inline for loops that do little else: half the work of cal_f4_exp.
#ifndef CAL_BASE_MATHS_EXP_F4_H
#define CAL_BASE_MATHS_EXP_F4_H
#include "base/simd.h"

// For x <= 0, error below 2 ulp; below -42 it stays e^-42 = 5.7e-19, so that neither it nor its square is
// subnormal, which some processors are slow with. x = n ln 2 + r, |r| <= ln2/2, as in wide.c.
static inline cal_f4 cal_f4_exp_below(cal_f4 x) {
    const cal_f4 rounder = cal_f4_splat(0x1.8p23f); // adding and subtracting it rounds to a whole number
    x = cal_f4_max(x, cal_f4_splat(-42));
    cal_f4 rounded = cal_f4_muladd(x, cal_f4_splat(0x1.715476p0f), rounder);
    cal_f4 n = cal_f4_sub(rounded, rounder);
    cal_f4 r = cal_f4_sub(x, cal_f4_mul(n, cal_f4_splat(0x1.62ep-1f)));
    r = cal_f4_sub(r, cal_f4_mul(n, cal_f4_splat(0x1.0bfbe8p-15f)));
    cal_f4 q = cal_f4_splat(0.001392625083f);
    q = cal_f4_muladd(q, r, cal_f4_splat(0.008363232884f));
    q = cal_f4_muladd(q, r, cal_f4_splat(0.04166655421f));
    q = cal_f4_muladd(q, r, cal_f4_splat(0.1666657667f));
    q = cal_f4_muladd(q, r, cal_f4_splat(0.5f));
    cal_f4 e = cal_f4_add(cal_f4_muladd(cal_f4_mul(r, r), q, r), cal_f4_splat(1));
    return wasm_i32x4_add(e, wasm_i32x4_shl(rounded, 23)); // n into the exponent
}

#endif
