// Internal. Packing of a product's matrices (product.c), for each SIMD width.
#ifndef CAL_KERNEL_MATMUL_PACK_H
#define CAL_KERNEL_MATMUL_PACK_H
#include "base/simd_wide.h"
#include "kernel/matmul/matmul.h"

#define cal_matmul_pack_left  CAL_WIDE(cal_matmul_pack_left)
#define cal_matmul_pack_right CAL_WIDE(cal_matmul_pack_right)

// Packs panels first .. end - 1, each with four rows of op(a) or two vectors of columns of op(b). The depth
// is k0 .. k0 + depth - 1, a multiple of four.
void cal_matmul_pack_left(float *to, const float *a, const cal_matmul_shape *s, int first, int end, int k0,
                          int depth);
void cal_matmul_pack_right(float *to, const float *b, const cal_matmul_shape *s, int first, int end, int k0,
                           int depth);

#endif
