// Internal. The tile in which matrix products and Winograd convolutions spend their time.
#ifndef CAL_KERNEL_MATMUL_TILE_H
#define CAL_KERNEL_MATMUL_TILE_H
#include <stdbool.h>
#include "base/simd_wide.h"
#include "kernel/loops.h"

enum { CAL_TILE_ROWS = 4, CAL_TILE_COLUMNS = 2 * CAL_LANES };

// Calls function(rows, vectors, ...) for 1 to 4 rows and one or two vectors, which are constants in each
// call.
#define CAL_TILE_CALL(rows, vectors, function, ...)                                                          \
    switch ((rows) * 2 + (vectors) - 1) {                                                                    \
    case 2: function(1, 1, __VA_ARGS__); break;                                                              \
    case 3: function(1, 2, __VA_ARGS__); break;                                                              \
    case 4: function(2, 1, __VA_ARGS__); break;                                                              \
    case 5: function(2, 2, __VA_ARGS__); break;                                                              \
    case 6: function(3, 1, __VA_ARGS__); break;                                                              \
    case 7: function(3, 2, __VA_ARGS__); break;                                                              \
    case 8: function(4, 1, __VA_ARGS__); break;                                                              \
    case 9: function(4, 2, __VA_ARGS__); break;                                                              \
    }

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

// With one vector, the next four rows: sum[row][1] += left[row] right.
CAL_INLINE void cal_tile_next_step(int rows, cal_wide sum[CAL_TILE_ROWS][2], const float *left, int run,
                                   const float *right) {
    cal_wide b = cal_wide_load(right);
    CAL_UNROLLED
    for (int r = 0; r < rows; r++)
        sum[r][1] = cal_wide_muladd(cal_wide_splat_at(left + r * run), b, sum[r][1]);
}

// The same with a pointer for each row.
CAL_INLINE void cal_tile_row_step(int rows, int vectors, cal_wide sum[CAL_TILE_ROWS][2],
                                  const float *const *row, int at, const float *right) {
    cal_wide b0 = cal_wide_load(right), b1 = vectors > 1 ? cal_wide_load(right + CAL_LANES) : b0;
    CAL_UNROLLED
    for (int r = 0; r < rows; r++) {
        cal_wide a = cal_wide_splat_at(row[r] + at);
        sum[r][0] = cal_wide_muladd(a, b0, sum[r][0]);
        if (vectors > 1) sum[r][1] = cal_wide_muladd(a, b1, sum[r][1]);
    }
}

// sum[row][vector] += sum over `depth`, a multiple of four above zero, of left right. Here left is
// [depth/run][4 rows][run of the depth], so that packing a row-major matrix copies vectors. And right is
// [depth][columns], two vectors of columns.
//
// With a `run` of one, left is [depth][4 rows], the packed form of a transposed matrix, and any depth above
// zero is allowed.
//
// `rows`, `vectors`, `fours` and `run` (one, four or CAL_LANES) are constants after inlining. Sums of 4 x 2
// vectors take eight registers. With 6 x 2 there would be fewer loads, but factors and products then need
// sixteen registers. V8 has fifteen (27 instead of 38 GFLOP/s). Only four sums would wait for one another:
// with one vector, two `fours` of rows, `below` floats apart, run together.
//
// Four steps are unrolled by hand, since processors that multiply and add twice in a cycle have only two
// slots in six to spare. Each ends in a test that is true only for the last one. Without it, V8 would move
// the loads of all steps to the top and spill. `left` is opaque, because V8 would keep a register for each
// constant offset from which a value is loaded and broadcast.
CAL_INLINE void cal_tile_sum(int rows, int vectors, int fours, cal_wide sum[CAL_TILE_ROWS][2],
                             const float *left, size_t below, int run, const float *right, int depth) {
    const float *next = left + below;
    if (run > 4) { // V8 never runs this
        for (; depth > 0; depth -= run) {
            const float *last = left + cal_min_int(run, depth);
            CAL_ROLLED
            for (; left != last; left += 4, next += 4, right += 4 * CAL_TILE_COLUMNS) CAL_UNROLLED
            for (int i = 0; i < 4; i++) {
                cal_tile_step(rows, vectors, sum, left + i, run, right + i * CAL_TILE_COLUMNS);
                if (fours > 1) cal_tile_next_step(rows, sum, next + i, run, right + i * CAL_TILE_COLUMNS);
            }
            left += (CAL_TILE_ROWS - 1) * run;
            next += (CAL_TILE_ROWS - 1) * run;
        }
    } else {
        const float *end = left + (size_t)depth * CAL_TILE_ROWS, *next_end = end + below;
        const int far = run == 1 ? CAL_TILE_ROWS : 1;
#define STEP(i, floats)                                                                                      \
    cal_tile_step(rows, vectors, sum, left, run, right + (i) * CAL_TILE_COLUMNS);                            \
    left += floats;                                                                                          \
    CAL_OPAQUE(left);                                                                                        \
    if (fours > 1) {                                                                                         \
        if (next == next_end) break;                                                                         \
        cal_tile_next_step(rows, sum, next, run, right + (i) * CAL_TILE_COLUMNS);                            \
        next += floats;                                                                                      \
        CAL_OPAQUE(next);                                                                                    \
    }
        CAL_ROLLED
        do {
            STEP(0, far)
            if (left == end) break;
            STEP(1, far)
            if (left == end) break;
            STEP(2, far)
            if (left == end) break;
            STEP(3, 4 * CAL_TILE_ROWS - 3 * far)
            right += 4 * CAL_TILE_COLUMNS;
        } while (left != end);
#undef STEP
    }
}

