// Internal. The tile that matrix products and Winograd convolutions spend their time in.
#ifndef CAL_KERNEL_MATMUL_TILE_H
#define CAL_KERNEL_MATMUL_TILE_H
#include <stdbool.h>
#include "base/simd_wide.h"
#include "kernel/loops.h"

enum { CAL_TILE_ROWS = 4, CAL_TILE_COLUMNS = 2 * CAL_LANES };

// One step of the depth: sum[row][vector] += left[row] right[vector].
CAL_INLINE void cal_tile_step(int rows, int vectors, cal_wide sum[CAL_TILE_ROWS][2], const float *left,
                              int run, const float *right) {
    cal_wide b0 = cal_wide_load(right), b1 = vectors > 1 ? cal_wide_load(right + CAL_LANES) : b0;
    CAL_UNROLLED
    for (int r = 0; r < rows; r++) {
        cal_wide a = cal_wide_splat_at(left + r * run);
        sum[r][0] = cal_wide_muladd(a, b0, sum[r][0]);
        if (vectors > 1) sum[r][1] = cal_wide_muladd(a, b1, sum[r][1]);
    }
}

// sum[row][vector] += sum over `depth`, a multiple of four above zero, of left right. left is [depth/run][4
// rows][run of the depth], so that packing a row-major matrix is copying vectors; right is [depth][columns], two
// vectors of them.
//
// `rows`, `vectors` and `run` (four or CAL_LANES) are constants where this is inlined. 4 x 2 vectors of sums take eight
// registers; 6 x 2 would load less, but with factors and products it needs sixteen, and V8 has fifteen (27
// instead of 38 GFLOP/s).
//
// Four steps are written out, since processors that multiply and add twice in a cycle have but two slots in
// six to spare. Each ends in a test that only the last one meets, because V8 moves the loads of a whole block
// to its top and spills if that is more than a step's; and `left` is opaque, because V8 would keep a register
// for each constant distance that a value is loaded and spread from.
CAL_INLINE void cal_tile_sum(int rows, int vectors, cal_wide sum[CAL_TILE_ROWS][2], const float *left,
                             int run, const float *right, int depth) {
    if (run > 4) { // no V8 here
        for (; depth > 0; depth -= run, left += (CAL_TILE_ROWS - 1) * run) {
            const float *last = left + cal_min_int(run, depth);
            CAL_ROLLED
            for (; left != last; left += 4, right += 4 * CAL_TILE_COLUMNS) CAL_UNROLLED
            for (int i = 0; i < 4; i++)
                cal_tile_step(rows, vectors, sum, left + i, run, right + i * CAL_TILE_COLUMNS);
        }
    } else {
        const float *end = left + (size_t)depth * CAL_TILE_ROWS;
        CAL_ROLLED
        do {
            cal_tile_step(rows, vectors, sum, left, run, right);
            left++;
            CAL_OPAQUE(left);
            if (left == end) break;
            cal_tile_step(rows, vectors, sum, left, run, right + CAL_TILE_COLUMNS);
            left++;
            CAL_OPAQUE(left);
            if (left == end) break;
            cal_tile_step(rows, vectors, sum, left, run, right + 2 * CAL_TILE_COLUMNS);
            left++;
            CAL_OPAQUE(left);
            if (left == end) break;
            cal_tile_step(rows, vectors, sum, left, run, right + 3 * CAL_TILE_COLUMNS);
            left += 4 * CAL_TILE_ROWS - 3;
            CAL_OPAQUE(left);
            right += 4 * CAL_TILE_COLUMNS;
        } while (left != end);
    }
}

// y[row][vector] (+)= that sum.
CAL_INLINE void cal_tile(int rows, int vectors, float *y, size_t row_stride, size_t vector_stride,
                         const float *left, int run, const float *right, int depth, bool add) {
    cal_wide sum[CAL_TILE_ROWS][2];
    CAL_UNROLLED
    for (int i = 0; i < rows * vectors; i++) {
        int r = i / vectors, v = i % vectors;
        sum[r][v] = add ? cal_wide_load(y + r * row_stride + v * vector_stride) : cal_wide_splat(0);
    }
    cal_tile_sum(rows, vectors, sum, left, run, right, depth);
    CAL_UNROLLED
    for (int i = 0; i < rows * vectors; i++) {
        int r = i / vectors, v = i % vectors;
        cal_wide_store(y + r * row_stride + v * vector_stride, sum[r][v]);
    }
}

#endif
