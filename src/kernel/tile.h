// Floor 1, internal. The tile that matrix products and Winograd convolutions spend their time in.
#ifndef CAL_KERNEL_TILE_H
#define CAL_KERNEL_TILE_H
#include <stdbool.h>
#include "base/simd.h"
#include "kernel/loops.h"

enum { CAL_TILE_ROWS = 4, CAL_TILE_COLUMNS = 8 };

// y[row][vector] (+)= sum over `depth`, a multiple of four, of left right. left is [depth/4][4 rows][4 of the
// depth], so that packing a row-major matrix is copying vectors; right is [depth][8 columns].
//
// `rows` and `vectors` (of four columns) are constants where this is inlined. 4 x 8 sums take eight
// registers; 6 x 8 would load less, but with factors and products it needs sixteen, and V8 has fifteen (27
// instead of 38 GFLOP/s).
CAL_INLINE void cal_tile(int rows, int vectors, float *y, size_t row_stride, size_t vector_stride,
                         const float *left, const float *right, int depth, bool add) {
    cal_f4 sum[CAL_TILE_ROWS][CAL_TILE_COLUMNS / 4];
    CAL_UNROLLED
    for (int i = 0; i < rows * vectors; i++) {
        int r = i / vectors, v = i % vectors;
        sum[r][v] = add ? cal_f4_load(y + r * row_stride + v * vector_stride) : cal_f4_splat(0);
    }
    for (; depth > 0; depth -= 4, left += 4 * (CAL_TILE_ROWS - 1)) {
        CAL_ROLLED
        for (int q = 0; q < 4; q++, left++, right += CAL_TILE_COLUMNS) {
            cal_f4 b0 = cal_f4_load(right), b1 = vectors > 1 ? cal_f4_load(right + 4) : b0;
            CAL_UNROLLED
            for (int r = 0; r < rows; r++) {
                cal_f4 a = cal_f4_splat_at(left + r * 4);
                sum[r][0] = cal_f4_muladd(a, b0, sum[r][0]);
                if (vectors > 1) sum[r][1] = cal_f4_muladd(a, b1, sum[r][1]);
            }
        }
    }
    CAL_UNROLLED
    for (int i = 0; i < rows * vectors; i++) {
        int r = i / vectors, v = i % vectors;
        cal_f4_store(y + r * row_stride + v * vector_stride, sum[r][v]);
    }
}

#endif
