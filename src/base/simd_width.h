// The SIMD width that this process runs, one of those that kernels were compiled for (base/simd_wide.h). It
// is the processor's fastest, or the value of the environment variable CALIB_SIMD. All give the same bits.
#ifndef CAL_BASE_SIMD_WIDTH_H
#define CAL_BASE_SIMD_WIDTH_H
#include <stdbool.h>
#include "base/status.h"

// 128 runs on every processor of the architecture and is the only width in WebAssembly. 256 and 512 need
// AVX2, 512 also AVX-512.
typedef enum cal_simd { CAL_SIMD_128, CAL_SIMD_256, CAL_SIMD_512 } cal_simd;

#ifdef CAL_WIDTHS // the sum of the other widths in the build; a missing one maps to 128
#if (CAL_WIDTHS) & 256
#define CAL_NAME_256(name) name##_256
#else
#define CAL_NAME_256(name) name##_128
#endif
#if (CAL_WIDTHS) & 512
#define CAL_NAME_512(name) name##_512
#else
#define CAL_NAME_512(name) name##_128
#endif
#define CAL_EACH_WIDTH(DO)                                                                                   \
    DO(128)                                                                                                  \
    DO(256)                                                                                                  \
    DO(512)
// Declares the functions `name` of this type, one per width.
#define CAL_EACH_WIDTH_OF(type, name) type name##_128, name##_256, name##_512
// The function (or datum) `name` of a width.
#define CAL_OF(name, width)                                                                                  \
    (*((__typeof__(&name##_128)[]){&name##_128, &CAL_NAME_256(name), &CAL_NAME_512(name)})[width])
#define CAL_OF_WIDTH(name) CAL_OF(name, cal_simd_width()) // in the current width

cal_simd cal_simd_width(void);
// Uses the width from now on if the processor and the build have it, else returns false. For tests and
// measurements, while no kernel runs.
bool cal_simd_use(cal_simd width);
// Fails if CALIB_SIMD is not 128, 256 or 512, or if the processor lacks it. Before and after such a failure
// the fastest width is used.
cal_status cal_simd_check(cal_error *err);
#else
#define CAL_EACH_WIDTH(DO)            DO(128)
#define CAL_EACH_WIDTH_OF(type, name) type name##_128
#define CAL_OF(name, width)           (name##_128)
#define CAL_OF_WIDTH(name)            (name##_128)
static inline cal_simd cal_simd_width(void) { return CAL_SIMD_128; }
static inline bool cal_simd_use(cal_simd width) { return width == CAL_SIMD_128; }
static inline cal_status cal_simd_check(cal_error *err) {
    (void)err;
    return CAL_OK;
}
#endif

#endif
