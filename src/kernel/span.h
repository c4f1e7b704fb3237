// The loop over flat float arrays with an inlined function of a register: the body of a span of
// elementwise.h.
#ifndef CAL_KERNEL_SPAN_H
#define CAL_KERNEL_SPAN_H
#include <stdbool.h>
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/loops.h"

typedef cal_wide cal_elementwise_lanes(cal_wide a, cal_wide b, cal_wide k);

// The loop of one function. `f`, and `two` (true if it has two operands), are constants after inlining. As y
// may be a or b, the vectors are written by hand: a compiler that must assume overlap would not make them. A
// partial vector at the end is filled up with ones.
CAL_INLINE void cal_kernel_span(cal_elementwise_lanes *f, bool two, float *y, const float *a, const float *b,
                                float k, size_t count) {
    cal_wide vk = cal_wide_splat(k);
    size_t i = 0;
    for (; i + 2 * CAL_LANES <= count; i += 2 * CAL_LANES) {
        cal_wide a0 = cal_wide_load(a + i), a1 = cal_wide_load(a + i + CAL_LANES);
        cal_wide b0 = two ? cal_wide_load(b + i) : a0, b1 = two ? cal_wide_load(b + i + CAL_LANES) : a1;
        cal_wide_store(y + i, f(a0, b0, vk));
        cal_wide_store(y + i + CAL_LANES, f(a1, b1, vk));
    }
    while (i < count) {
        float ta[CAL_LANES], tb[CAL_LANES], ty[CAL_LANES];
        size_t left = count - i < CAL_LANES ? count - i : CAL_LANES;
        cal_wide_store(ta, cal_wide_splat(1));
        cal_wide_store(tb, cal_wide_splat(1));
        memcpy(ta, a + i, left * sizeof *a);
        if (two) memcpy(tb, b + i, left * sizeof *b);
        cal_wide_store(ty, f(cal_wide_load(ta), cal_wide_load(tb), vk));
        memcpy(y + i, ty, left * sizeof *y);
        i += left;
    }
}

#endif
