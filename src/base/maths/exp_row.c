#include "base/maths/exp_row.h"
#include "base/simd_wide.h"

// A register of doubles. Masks are all ones or all zeros.
#if CAL_LANES == 4
typedef v128_t row_part;
static inline row_part splat(double a) { return wasm_f64x2_splat(a); }
static inline row_part add(row_part a, row_part b) { return wasm_f64x2_add(a, b); }
static inline row_part sub(row_part a, row_part b) { return wasm_f64x2_sub(a, b); }
static inline row_part mul(row_part a, row_part b) { return wasm_f64x2_mul(a, b); }
static inline row_part divide(row_part a, row_part b) { return wasm_f64x2_div(a, b); }
static inline row_part load(const double *p) { return wasm_v128_load(p); }
static inline void store(double *p, row_part a) { wasm_v128_store(p, a); }
static inline row_part at_least(row_part a, row_part b) { return wasm_f64x2_ge(a, b); }
static inline row_part larger(row_part a, row_part b) { return wasm_f64x2_pmax(a, b); }
static inline row_part and (row_part a, row_part b) { return wasm_v128_and(a, b); }
// Adds n, the low bits of `rounded`, to the exponent of e.
static inline row_part scale(row_part e, row_part rounded) {
    return wasm_i64x2_add(e, wasm_i64x2_shl(rounded, 52));
}
#else
typedef int64_t row_bits __attribute__((vector_size(CAL_LANES * 4)));
typedef uint64_t row_words __attribute__((vector_size(CAL_LANES * 4)));
#if CAL_LANES == 8
typedef __m256d row_part;
#define ROW_PD(operation) _mm256_##operation##_pd
static inline row_part promote(const float *z) { return _mm256_cvtps_pd(_mm_loadu_ps(z)); }
static inline row_part promote_where(const float *z, const int32_t *mask) { // zeros where the mask is clear
    return _mm256_cvtps_pd(_mm_maskload_ps(z, _mm_loadu_si128((const __m128i *)mask)));
}
#else
typedef __m512d row_part;
#define ROW_PD(operation) _mm512_##operation##_pd
static inline row_part promote(const float *z) { return _mm512_cvtps_pd(_mm256_loadu_ps(z)); }
static inline row_part promote_where(const float *z, const int32_t *mask) {
    return _mm512_cvtps_pd(_mm256_maskload_ps(z, _mm256_loadu_si256((const __m256i *)mask)));
}
#endif
static inline row_part splat(double a) { return ROW_PD(set1)(a); }
static inline row_part add(row_part a, row_part b) { return ROW_PD(add)(a, b); }
static inline row_part sub(row_part a, row_part b) { return ROW_PD(sub)(a, b); }
static inline row_part mul(row_part a, row_part b) { return ROW_PD(mul)(a, b); }
static inline row_part divide(row_part a, row_part b) { return ROW_PD(div)(a, b); }
static inline row_part load(const double *p) { return ROW_PD(loadu)(p); }
static inline void store(double *p, row_part a) { ROW_PD(storeu)(p, a); }
static inline row_part at_least(row_part a, row_part b) { return (row_part)(a >= b); }
static inline row_part larger(row_part a, row_part b) {
    return ROW_PD(max)(b, a);
} // as pmax: b only where b is larger
static inline row_part and (row_part a, row_part b) { return (row_part)((row_bits)a & (row_bits)b); }
static inline row_part scale(row_part e, row_part rounded) {
    return (row_part)((row_words)e + ((row_words)rounded << 52));
}
#endif
static inline row_part muladd(row_part a, row_part b, row_part c) {
    return add(mul(a, b), c);
} // rounded twice

// Method: x = n ln 2 + r, |r| <= ln2/2. The product n ln 2 is subtracted in two parts, the first exactly. The
// series for exp(r) is Taylor's to r^13, where the next term is 4e-18. Even and odd powers are separate so
// that neither waits for the other.
static inline row_part exp_below(row_part x) {
    const row_part rounder = splat(0x1.8p52); // adding and subtracting it rounds to a whole number
    row_part kept = at_least(x, splat(-708));
    x = larger(x, splat(-708));
    row_part rounded = muladd(x, splat(0x1.71547652b82fep0), rounder), n = sub(rounded, rounder);
    row_part r = sub(sub(x, mul(n, splat(0x1.62e42feep-1))), mul(n, splat(0x1.a39ef35793c76p-33)));
    row_part s = mul(r, r);
    row_part even = splat(1.0 / 479001600), odd = splat(1.0 / 6227020800);
    even = muladd(even, s, splat(1.0 / 3628800)), odd = muladd(odd, s, splat(1.0 / 39916800));
    even = muladd(even, s, splat(1.0 / 40320)), odd = muladd(odd, s, splat(1.0 / 362880));
    even = muladd(even, s, splat(1.0 / 720)), odd = muladd(odd, s, splat(1.0 / 5040));
    even = muladd(even, s, splat(1.0 / 24)), odd = muladd(odd, s, splat(1.0 / 120));
    even = muladd(even, s, splat(1.0 / 2)), odd = muladd(odd, s, splat(1.0 / 6));
    row_part e = add(muladd(s, muladd(odd, r, even), r), splat(1));
    return and(scale(e, rounded), kept);
}

// The sum has the same order in every width: lanes of fours in sequence, then the four lanes as (0 + 2) + (1
// + 3), then the remaining elements in sequence.
#if CAL_LANES == 4
static inline row_part difference(v128_t z, row_part top) {
    return sub(wasm_f64x2_promote_low_f32x4(z), top);
}

