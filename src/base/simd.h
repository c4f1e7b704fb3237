// The one SIMD header: WASM SIMD128 everywhere, natively through SIMDe.
//
// All builds but the fast module (wasm/README.md) give the same bits: only operations that IEEE 754 or the
// WASM specification define exactly. No relaxed SIMD and no fused multiply-add (the build says
// -ffp-contract=off, and the rng and digest tests would detect it). No min, max or nearest where (+0, -0) or
// halves could meet, since SIMDe differs there: use pmin and pmax, which are comparisons.
#ifndef CAL_BASE_SIMD_H
#define CAL_BASE_SIMD_H
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>
#endif

typedef v128_t cal_f4; // four floats

static inline cal_f4 cal_f4_load(const float *p) { return wasm_v128_load(p); }
static inline void cal_f4_store(float *p, cal_f4 a) { wasm_v128_store(p, a); }
static inline cal_f4 cal_f4_splat(float a) { return wasm_f32x4_splat(a); }
static inline cal_f4 cal_f4_splat_at(const float *p) { return wasm_v128_load32_splat(p); }
static inline cal_f4 cal_f4_of_doubles(const double *p) {
    return wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(wasm_v128_load(p)),
                              wasm_f32x4_demote_f64x2_zero(wasm_v128_load(p + 2)), 0, 1, 4, 5);
}
static inline cal_f4 cal_f4_add(cal_f4 a, cal_f4 b) { return wasm_f32x4_add(a, b); }
static inline cal_f4 cal_f4_sub(cal_f4 a, cal_f4 b) { return wasm_f32x4_sub(a, b); }
static inline cal_f4 cal_f4_mul(cal_f4 a, cal_f4 b) { return wasm_f32x4_mul(a, b); }
static inline cal_f4 cal_f4_div(cal_f4 a, cal_f4 b) { return wasm_f32x4_div(a, b); }
static inline cal_f4 cal_f4_sqrt(cal_f4 a) { return wasm_f32x4_sqrt(a); }
#ifdef CAL_FUSED_MULADD // only for the product kernels of the fast module
#if !__has_builtin(__builtin_wasm_relaxed_madd_f32x4)
#define __builtin_wasm_relaxed_madd_f32x4 __builtin_wasm_fma_f32x4 // its name before LLVM 16
#endif
// a b + c, rounded once if the processor can.
static inline cal_f4 cal_f4_muladd(cal_f4 a, cal_f4 b, cal_f4 c) {
    return (cal_f4)__builtin_wasm_relaxed_madd_f32x4((__f32x4)a, (__f32x4)b, (__f32x4)c);
}
#else
static inline cal_f4 cal_f4_muladd(cal_f4 a, cal_f4 b, cal_f4 c) { // a b + c, rounded twice
    return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
}
#endif
static inline cal_f4 cal_f4_greater(cal_f4 a, cal_f4 b) {
    return wasm_f32x4_gt(a, b);
} // all ones or all zeros
static inline cal_f4 cal_f4_and(cal_f4 a, cal_f4 b) { return wasm_v128_and(a, b); }
// b where a < b, else a (so a NaN in a stays, and max(+0, -0) is a).
static inline cal_f4 cal_f4_max(cal_f4 a, cal_f4 b) { return wasm_f32x4_pmax(a, b); }
static inline cal_f4 cal_f4_min(cal_f4 a, cal_f4 b) { return wasm_f32x4_pmin(a, b); }
// ((a0 + a2) + (a1 + a3)): the order that all builds share.
static inline float cal_f4_sum(cal_f4 a) {
    float v[4] __attribute__((aligned(16)));
    wasm_v128_store(v, a);
    return (v[0] + v[2]) + (v[1] + v[3]);
}

#endif
