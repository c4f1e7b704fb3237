// Channel algebra: the three operations that batch norm is made of, closed under differentiation.
// Arrays x, t, y are IMAGE [n,c,h,w]; per-channel values are double. Partial sums are taken in float per
// plane and folded in double in the order of planes.
#ifndef CAL_KERNEL_CHANNEL_H
#define CAL_KERNEL_CHANNEL_H
#include <stdbool.h>
#include "kernel/env.h"

typedef struct cal_image_shape {
    int n, c, h, w;
} cal_image_shape;

enum { CAL_LINEAR_TERMS = 4 };

// What a plane, the h w pixels of four channels of one sample, contributes to a sum: sums over its pixels, of
// statistics those of x - centre and (x - centre)^2, of a dot those of a and a b, of a sum the first alone.
typedef struct cal_plane_sums {
    float centre[4], first[4], second[4];
} cal_plane_sums;
void cal_kernel_plane_stat(cal_plane_sums *out, const float *x, int pixels);
void cal_kernel_plane_dot(cal_plane_sums *out, const float *a, const float *b, int pixels);
void cal_kernel_plane_total(cal_plane_sums *out, const float *x, int pixels);
// The sums of all planes of a shape, in the order of planes: the results of the
// functions of the same names below.
void cal_kernel_fold_stat(const cal_env *env, double *stat, const cal_plane_sums *planes,
                          const cal_image_shape *shape);
void cal_kernel_fold_dot(const cal_env *env, double *dot, const cal_plane_sums *planes,
                         const cal_image_shape *shape);
void cal_kernel_fold_sum(const cal_env *env, double *sum, const cal_plane_sums *planes,
                         const cal_image_shape *shape);

size_t cal_kernel_channel_scratch(const cal_image_shape *shape); // bytes, enough for all of these
// Each of the images that these four read may be channels of a larger one: `groups` says how many groups of four channels lie from
// sample to sample of each, null that all have the shape's own.
//
// stat[0][c] = mean over n, h, w; stat[1][c] = biased variance, from deviations, not from E[x^2] - mean^2.
void cal_kernel_channel_stat(const cal_env *env, double *stat, const float *x, const int *groups,
                             const cal_image_shape *shape);
// dot[0][c] = sum of a; dot[1][c] = sum of a b.
void cal_kernel_channel_dot(const cal_env *env, double *dot, const float *a, const float *b,
                            const int *groups, const cal_image_shape *shape);
// y = sum over i < terms of coefficient[i][c] t[i] + constant[c], and where `relu` is set the
// larger of that and 0, at most `cap` if that is positive. A null coefficient means 1, a null
// constant 0. y may be one of the t that have as many groups.
void cal_kernel_channel_linear(const cal_env *env, float *y, int terms, const float *const *t,
                               const int *groups, const double *const *coefficient, const double *constant,
                               bool relu, double cap, const cal_image_shape *shape);
// Sum over n, h, w (as cal_kernel_channel_dot's first row) and its adjoint.
void cal_kernel_channel_sum(const cal_env *env, double *sum, const float *x, const cal_image_shape *shape);
void cal_kernel_channel_broadcast(const cal_env *env, float *y, const double *value,
                                  const cal_image_shape *shape);
// y = x where a = max(0, slope[c] z + constant[c]) > 0 and, if cap > 0, a < cap; else 0: the adjoint of that activation's ReLU,
// from its input. A null constant means 0. y may be x or z, if it has no more groups.
void cal_kernel_channel_mask(const cal_env *env, float *y, const float *x, const float *z, const int *groups,
                             const double *slope, const double *constant, double cap,
                             const cal_image_shape *shape);
// Sum over h, w of each plane into MATRIX [n,c], and its adjoint (each value spread over its plane).
void cal_kernel_plane_sum(const cal_env *env, float *matrix, const float *x, const cal_image_shape *shape);
void cal_kernel_plane_broadcast(const cal_env *env, float *y, const float *matrix,
                                const cal_image_shape *shape);

#endif
