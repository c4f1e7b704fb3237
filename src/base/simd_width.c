// Selects the SIMD width on first use. Any thread may do it first: each would find the same.
#include "base/simd_width.h"

#ifdef CAL_WIDTHS
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int in_use = -1;

static bool has(cal_simd width) {
    static const int BITS[] = {128, 256, 512};
    if (width == CAL_SIMD_128) return true;
    if (!((CAL_WIDTHS)&BITS[width])) return false;
    bool avx2 = __builtin_cpu_supports("avx2");
    if (width == CAL_SIMD_512)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    return avx2;
}

static cal_simd widest(void) {
    cal_simd width = CAL_SIMD_512;
    while (!has(width)) width--;
    return width;
}

// Zen 4 splits 512-bit registers in halves, so it computes no faster than with 256 bits. A product's tile
// then waits for its loads and reaches two thirds of the GFLOP/s. In its family, 25, only Zen 4 has them.
static bool halves_512(void) { return __builtin_cpu_is("amdfam19h"); }

static cal_simd fastest(void) {
    const cal_simd width = widest();
    return width == CAL_SIMD_512 && has(CAL_SIMD_256) && halves_512() ? CAL_SIMD_256 : width;
}

// Returns false if `text` is not a width.
static bool width_parse(cal_simd *out, const char *text) {
    if (strcmp(text, "128") == 0) *out = CAL_SIMD_128;
    else if (strcmp(text, "256") == 0) *out = CAL_SIMD_256;
    else if (strcmp(text, "512") == 0) *out = CAL_SIMD_512;
    else return false;
    return true;
}

cal_simd cal_simd_width(void) {
    int width = atomic_load_explicit(&in_use, memory_order_relaxed);
    if (width < 0) {
        const char *text = getenv("CALIB_SIMD");
        cal_simd found;
        if (!text || !width_parse(&found, text) || !has(found)) found = fastest();
        width = (int)found;
        atomic_store_explicit(&in_use, width, memory_order_relaxed);
    }
    return (cal_simd)width;
}

bool cal_simd_use(cal_simd width) {
    if (!has(width)) return false;
    atomic_store_explicit(&in_use, (int)width, memory_order_relaxed);
    return true;
}

cal_status cal_simd_check(cal_error *err) {
    const char *text = getenv("CALIB_SIMD");
    cal_simd width;
    if (!text) return CAL_OK;
    if (!width_parse(&width, text))
        return cal_fail(err, CAL_USAGE, "CALIB_SIMD=%.32s is not 128, 256 or 512", text);
    if (!has(width))
        return cal_fail(err, CAL_USAGE, "CALIB_SIMD=%s: the registers of this processor have at most %s bits",
                        text, widest() == CAL_SIMD_256 ? "256" : "128");
    return CAL_OK;
}
#else
typedef int cal_simd_width_is_fixed; // a file is never empty
#endif
