// A register of floats at the processor's width, for kernels that compute several results in parallel.
//
// A .c file that includes this header is compiled once for each CAL_SIMD (Makefile), so that CAL_LANES is a
// constant in it. Registers of 128 bits have four lanes, 256 eight, 512 sixteen. WASM has 128 only. A public
// function has one name per width, CAL_WIDE(name); base/simd_width.h says which width the process uses.
//
// All widths give the same bits. Lanes hold different results, each with its own sum in order, and a
// reduction that is defined in four lanes stays in four.
//
// A quad is four contiguous lanes that are loaded or stored together, like a cal_f4.
#ifndef CAL_BASE_SIMD_WIDE_H
#define CAL_BASE_SIMD_WIDE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/simd.h"

#ifndef CAL_SIMD
#define CAL_SIMD 128
#endif
#define CAL_WIDE_NAME(name, width) name##_##width
#define CAL_WIDE_OF(name, width)   CAL_WIDE_NAME(name, width)
#define CAL_WIDE(name)             CAL_WIDE_OF(name, CAL_SIMD)

#if CAL_SIMD > 128
#include <immintrin.h>
#define CAL_LANES  (CAL_SIMD / 32)
#define CAL_ALWAYS static inline __attribute__((always_inline))

typedef int32_t cal_wide_ints __attribute__((vector_size(CAL_LANES * 4)));
typedef uint32_t cal_wide_words __attribute__((vector_size(CAL_LANES * 4)));
#if CAL_LANES == 8
typedef __m256 cal_wide;
typedef __m256i cal_wide_bits;
#define CAL_WIDE_PS(operation) _mm256_##operation##_ps
#else
typedef __m512 cal_wide;
typedef __m512i cal_wide_bits;
#define CAL_WIDE_PS(operation) _mm512_##operation##_ps
#endif

CAL_ALWAYS cal_wide cal_wide_load(const float *p) { return CAL_WIDE_PS(loadu)(p); }
CAL_ALWAYS void cal_wide_store(float *p, cal_wide a) { CAL_WIDE_PS(storeu)(p, a); }
CAL_ALWAYS cal_wide cal_wide_splat(float a) { return CAL_WIDE_PS(set1)(a); }
CAL_ALWAYS cal_wide cal_wide_splat_at(const float *p) { return CAL_WIDE_PS(set1)(*p); }
CAL_ALWAYS cal_wide cal_wide_add(cal_wide a, cal_wide b) { return CAL_WIDE_PS(add)(a, b); }
CAL_ALWAYS cal_wide cal_wide_sub(cal_wide a, cal_wide b) { return CAL_WIDE_PS(sub)(a, b); }
CAL_ALWAYS cal_wide cal_wide_mul(cal_wide a, cal_wide b) { return CAL_WIDE_PS(mul)(a, b); }
CAL_ALWAYS cal_wide cal_wide_muladd(cal_wide a, cal_wide b, cal_wide c) { // a b + c, rounded twice
    return cal_wide_add(cal_wide_mul(a, b), c);
}
CAL_ALWAYS cal_wide cal_wide_div(cal_wide a, cal_wide b) { return CAL_WIDE_PS(div)(a, b); }
CAL_ALWAYS cal_wide cal_wide_sqrt(cal_wide a) { return CAL_WIDE_PS(sqrt)(a); }
// Masks are all ones or all zeros.
CAL_ALWAYS cal_wide cal_wide_greater(cal_wide a, cal_wide b) { return (cal_wide)(a > b); }
CAL_ALWAYS cal_wide cal_wide_at_least(cal_wide a, cal_wide b) { return (cal_wide)(a >= b); }
CAL_ALWAYS cal_wide cal_wide_equal(cal_wide a, cal_wide b) { return (cal_wide)(a == b); }
// Returns true if the mask is set in every lane.
#if CAL_LANES == 8
CAL_ALWAYS bool cal_wide_all(cal_wide mask) { return _mm256_movemask_ps(mask) == 0xff; }
#else
CAL_ALWAYS bool cal_wide_all(cal_wide mask) {
    return _mm512_movepi32_mask(_mm512_castps_si512(mask)) == 0xffff;
}
#endif
CAL_ALWAYS cal_wide cal_wide_or(cal_wide a, cal_wide b) {
    return (cal_wide)((cal_wide_bits)a | (cal_wide_bits)b);
}
CAL_ALWAYS cal_wide cal_wide_xor(cal_wide a, cal_wide b) {
    return (cal_wide)((cal_wide_bits)a ^ (cal_wide_bits)b);
}
CAL_ALWAYS cal_wide cal_wide_select(cal_wide mask, cal_wide yes, cal_wide no) {
    return (cal_wide)(((cal_wide_bits)yes & (cal_wide_bits)mask) |
                      ((cal_wide_bits)no & ~(cal_wide_bits)mask));
}
// 32-bit integers in the same lanes; shifts to the right keep the sign.
CAL_ALWAYS cal_wide cal_wide_int_splat(int32_t a) { return (cal_wide)((cal_wide_ints){0} + a); }
CAL_ALWAYS cal_wide cal_wide_int_add(cal_wide a, cal_wide b) {
    return (cal_wide)((cal_wide_words)a + (cal_wide_words)b);
}
CAL_ALWAYS cal_wide cal_wide_int_sub(cal_wide a, cal_wide b) {
    return (cal_wide)((cal_wide_words)a - (cal_wide_words)b);
}
CAL_ALWAYS cal_wide cal_wide_int_left(cal_wide a, int by) { return (cal_wide)((cal_wide_words)a << by); }
CAL_ALWAYS cal_wide cal_wide_int_right(cal_wide a, int by) { return (cal_wide)((cal_wide_ints)a >> by); }
CAL_ALWAYS cal_wide cal_wide_of_int(cal_wide a) {
    return __builtin_convertvector((cal_wide_ints)a, cal_wide);
}
CAL_ALWAYS cal_wide cal_wide_and(cal_wide a, cal_wide b) {
    return (cal_wide)((cal_wide_bits)a & (cal_wide_bits)b);
}
// As cal_f4_max and cal_f4_min: the processor's instructions with the operands swapped.
CAL_ALWAYS cal_wide cal_wide_max(cal_wide a, cal_wide b) { return CAL_WIDE_PS(max)(b, a); }
CAL_ALWAYS cal_wide cal_wide_min(cal_wide a, cal_wide b) { return CAL_WIDE_PS(min)(b, a); }

