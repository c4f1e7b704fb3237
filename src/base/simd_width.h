// Which of the widths that kernels were compiled for (base/simd_wide.h) this process runs: the one that the processor is fastest
// with, or what the environment variable CALIB_SIMD names. All give the same bits.
#ifndef CAL_BASE_SIMD_WIDTH_H
#define CAL_BASE_SIMD_WIDTH_H
#include <stdbool.h>
#include "base/status.h"

// 128: what every processor of the kind runs, and the only one in WebAssembly. The others need AVX2, 512 AVX-512.
typedef enum cal_simd { CAL_SIMD_128, CAL_SIMD_256, CAL_SIMD_512 } cal_simd;

#ifdef CAL_WIDTHS // the sum of the others that the build has; 128 stands for one that it lacks
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
// Declares the functions of that type and name of each width.
#define CAL_EACH_WIDTH_OF(type, name) type name##_128, name##_256, name##_512
// The function (or datum) of that name of a width.
#define CAL_OF(name, width)                                                                                  \
    (*((__typeof__(&name##_128)[]){&name##_128, &CAL_NAME_256(name), &CAL_NAME_512(name)})[width])
#define CAL_OF_WIDTH(name) CAL_OF(name, cal_simd_width()) // of the width in use

cal_simd cal_simd_width(void);
// Whether the processor and the build have the width; then it is in use from here on. For tests and measurements, while no kernel runs.
bool cal_simd_use(cal_simd width);
// An error where CALIB_SIMD is none of 128, 256 and 512, or the processor does not have it. Until then, and after it, the
// widest is used.
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