static inline double exp_row(double *e, const float *z, int k, float top, double temperature) {
    const row_part most = splat(top), by = splat(temperature);
    row_part sum[2] = {splat(0), splat(0)};
    int j = 0;
    for (; j + 4 <= k; j += 4)
        for (int half = 0; half < 2; half++) {
            row_part d = difference(wasm_v128_load64_zero(z + j + 2 * half), most);
            row_part one = exp_below(divide(d, by));
            sum[half] = add(sum[half], one);
            if (e) wasm_v128_store(e + j + 2 * half, one);
        }
    row_part both = add(sum[0], sum[1]);
    double total = wasm_f64x2_extract_lane(both, 0) + wasm_f64x2_extract_lane(both, 1);
    for (; j + 2 <= k; j += 2) {
        row_part d = difference(wasm_v128_load64_zero(z + j), most), one = exp_below(divide(d, by));
        total += wasm_f64x2_extract_lane(one, 0);
        total += wasm_f64x2_extract_lane(one, 1);
        if (e) wasm_v128_store(e + j, one);
    }
    if (j < k) {
        row_part d = difference(wasm_v128_load32_zero(z + j), most);
        double one = wasm_f64x2_extract_lane(exp_below(divide(d, by)), 0);
        total += one;
        if (e) e[j] = one;
    }
    return total;
}
#else
enum { AT_ONCE = CAL_LANES / 2 };

static inline __m256d four(row_part a, int i) {
#if CAL_LANES == 8
    (void)i;
    return a;
#else
    return i ? _mm512_extractf64x4_pd(a, 1) : _mm512_castpd512_pd256(a);
#endif
}

static inline double exp_row(double *e, const float *z, int k, float top, double temperature) {
    const row_part most = splat(top), by = splat(temperature);
    __m256d sum = _mm256_setzero_pd();
    int j = 0;
    for (; j + AT_ONCE <= k; j += AT_ONCE) {
        row_part one = exp_below(divide(sub(promote(z + j), most), by));
        for (int i = 0; i < AT_ONCE / 4; i++) sum = _mm256_add_pd(sum, four(one, i));
        if (e) ROW_PD(storeu)(e + j, one);
    }
    static const int32_t mask[16] = {-1, -1, -1, -1, -1, -1, -1, -1}; // then eight zeros
    double left[AT_ONCE];
    int at = 0, count = k - j;
    if (count) {
        row_part some = promote_where(z + j, mask + 8 - count);
        ROW_PD(storeu)(left, exp_below(divide(sub(some, most), by)));
        for (int i = 0; e && i < count; i++) e[j + i] = left[i];
        for (; at + 4 <= count; at += 4) sum = _mm256_add_pd(sum, _mm256_loadu_pd(left + at));
    }
    __m128d both = _mm_add_pd(_mm256_castpd256_pd128(sum), _mm256_extractf128_pd(sum, 1));
    double total = both[0] + both[1];
    for (; at < count; at++) total += left[at];
    return total;
}
#endif

// Most rows have temperature 1, which needs no division.
double CAL_WIDE(cal_exp_row)(double *e, const float *z, int k, float top, double temperature) {
    return temperature == 1 ? exp_row(e, z, k, top, 1) : exp_row(e, z, k, top, temperature);
}

int CAL_WIDE(cal_row_largest)(const float *z, int k) {
    float most = z[0], lane[CAL_LANES];
    int j = 0;
    if (k >= CAL_LANES) {
        cal_wide largest = cal_wide_load(z);
        for (j = CAL_LANES; j + CAL_LANES <= k; j += CAL_LANES)
            largest = cal_wide_max(largest, cal_wide_load(z + j));
        cal_wide_store(lane, largest);
        for (int i = 0; i < CAL_LANES; i++)
            if (lane[i] > most) most = lane[i];
    }
    for (; j < k; j++)
        if (z[j] > most) most = z[j];
    const cal_wide all = cal_wide_splat(most);
    for (j = 0; j + CAL_LANES <= k; j += CAL_LANES)
        if (!cal_wide_all(cal_wide_greater(all, cal_wide_load(z + j)))) break;
    while (z[j] != most) j++;
    return j;
}

// a / b, correctly rounded. A division takes three times as long in registers this wide. The remainder of a
// times 1 / b is added twice. Remainders are exact, so the second quotient is the nearest (Markstein 1990).
// Very small quotients would have subnormal remainders.
#if CAL_LANES == 16
typedef struct divisor {
    row_part by, inverse;
} divisor;

static inline divisor divisor_of(double by) { return (divisor){splat(by), splat(1 / by)}; }
static inline row_part divide_by(row_part a, divisor over) {
    const __mmask8 small = _mm512_cmp_pd_mask(a, splat(0x1p-900), _CMP_LT_OQ),
                   some = _mm512_cmp_pd_mask(a, splat(0), _CMP_NEQ_OQ);
    if (small & some) return divide(a, over.by);
    row_part q = mul(a, over.inverse);
    q = _mm512_fmadd_pd(_mm512_fnmadd_pd(q, over.by, a), over.inverse, q);
    return _mm512_fmadd_pd(_mm512_fnmadd_pd(q, over.by, a), over.inverse, q);
}
#else
typedef row_part divisor;
static inline divisor divisor_of(double by) { return splat(by); }
static inline row_part divide_by(row_part a, divisor by) { return divide(a, by); }
#endif

void CAL_WIDE(cal_row_divide)(double *p, int k, double by) {
    enum { PART = CAL_LANES / 2 };
    const divisor over = divisor_of(by);
    int j = 0;
    for (; j + PART <= k; j += PART) store(p + j, divide_by(load(p + j), over));
    for (; j < k; j++) p[j] /= by;
}
