// Max pooling as index, gather and scatter (closed under differentiation), average pooling and its adjoint.
//
// Windows are kh x kw, `stride` apart, and may overlap. The image has pad_h and pad_w pixels around it. As in
// PyTorch, these are never the largest and count as zeros in a mean. The last rows and columns that do not
// fill a window are left out (floor). All arrays are IMAGE. The sizes n, c, h, w are those of the large
// image; the small one is [floor((h + 2 pad_h - kh)/stride) + 1, ...].
//
// PLANE functions pool whole planes: one window, a matrix of results and a wider index.
#ifndef CAL_KERNEL_POOL_POOL_H
#define CAL_KERNEL_POOL_POOL_H
#include "kernel/channel_types.h"
#include "kernel/env.h"
#include "kernel/pool/shape.h"

// index: uint8, small image's layout: row-major position in the window of the first largest value.
void cal_kernel_maxpool_index(const cal_env *env, uint8_t *index, const float *x,
                              const cal_pool_shape *shape);
void cal_kernel_maxpool_gather(const cal_env *env, float *small, const float *x, const uint8_t *index,
                               const cal_pool_shape *shape);
void cal_kernel_maxpool_scatter(const cal_env *env, float *large, const float *y, const uint8_t *index,
                                const cal_pool_shape *shape);
void cal_kernel_average_pool(const cal_env *env, float *small, const float *x,
                             const cal_pool_shape *shape); // the mean
void cal_kernel_average_unpool(const cal_env *env, float *large, const float *y,
                               const cal_pool_shape *shape); // its adjoint

// index [n,c]: row-major position of the first largest pixel of a plane. IMAGE -> MATRIX [n,c], and its
// adjoint.
void cal_kernel_plane_argmax(const cal_env *env, int32_t *index, const float *x,
                             const cal_image_shape *shape);
void cal_kernel_plane_pick(const cal_env *env, float *matrix, const float *x, const int32_t *index,
                           const cal_image_shape *shape);
void cal_kernel_plane_unpick(const cal_env *env, float *image, const float *matrix, const int32_t *index,
                             const cal_image_shape *shape);

#endif
