// Loops over flat float arrays: y[i] = f(a[i], b[i], k) for any f of a register of lanes, and the total of an array.
//
// Which functions there are is not known here: an op gives its own (ad/op/elementwise.inc). A span is the loop with f
// inlined, made by cal_kernel_elementwise_span; cal_kernel_elementwise_run gives its chunks to the workers.
#ifndef CAL_KERNEL_ELEMENTWISE_H
#define CAL_KERNEL_ELEMENTWISE_H
#include <stdbool.h>
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/env.h"
#include "kernel/loops.h"

// Floats of a chunk, as many as are worth another worker: of arithmetic, and of a function such as e^x.
enum { CAL_CHUNK_ARITHMETIC = 16384, CAL_CHUNK_FUNCTION = 2048 };

// y, a and b [count]; b is a where the function has one operand.
typedef void cal_elementwise_span(float *y, const float *a, const float *b, float k, size_t count);
typedef cal_wide cal_elementwise_lanes(cal_wide a, cal_wide b, cal_wide k);

// The loop of one function: `f` and `two`, whether it has two operands, are constants where this is inlined. y may be a or b,
// which is why the vectors are written out: a compiler that must assume overlap would not make them. Where a vector at
// the end is short, ones stand in for what lies beyond it.
CAL_INLINE void cal_kernel_elementwise_span(cal_elementwise_lanes *f, bool two, float *y, const float *a,
                                            const float *b, float k, size_t count) {
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

// Runs the span on chunks of `chunk` floats. b is null where the function has one operand; y may be a or b.
void cal_kernel_elementwise_run(const cal_env *env, cal_elementwise_span *span, size_t chunk, float *y,
                                const float *a, const float *b, double k, size_t count);

// Sum of all elements of a MATRIX or FILTER, in double: chunks of 4096 summed in order, chunks folded in order.
size_t cal_kernel_total_scratch(size_t count); // bytes
double cal_kernel_total(const cal_env *env, const float *x, size_t count);

#endif
