// Internal. The products of each SIMD width (base/simd_width.h) behind matmul.h.
#ifndef CAL_KERNEL_MATMUL_PARTS_H
#define CAL_KERNEL_MATMUL_PARTS_H
#include "base/simd_width.h"
#include "kernel/env.h"
#include "kernel/matmul/shape.h"

#define CAL_MATMUL_OF_WIDTH(width)                                                                           \
    size_t cal_matmul_scratch_##width(const cal_matmul_shape *shape, int workers);                           \
    void cal_matmul_run_##width(const cal_env *env, float *y, const float *a, const float *b,                \
                                const cal_matmul_shape *shape);                                              \
    size_t cal_matmul_packed_floats_##width(const cal_matmul_shape *shape);                                  \
    void cal_matmul_pack_##width(const cal_env *env, float *packed, const float *b,                          \
                                 const cal_matmul_shape *shape);                                             \
    void cal_matmul_run_packed_##width(const cal_env *env, float *y, const float *a, const float *packed,    \
                                       const cal_matmul_shape *shape);                                       \
    size_t cal_matmul_row_floats_##width(const cal_matmul_shape *shape);                                     \
    void cal_matmul_row_prepare_##width(const cal_env *env, float *prepared, const float *b,                 \
                                        const cal_matmul_shape *shape);                                      \
    void cal_matmul_row_##width(const cal_env *env, float *y, const float *a, const float *prepared,         \
                                const cal_matmul_shape *shape);
CAL_EACH_WIDTH(CAL_MATMUL_OF_WIDTH)
#undef CAL_MATMUL_OF_WIDTH

#endif
