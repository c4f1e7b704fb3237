// Channel algebra: the three operations of batch norm, closed under differentiation. Arrays x, t, y are IMAGE
// [n,c,h,w]; per-channel values are double. Partial sums are taken in float per plane and folded in double in
// the order of planes.
#ifndef CAL_KERNEL_CHANNEL_H
#define CAL_KERNEL_CHANNEL_H
#include <stdbool.h>
#include "kernel/channel_types.h"
#include "kernel/env.h"

// Sum over one plane, for statistics, a dot product and a sum.
void cal_kernel_plane_stat(cal_plane_sums *out, const float *x, int pixels);
void cal_kernel_plane_dot(cal_plane_sums *out, const float *a, const float *b, int pixels);
void cal_kernel_plane_total(cal_plane_sums *out, const float *x, int pixels);
// Add up the sums of all planes, in order. Results as in the functions of the same names below.
void cal_kernel_fold_stat(const cal_env *env, double *stat, const cal_plane_sums *planes,
                          const cal_image_shape *shape);
void cal_kernel_fold_dot(const cal_env *env, double *dot, const cal_plane_sums *planes,
                         const cal_image_shape *shape);
void cal_kernel_fold_sum(const cal_env *env, double *sum, const cal_plane_sums *planes,
                         const cal_image_shape *shape);

size_t cal_kernel_channel_scratch(const cal_image_shape *shape); // bytes, enough for all of these
// The next four read views: `stride` has the sample stride of each image, in 4-channel blocks; null: all are
// dense.
//
// stat[0][c] = mean over n, h, w; stat[1][c] = biased variance, from deviations, not from E[x^2] - mean^2.
void cal_kernel_channel_stat(const cal_env *env, double *stat, const float *x, const int *stride,
                             const cal_image_shape *shape);
// dot[0][c] = sum of a; dot[1][c] = sum of a b.
void cal_kernel_channel_dot(const cal_env *env, double *dot, const float *a, const float *b,
                            const int *stride, const cal_image_shape *shape);
// y = sum over i < terms of coefficient[i][c] t[i] + constant[c]. With `relu`: max(0, that), and at most
// `cap` if that is positive. A null coefficient means 1, a null constant 0. Works in place in a t of the same
// stride.
void cal_kernel_channel_linear(const cal_env *env, float *y, int terms, const float *const *t,
                               const int *stride, const double *const *coefficient, const double *constant,
                               bool relu, double cap, const cal_image_shape *shape);
// Sum over n, h, w (as cal_kernel_channel_dot's first row) and its adjoint.
void cal_kernel_channel_sum(const cal_env *env, double *sum, const float *x, const cal_image_shape *shape);
void cal_kernel_channel_broadcast(const cal_env *env, float *y, const double *value,
                                  const cal_image_shape *shape);
// The adjoint of a ReLU, from the activation's input: y = x where a = max(0, slope[c] z + constant[c]) > 0
// and, if cap > 0, a < cap; else 0. A null constant means 0. Works in place in x or z of the same stride.
void cal_kernel_channel_mask(const cal_env *env, float *y, const float *x, const float *z, const int *stride,
                             const double *slope, const double *constant, double cap,
                             const cal_image_shape *shape);
// Sum over h, w of each plane into MATRIX [n,c], and its adjoint (each value spread over its plane).
void cal_kernel_plane_sum(const cal_env *env, float *matrix, const float *x, const cal_image_shape *shape);
void cal_kernel_plane_broadcast(const cal_env *env, float *y, const float *matrix,
                                const cal_image_shape *shape);

#endif
