// Element-wise operations on flat float arrays. y may be any of the inputs. Exact operations are exact, the
// functions are base/maths/maths.h's.
#ifndef CAL_KERNEL_ELEMENTWISE_H
#define CAL_KERNEL_ELEMENTWISE_H
#include "kernel/env.h"

typedef enum cal_elementwise {
    CAL_EW_ADD,
    CAL_EW_SUB,
    CAL_EW_MUL,
    CAL_EW_DIV,    // of a and b
    CAL_EW_SCALE,  // k a
    CAL_EW_OFFSET, // a + k
    CAL_EW_EXP,
    CAL_EW_LOG,
    CAL_EW_SQRT,
    CAL_EW_TANH,
    CAL_EW_ERF,
    CAL_EW_SIGMOID,
    CAL_EW_RELU,     // a where a > 0, else 0
    CAL_EW_RELU_CAP, // that, and at most k
    CAL_EW_LEAK,     // a where b > 0, else k a
    CAL_EW_MASK,     // a where b > 0, else 0
    CAL_EW_MASK_CAP, // a where b > 0 and b < k, else 0
} cal_elementwise;

// Floats of a chunk: as many as are worth another thread, fewer of a function than of a sum.
size_t cal_kernel_elementwise_chunk(cal_elementwise op);
void cal_kernel_elementwise_run(const cal_env *env, cal_elementwise op, float *y, const float *a,
                                const float *b, double k, size_t count);

// Sum of all elements of a MATRIX or FILTER, in double: chunks of 4096 summed in
// order, chunks folded in order.
size_t cal_kernel_total_scratch(size_t count);
double cal_kernel_total(const cal_env *env, const float *x, size_t count);

#endif
