// Floor 1. Max pooling as index, gather and scatter (closed under differentiation), average pooling and its
// adjoint. Windows are size x size, stride = size, and the image's last rows and columns that fill no window
// are left out (floor, as in PyTorch). All arrays are IMAGE; h, w are the large image's, the small one is
// [h/size, w/size].
#ifndef CAL_KERNEL_POOL_H
#define CAL_KERNEL_POOL_H
#include "kernel/env.h"

typedef struct cal_pool_shape {
    int n, c, h, w, size;
} cal_pool_shape; // size 2 to 15

// index: uint8, small image's layout: row-major position in the window of the first largest value.
void cal_maxpool_index(const cal_env *env, uint8_t *index, const float *x, const cal_pool_shape *shape);
void cal_maxpool_gather(const cal_env *env, float *small, const float *x, const uint8_t *index,
                        const cal_pool_shape *shape);
void cal_maxpool_scatter(const cal_env *env, float *large, const float *y, const uint8_t *index,
                         const cal_pool_shape *shape);
void cal_average_pool(const cal_env *env, float *small, const float *x,
                      const cal_pool_shape *shape); // the mean
void cal_average_unpool(const cal_env *env, float *large, const float *y,
                        const cal_pool_shape *shape); // its adjoint

#endif
