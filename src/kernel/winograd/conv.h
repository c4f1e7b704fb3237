// Convolutions of 3 x 3 filters by Winograd's algorithm (winograd.h), for kernel/conv to choose.
#ifndef CAL_KERNEL_WINOGRAD_CONV_H
#define CAL_KERNEL_WINOGRAD_CONV_H
#include <stddef.h>
#include "kernel/conv_shape.h"
#include "kernel/env.h"

// 3 x 3 filters, no dilation, no groups; stride 1 with equal padding 0 to 2 on all sides, or stride 2 with 1.
bool cal_conv_winograd_can(const cal_conv_shape *shape);
size_t cal_conv_winograd_filter_floats(const cal_conv_shape *shape);
void cal_conv_winograd_prepare(const cal_env *env, float *prepared, const float *f,
                               const cal_conv_shape *shape);
size_t cal_conv_winograd_forward_scratch(const cal_conv_shape *shape, int workers);
size_t cal_conv_winograd_input_scratch(const cal_conv_shape *shape, int workers);
size_t cal_conv_winograd_filter_scratch(const cal_conv_shape *shape, int workers);
void cal_conv_winograd_forward(const cal_env *env, float *y, const float *x, const float *f,
                               const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_winograd_input(const cal_env *env, float *dx, const float *dy, const float *f,
                             const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_winograd_filter(const cal_env *env, float *df, const float *x, const float *dy,
                              const cal_conv_shape *shape, const cal_conv_fused *fused);

#endif
