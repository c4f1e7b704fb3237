// The loops of the element-wise ops over floats: the vector column of elementwise.inc.
#include "ad/op/descriptor.h"
#include "base/maths/wide.h"
#include "base/simd_wide.h"
#include "kernel/span.h"

// Only CAPPED, of the flags that rows name, matters here.
enum { CAPPED = 1, IN_PLACE = 0, KEEPS_ZERO = 0, PLANEWISE = 0, POSITIVE = 0 };

CAL_INLINE cal_wide cal_wide_negated_square(cal_wide x) {
    return cal_wide_mul(cal_wide_mul(x, x), cal_wide_splat(-1));
}

// Defines every name that a row's column may use; no row uses all.
#define CAL_ELEMENTWISE(NAME, name_, count, meaning_, flags_, chunk_, scalar_, vector_, ...)                 \
    CAL_INLINE cal_wide name_##_lanes(cal_wide x, cal_wide y, cal_wide k, bool capped) {                     \
        const cal_wide zero = cal_wide_splat(0);                                                             \
        (void)y, (void)k, (void)zero, (void)capped;                                                          \
        return vector_;                                                                                      \
    }                                                                                                        \
    CAL_INLINE cal_wide name_##_uncapped(cal_wide x, cal_wide y, cal_wide k) {                               \
        return name_##_lanes(x, y, k, false);                                                                \
    }                                                                                                        \
    CAL_INLINE cal_wide name_##_capped(cal_wide x, cal_wide y, cal_wide k) {                                 \
        return name_##_lanes(x, y, k, true);                                                                 \
    }                                                                                                        \
    cal_elementwise_span CAL_WIDE(cal_span_##name_);                                                         \
    void CAL_WIDE(cal_span_##name_)(float *out, const float *x, const float *y, float k, size_t n) {         \
        if (((flags_) & CAPPED) && k > 0) cal_kernel_span(name_##_capped, (count) == 2, out, x, y, k, n);    \
        else cal_kernel_span(name_##_uncapped, (count) == 2, out, x, y, k, n);                               \
    }
#define CAL_FUNCTION(NAME, name_, meaning_, flags_, chunk_, scalar_, vector_, ...)                           \
    CAL_ELEMENTWISE(NAME, name_, 1, meaning_, flags_, chunk_, scalar_, vector_, __VA_ARGS__)

#include "ad/op/elementwise.inc"
