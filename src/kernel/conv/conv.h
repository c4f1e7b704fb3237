// Two-dimensional convolution (cross-correlation, as in PyTorch) and its two adjoints. Each of
// the three is bilinear and they differentiate into one another, so the graph needs nothing
// else for any order of derivative.
//
//   forward      y[n,o,i,j] = sum over c, u, v of x[n, c0+c, i s + u d - ph, j s + v d - pw] f[o,c,u,v]
//   input_grad   dx = the adjoint in x, applied to dy
//   filter_grad  df = the adjoint in f, applied to dy
//
// x is IMAGE [n,ci,h,w], f FILTER [co,ci/groups,kh,kw], y IMAGE [n,co,oh,ow]; s is the stride, d the
// dilation, ph and pw are the padding; x counts as zero outside of its h x w pixels, and
//
//   oh = floor((h + 2 ph - d (kh-1) - 1) / s) + 1,   ow alike.
//
// The output channels fall into `groups` of equal size, and each group sees its share of the input channels:
// group q those from c0 = q ci/groups on. groups = ci = co is a depthwise convolution. Sums are in float; the
// algorithm decides their order and so their rounding. It is chosen by shape alone: see conv.c for the table
// and its measured reasons.
#ifndef CAL_KERNEL_CONV_CONV_H
#define CAL_KERNEL_CONV_CONV_H
#include "kernel/conv_shape.h"
#include "kernel/env.h"

size_t cal_kernel_conv_scratch(const cal_conv_shape *shape, int workers); // bytes, enough for all three
// Floats of a prepared filter, the forward kernel's own form of it, for a filter that is applied many times
// to few samples. 0: not worth it for this shape. Preparing does not depend on the size of images.
size_t cal_kernel_conv_prepared_floats(const cal_conv_shape *shape);
void cal_kernel_conv_prepare(const cal_env *env, float *prepared, const float *f,
                             const cal_conv_shape *shape);
void cal_kernel_conv_forward(const cal_env *env, float *y, const float *x, const float *f,
                             const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_kernel_conv_input_grad(const cal_env *env, float *dx, const float *dy, const float *f,
                                const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_kernel_conv_filter_grad(const cal_env *env, float *df, const float *x, const float *dy,
                                 const cal_conv_shape *shape, const cal_conv_fused *fused);

// Returns true if both forward and filter_grad can read x with a cap.
bool cal_kernel_conv_caps(const cal_conv_shape *shape);

typedef enum cal_conv_result { CAL_CONV_FORWARD, CAL_CONV_INPUT_GRAD, CAL_CONV_FILTER_GRAD } cal_conv_result;
// Return true if the kernels accept a view as x (x_stride), and if the direction of `result` accepts one as y or as the
// gradient of y (y_stride).
bool cal_kernel_conv_x_view(const cal_conv_shape *shape);
bool cal_kernel_conv_y_view(const cal_conv_shape *shape, cal_conv_result result);
// The algorithm that runs it: "Winograd", "depthwise", "1x1" or "direct".
const char *cal_kernel_conv_name(const cal_conv_shape *shape, cal_conv_result result);

#endif
