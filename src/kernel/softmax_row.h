// Internal. Softmax of contiguous rows, and its adjoint (rowwise.h), for each SIMD width.
#ifndef CAL_KERNEL_SOFTMAX_ROW_H
#define CAL_KERNEL_SOFTMAX_ROW_H
#include "base/simd_width.h"

#define CAL_SOFTMAX_OF_WIDTH(width)                                                                          \
    void cal_softmax_rows_##width(float *y, const float *x, int rows, int columns);                          \
    void cal_softmax_grad_rows_##width(float *out, const float *w, const float *y, int rows, int columns);
CAL_EACH_WIDTH(CAL_SOFTMAX_OF_WIDTH)
#undef CAL_SOFTMAX_OF_WIDTH

#endif
