// Floor 1. Which algorithm runs which convolution.
#include "kernel/conv.h"
#include "kernel/conv_parts.h"
#include "kernel/loops.h"

size_t cal_conv_scratch(const cal_conv_shape *shape, int lanes) {
    size_t forward = cal_conv_direct_forward_scratch(shape, lanes);
    size_t input = cal_conv_direct_input_scratch(shape, lanes);
    size_t filter = cal_conv_direct_filter_scratch(shape, lanes);
    return cal_max_size(forward, cal_max_size(input, filter));
}

void cal_conv_forward(const cal_env *env, float *y, const float *x, const float *f,
                      const cal_conv_shape *shape) {
    cal_conv_direct_forward(env, y, x, f, shape);
}

void cal_conv_input_grad(const cal_env *env, float *dx, const float *dy, const float *f,
                         const cal_conv_shape *shape) {
    cal_conv_direct_input(env, dx, dy, f, shape);
}

void cal_conv_filter_grad(const cal_env *env, float *df, const float *x, const float *dy,
                          const cal_conv_shape *shape) {
    cal_conv_direct_filter(env, df, x, dy, shape);
}
