// y = op(a) op(b) for row-major float matrices. Each element of y is the sum over k in order 0, 1, 2, ...,
// whichever tile computes it. So a row of y does not depend on the number of rows.
#ifndef CAL_KERNEL_MATMUL_MATMUL_H
#define CAL_KERNEL_MATMUL_MATMUL_H
#include "kernel/env.h"
#include "kernel/matmul/shape.h"

size_t cal_kernel_matmul_scratch(const cal_matmul_shape *shape, int workers); // bytes
void cal_kernel_matmul(const cal_env *env, float *y, const float *a, const float *b,
                       const cal_matmul_shape *shape);

// For a right matrix that many products share: prepares it once in the layout that products of this shape
// read. Returns the floats of the prepared matrix, or 0 if it would not help. The product has the bits and
// the scratch of cal_kernel_matmul.
size_t cal_kernel_matmul_prepared_floats(const cal_matmul_shape *shape);
void cal_kernel_matmul_prepare(const cal_env *env, float *prepared, const float *b,
                               const cal_matmul_shape *shape);
void cal_kernel_matmul_prepared(const cal_env *env, float *y, const float *a, const float *prepared,
                                const cal_matmul_shape *shape);

#endif
