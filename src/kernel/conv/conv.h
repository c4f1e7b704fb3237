// Two-dimensional convolution (cross-correlation, as in PyTorch) and its two adjoints. Each of the three is
// bilinear. They differentiate into one another, so the graph needs nothing else for any order of derivative.
// - forward: `y[n,o,i,j] = sum over c, u, v of x[n, c0+c, i s + u d - ph, j s + v d - pw] f[o,c,u,v]`
// - input_grad: dx, the adjoint in x, applied to dy
// - filter_grad: df, the adjoint in f, applied to dy
//
// Shapes: x is IMAGE [n,ci,h,w], f FILTER [co,ci/groups,kh,kw], y IMAGE [n,co,oh,ow]. The stride is s, the
// dilation d, the padding ph and pw. Outside of its h x w pixels x counts as zero.
//
//   oh = floor((h + 2 ph - d (kh-1) - 1) / s) + 1,   ow likewise.
//
// The output channels form `groups` of equal size. Group q sees the ci/groups input channels from c0 = q
// ci/groups on. With groups = ci = co the convolution is depthwise. Sums are in float; the algorithm decides
// their order and so their rounding. It is chosen by shape alone: see conv.c for the table and its measured
// reasons.
#ifndef CAL_KERNEL_CONV_CONV_H
#define CAL_KERNEL_CONV_CONV_H
#include "kernel/conv_shape.h"
#include "kernel/env.h"

size_t cal_kernel_conv_scratch(const cal_conv_shape *shape, int workers); // bytes, enough for all three
// Floats of a prepared filter, in the forward kernel's layout; 0: preparing is not worth it for this shape.
// For a filter that is applied many times to few samples. Preparing does not depend on the size of images.
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
// Return true if the kernels accept a view as x (x_stride), and as y or its gradient (y_stride). The latter
// depends on the direction of `result`.
bool cal_kernel_conv_x_view(const cal_conv_shape *shape);
bool cal_kernel_conv_y_view(const cal_conv_shape *shape, cal_conv_result result);
// The name of the algorithm: "Winograd", "depthwise", "1x1" or "direct".
const char *cal_kernel_conv_name(const cal_conv_shape *shape, cal_conv_result result);

#endif
