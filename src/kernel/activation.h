// Internal. Applies a batch norm and its ReLU, max(0, slope[c] x + constant[c]), to values as they are read.
// Uses the same operations in the same order as cal_kernel_channel_linear, so that the bits equal those of a
// stored result.
#ifndef CAL_KERNEL_ACTIVATION_H
#define CAL_KERNEL_ACTIVATION_H
#include "base/simd_wide.h"
#include "kernel/loops.h"

// values of one 4-channel block, repeated in every quad; or of a register of channels
typedef struct cal_activation {
    cal_wide slope, constant;
} cal_activation;

// The values of a block's four channels as floats: `otherwise` for a null array, zero in the padding lanes.
static inline cal_f4 cal_channel_values(const double *value, double otherwise, int block, int c) {
    if (value && block * 4 + 4 <= c)
        return cal_f4_of_doubles(value + block * 4); // the caller waits for memory
    float v[4] = {0};
    for (int i = 0; i < 4 && block * 4 + i < c; i++) v[i] = (float)(value ? value[block * 4 + i] : otherwise);
    return cal_f4_load(v);
}

static inline cal_activation cal_activation_of(const double *slope, const double *constant, int block,
                                               int c) {
    return (cal_activation){cal_wide_repeat(cal_channel_values(slope, 1, block, c)),
                            cal_wide_repeat(cal_channel_values(constant, 0, block, c))};
}

// The same for consecutive blocks from `block` on, one in each quad.
static inline cal_activation cal_activation_across(const double *slope, const double *constant, int block,
                                                   int c) {
    float of[2][CAL_LANES];
    for (int i = 0; i < CAL_QUADS; i++) {
        cal_f4_store(of[0] + i * 4, cal_channel_values(slope, 1, block + i, c));
        cal_f4_store(of[1] + i * 4, cal_channel_values(constant, 0, block + i, c));
    }
    return (cal_activation){cal_wide_load(of[0]), cal_wide_load(of[1])};
}

// A NaN becomes 0.
CAL_INLINE cal_wide cal_activate(cal_wide x, const cal_activation *a) {
    return cal_wide_max(cal_wide_splat(0), cal_wide_add(cal_wide_mul(a->slope, x), a->constant));
}

// The same, at most `cap`.
CAL_INLINE cal_wide cal_activate_capped(cal_wide x, const cal_activation *a, cal_wide cap) {
    return cal_wide_min(cal_activate(x, a), cap);
}

#endif