// The same for a left matrix in place. Its rows are `row_step` floats apart; if transposed, four adjacent
// elements of each of its rows are used, and these are `row_step` apart. The right matrix has rows
// `right_step` apart. Any depth above zero. `left` advances by four of the depth at a time, since V8 keeps a
// register for each row and for each offset.
CAL_INLINE void cal_tile_sum_unpacked(int rows, int vectors, cal_wide sum[CAL_TILE_ROWS][2],
                                      const float *left, size_t row_step, bool transposed, const float *right,
                                      size_t right_step, int depth) {
    const float *end = right + right_step * (size_t)depth;
    if (transposed) {
        CAL_ROLLED
        do {
            cal_tile_step(rows, vectors, sum, left, 1, right);
            left += row_step;
            CAL_OPAQUE(left);
            right += right_step;
        } while (right != end);
        return;
    }
    const float *row[CAL_TILE_ROWS];
    CAL_UNROLLED
    for (int r = 0; r < rows; r++) row[r] = left + r * row_step;
    CAL_ROLLED
    do {
        CAL_UNROLLED
        for (int r = 0; r < rows; r++) CAL_OPAQUE(row[r]);
        cal_tile_row_step(rows, vectors, sum, row, 0, right);
        right += right_step;
        CAL_OPAQUE(right);
        if (right == end) break;
        cal_tile_row_step(rows, vectors, sum, row, 1, right);
        right += right_step;
        CAL_OPAQUE(right);
        if (right == end) break;
        cal_tile_row_step(rows, vectors, sum, row, 2, right);
        right += right_step;
        CAL_OPAQUE(right);
        if (right == end) break;
        cal_tile_row_step(rows, vectors, sum, row, 3, right);
        right += right_step;
        CAL_OPAQUE(right);
        CAL_UNROLLED
        for (int r = 0; r < rows; r++) row[r] += 4;
    } while (right != end);
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
    cal_tile_sum(rows, vectors, 1, sum, left, 0, run, right, depth);
    CAL_UNROLLED
    for (int i = 0; i < rows * vectors; i++) {
        int r = i / vectors, v = i % vectors;
        cal_wide_store(y + r * row_stride + v * vector_stride, sum[r][v]);
    }
}

// One vector for two fours of rows, `below` and `y_below` floats apart.
CAL_INLINE void cal_tile_tall(float *y, size_t row_stride, size_t y_below, const float *left, size_t below,
                              int run, const float *right, int depth) {
    cal_wide sum[CAL_TILE_ROWS][2];
    CAL_UNROLLED
    for (int r = 0; r < CAL_TILE_ROWS; r++) sum[r][0] = sum[r][1] = cal_wide_splat(0);
    cal_tile_sum(CAL_TILE_ROWS, 1, 2, sum, left, below, run, right, depth);
    CAL_UNROLLED
    for (int r = 0; r < CAL_TILE_ROWS; r++) {
        cal_wide_store(y + r * row_stride, sum[r][0]);
        cal_wide_store(y + r * row_stride + y_below, sum[r][1]);
    }
}

#endif