// The same quad in every position; extraction of quad `i`, a constant; load and store of the first `quads`
// quads, `step` floats apart in memory. Loading sets the other quads to zero.
#if CAL_LANES == 8
CAL_ALWAYS cal_wide cal_wide_repeat(cal_f4 a) {
    return _mm256_set_m128(_mm_castsi128_ps(a), _mm_castsi128_ps(a));
}
CAL_ALWAYS cal_f4 cal_wide_quad(cal_wide a, int i) {
    return _mm_castps_si128(i ? _mm256_extractf128_ps(a, 1) : _mm256_castps256_ps128(a));
}
CAL_ALWAYS cal_wide cal_wide_gather(const float *p, size_t step, int quads) {
    __m256 a = _mm256_zextps128_ps256(_mm_loadu_ps(p));
    return quads == 1 ? a : _mm256_insertf128_ps(a, _mm_loadu_ps(p + step), 1);
}
#else
CAL_ALWAYS cal_wide cal_wide_repeat(cal_f4 a) { return _mm512_broadcast_f32x4(_mm_castsi128_ps(a)); }
CAL_ALWAYS cal_f4 cal_wide_quad(cal_wide a, int i) {
    return _mm_castps_si128(i == 0   ? _mm512_castps512_ps128(a)
                            : i == 1 ? _mm512_extractf32x4_ps(a, 1)
                            : i == 2 ? _mm512_extractf32x4_ps(a, 2)
                                     : _mm512_extractf32x4_ps(a, 3));
}
CAL_ALWAYS cal_wide cal_wide_gather(const float *p, size_t step, int quads) {
    __m512 a = _mm512_zextps128_ps512(_mm_loadu_ps(p));
    if (quads == 1) return a;
    a = _mm512_insertf32x4(a, _mm_loadu_ps(p + step), 1);
    if (quads == 2) return a;
    a = _mm512_insertf32x4(a, _mm_loadu_ps(p + 2 * step), 2);
    return quads == 3 ? a : _mm512_insertf32x4(a, _mm_loadu_ps(p + 3 * step), 3);
}
#endif
CAL_ALWAYS void cal_wide_scatter(float *p, size_t step, int quads, cal_wide a) {
    cal_f4_store(p, cal_wide_quad(a, 0));
    if (quads > 1) cal_f4_store(p + step, cal_wide_quad(a, 1));
    if (quads > 2) cal_f4_store(p + 2 * step, cal_wide_quad(a, 2));
    if (quads > 3) cal_f4_store(p + 3 * step, cal_wide_quad(a, 3));
}

#else
#define CAL_LANES                               4
typedef cal_f4 cal_wide;
#define cal_wide_load                           cal_f4_load
#define cal_wide_store                          cal_f4_store
#define cal_wide_splat                          cal_f4_splat
#define cal_wide_splat_at                       cal_f4_splat_at
#define cal_wide_add                            cal_f4_add
#define cal_wide_sub                            cal_f4_sub
#define cal_wide_mul                            cal_f4_mul
#define cal_wide_muladd                         cal_f4_muladd
#define cal_wide_div                            cal_f4_div
#define cal_wide_sqrt                           cal_f4_sqrt
#define cal_wide_greater                        cal_f4_greater
#define cal_wide_at_least                       wasm_f32x4_ge
#define cal_wide_equal                          wasm_f32x4_eq
#define cal_wide_all                            wasm_i32x4_all_true
#define cal_wide_or                             wasm_v128_or
#define cal_wide_xor                            wasm_v128_xor
#define cal_wide_select(mask, yes, no)          wasm_v128_bitselect(yes, no, mask)
#define cal_wide_int_splat                      wasm_i32x4_splat
#define cal_wide_int_add                        wasm_i32x4_add
#define cal_wide_int_sub                        wasm_i32x4_sub
#define cal_wide_int_left                       wasm_i32x4_shl
#define cal_wide_int_right                      wasm_i32x4_shr
#define cal_wide_of_int                         wasm_f32x4_convert_i32x4
#define cal_wide_and                            cal_f4_and
#define cal_wide_max                            cal_f4_max
#define cal_wide_min                            cal_f4_min
#define cal_wide_repeat(a)                      (a)
#define cal_wide_quad(a, i)                     (a)
#define cal_wide_gather(p, step, quads)         cal_f4_load(p)
#define cal_wide_scatter(p, step, quads, value) cal_f4_store(p, value)
#endif

enum { CAL_QUADS = CAL_LANES / 4 };

#endif
