#include "base/maths/exp_row.h"
#include "base/simd.h"

typedef v128_t f2; // two doubles

static inline f2 splat(double a) { return wasm_f64x2_splat(a); }
static inline f2 add(f2 a, f2 b) { return wasm_f64x2_add(a, b); }
static inline f2 sub(f2 a, f2 b) { return wasm_f64x2_sub(a, b); }
static inline f2 mul(f2 a, f2 b) { return wasm_f64x2_mul(a, b); }
static inline f2 muladd(f2 a, f2 b, f2 c) { return add(mul(a, b), c); } // rounded twice

// x = n ln 2 + r, |r| <= ln2/2, n ln 2 in two parts of which the first is exact; exp(r) by Taylor to r^13,
// where the next term is 4e-18, its even and odd powers apart so that neither waits for the other.
static inline f2 exp_below(f2 x) {
    const f2 rounder = splat(0x1.8p52); // adding and subtracting it rounds to a whole number
    f2 kept = wasm_f64x2_ge(x, splat(-708));
    x = wasm_f64x2_pmax(x, splat(-708));
    f2 rounded = muladd(x, splat(0x1.71547652b82fep0), rounder), n = sub(rounded, rounder);
    f2 r = sub(sub(x, mul(n, splat(0x1.62e42feep-1))), mul(n, splat(0x1.a39ef35793c76p-33)));
    f2 s = mul(r, r);
    f2 even = splat(1.0 / 479001600), odd = splat(1.0 / 6227020800);
    even = muladd(even, s, splat(1.0 / 3628800)), odd = muladd(odd, s, splat(1.0 / 39916800));
    even = muladd(even, s, splat(1.0 / 40320)), odd = muladd(odd, s, splat(1.0 / 362880));
    even = muladd(even, s, splat(1.0 / 720)), odd = muladd(odd, s, splat(1.0 / 5040));
    even = muladd(even, s, splat(1.0 / 24)), odd = muladd(odd, s, splat(1.0 / 120));
    even = muladd(even, s, splat(1.0 / 2)), odd = muladd(odd, s, splat(1.0 / 6));
    f2 e = add(muladd(s, muladd(odd, r, even), r), splat(1));
    return wasm_v128_and(wasm_i64x2_add(e, wasm_i64x2_shl(rounded, 52)), kept); // n into the exponent
}

static inline f2 difference(v128_t z, f2 top) { return sub(wasm_f64x2_promote_low_f32x4(z), top); }

double cal_exp_row(double *e, const float *z, int k, float top, double temperature) {
    const f2 most = splat(top), by = splat(temperature);
    f2 sum[2] = {splat(0), splat(0)};
    int j = 0;
    for (; j + 4 <= k; j += 4)
        for (int half = 0; half < 2; half++) {
            f2 d = difference(wasm_v128_load64_zero(z + j + 2 * half), most);
            f2 one = exp_below(wasm_f64x2_div(d, by));
            sum[half] = add(sum[half], one);
            if (e) wasm_v128_store(e + j + 2 * half, one);
        }
    f2 both = add(sum[0], sum[1]);
    double total = wasm_f64x2_extract_lane(both, 0) + wasm_f64x2_extract_lane(both, 1);
    for (; j + 2 <= k; j += 2) {
        f2 d = difference(wasm_v128_load64_zero(z + j), most), one = exp_below(wasm_f64x2_div(d, by));
        total += wasm_f64x2_extract_lane(one, 0);
        total += wasm_f64x2_extract_lane(one, 1);
        if (e) wasm_v128_store(e + j, one);
    }
    if (j < k) {
        f2 d = difference(wasm_v128_load32_zero(z + j), most);
        double one = wasm_f64x2_extract_lane(exp_below(wasm_f64x2_div(d, by)), 0);
        total += one;
        if (e) e[j] = one;
    }
    return total;
}
