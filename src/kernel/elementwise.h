// Loops over flat float arrays: y[i] = f(a[i], b[i], k) for any f, and the total of an array.
//
// The functions are defined by the ops (ad/op/elementwise.inc). A span is the loop over one of them (made by
// span.h); cal_kernel_elementwise_run distributes its chunks to the workers.
#ifndef CAL_KERNEL_ELEMENTWISE_H
#define CAL_KERNEL_ELEMENTWISE_H
#include <stddef.h>
#include "kernel/env.h"

// Floats per chunk that are worth another worker: for arithmetic, and for a function such as e^x.
enum { CAL_CHUNK_ARITHMETIC = 16384, CAL_CHUNK_FUNCTION = 2048 };

// y, a and b [count]; b is a if the function has one operand.
typedef void cal_elementwise_span(float *y, const float *a, const float *b, float k, size_t count);

// Runs the span on chunks of `chunk` floats. b is null if the function has one operand; y may be a or b.
void cal_kernel_elementwise_run(const cal_env *env, cal_elementwise_span *span, size_t chunk, float *y,
                                const float *a, const float *b, double k, size_t count);

// Sum of all elements of a MATRIX or FILTER, in double: in order within chunks of 4096, which are added in
// order.
size_t cal_kernel_total_scratch(size_t count); // bytes
double cal_kernel_total(const cal_env *env, const float *x, size_t count);

#endif
