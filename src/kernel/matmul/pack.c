// Packs both matrices of a product into the panels of product.c.
#include "kernel/matmul/pack.h"
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/loops.h"
#include "kernel/matmul/tile.h"

enum { ROWS = CAL_TILE_ROWS, COLUMNS = CAL_TILE_COLUMNS };

CAL_INLINE void transpose4(cal_f4 out[4], cal_f4 r0, cal_f4 r1, cal_f4 r2, cal_f4 r3) {
    cal_f4 lo01 = wasm_i32x4_shuffle(r0, r1, 0, 4, 1, 5), hi01 = wasm_i32x4_shuffle(r0, r1, 2, 6, 3, 7);
    cal_f4 lo23 = wasm_i32x4_shuffle(r2, r3, 0, 4, 1, 5), hi23 = wasm_i32x4_shuffle(r2, r3, 2, 6, 3, 7);
    out[0] = wasm_i64x2_shuffle(lo01, lo23, 0, 2);
    out[1] = wasm_i64x2_shuffle(lo01, lo23, 1, 3);
    out[2] = wasm_i64x2_shuffle(hi01, hi23, 0, 2);
    out[3] = wasm_i64x2_shuffle(hi01, hi23, 1, 3);
}

// Loads a 4 x 4 corner of a row-major matrix, padded with zeros.
static void load_corner(cal_f4 out[4], const float *from, size_t stride, int rows, int columns) {
    float t[4][4] = {{0}};
    for (int r = 0; r < rows; r++) memcpy(t[r], from + r * stride, (size_t)columns * sizeof(float));
    for (int r = 0; r < 4; r++) out[r] = cal_f4_load(t[r]);
}

CAL_INLINE void load_block(cal_f4 out[4], const float *from, size_t stride, int rows, int columns) {
    if (rows >= 4 && columns >= 4)
        for (int r = 0; r < 4; r++) out[r] = cal_f4_load(from + r * stride);
    else load_corner(out, from, stride, cal_min_int(rows, 4), cal_min_int(columns, 4));
}

// Copies row k of a partial right panel.
static void copy_short(float *to, const float *from, int columns) {
    memset(to, 0, COLUMNS * sizeof *to);
    if (columns > 0) memcpy(to, from, (size_t)columns * sizeof *to);
}

// Packs right panels first .. end - 1, depth k0 .. k0 + depth - 1, of a matrix that is stored as op(b). Four
// rows at a time, so that b is read in long runs and whole cache lines are written.
static void copy_panels(float *to, const float *b, const cal_matmul_shape *s, int first, int end, int k0,
                        int depth) {
    const size_t panel = (size_t)COLUMNS * depth, n = (size_t)s->n;
    const int whole = cal_min_int(end, s->n / COLUMNS);
    for (int k = 0; k < depth; k += 4, to += 4 * COLUMNS) {
        const float *from = b + (size_t)(k0 + k) * n + (size_t)first * COLUMNS;
        float *at = to;
        int p = first, rows = cal_min_int(4, s->k - k0 - k);
        for (; rows == 4 && p < whole; p++, from += COLUMNS, at += panel)
            for (int i = 0; i < 4; i++) {
                cal_wide_store(at + i * COLUMNS, cal_wide_load(from + i * n));
                cal_wide_store(at + i * COLUMNS + CAL_LANES, cal_wide_load(from + i * n + CAL_LANES));
            }
        for (; p < end; p++, from += COLUMNS, at += panel)
            for (int i = 0; i < 4; i++)
                copy_short(at + i * COLUMNS, from + i * n,
                           i < rows ? cal_min_int(COLUMNS, s->n - p * COLUMNS) : 0);
    }
}

// The same for one panel of a matrix that is stored transposed.
static void transpose_panel(float *to, const float *b, const cal_matmul_shape *s, int panel, int k0,
                            int depth) {
    int first = panel * COLUMNS, columns = cal_min_int(COLUMNS, s->n - first);
    int k = 0;
    for (; columns == COLUMNS && k + 4 <= cal_min_int(depth, s->k - k0); k += 4, to += 4 * COLUMNS) {
        cal_f4 block[4], transposed[4];
        const float *from = b + (size_t)first * s->k + k0 + k;
        for (int half = 0; half < COLUMNS; half += 4, from += 4 * (size_t)s->k) {
            for (int i = 0; i < 4; i++) block[i] = cal_f4_load(from + i * (size_t)s->k);
            transpose4(transposed, block[0], block[1], block[2], block[3]);
            for (int i = 0; i < 4; i++) cal_f4_store(to + i * COLUMNS + half, transposed[i]);
        }
    }
    for (; k < depth; k += 4, to += 4 * COLUMNS)
        for (int half = 0; half < COLUMNS; half += 4) {
            cal_f4 block[4], transposed[4];
            if (columns > half)
                load_block(block, b + (size_t)(first + half) * s->k + k0 + k, (size_t)s->k, columns - half,
                           s->k - k0 - k);
            else load_corner(block, b, 0, 0, 0);
            transpose4(transposed, block[0], block[1], block[2], block[3]);
            for (int i = 0; i < 4; i++) cal_f4_store(to + i * COLUMNS + half, transposed[i]);
        }
}

void cal_matmul_pack_right(float *to, const float *b, const cal_matmul_shape *s, int first, int end, int k0,
                           int depth) {
    if (!s->transpose_b) {
        copy_panels(to, b, s, first, end, k0, depth);
        return;
    }
    for (int p = first; p < end; p++)
        transpose_panel(to + (size_t)(p - first) * COLUMNS * depth, b, s, p, k0, depth);
}

// Packs left panels first .. end - 1, depth k0 .. k0 + depth - 1, of a row-major matrix.
static void pack_rows(float *to, const float *a, const cal_matmul_shape *s, int first, int end, int k0,
                      int depth) {
    for (int row = first * ROWS; row < end * ROWS; row += ROWS)
        for (int k = 0; k < depth; k += 4, to += 4 * ROWS) {
            cal_f4 block[4];
            load_block(block, a + (size_t)row * s->k + k0 + k, (size_t)s->k, s->m - row, s->k - k0 - k);
            for (int i = 0; i < ROWS; i++) cal_f4_store(to + i * 4, block[i]);
        }
}

// The same for a transposed matrix, whose rows are adjacent. Four of the depth at a time, so that each line
// is read once and whole cache lines are written.
static void pack_columns(float *to, const float *a, const cal_matmul_shape *s, int first, int end, int k0,
                         int depth) {
    const size_t panel = (size_t)ROWS * depth;
    for (int k = 0; k < depth; k += 4, to += 4 * ROWS) {
        const float *from = a + (size_t)(k0 + k) * s->m + first * ROWS;
        float *at = to;
        for (int row = first * ROWS; row < end * ROWS; row += ROWS, from += ROWS, at += panel) {
            cal_f4 block[4];
            load_block(block, from, (size_t)s->m, s->k - k0 - k, s->m - row);
            for (int i = 0; i < 4; i++) cal_f4_store(at + i * ROWS, block[i]);
        }
    }
}

void cal_matmul_pack_left(float *to, const float *a, const cal_matmul_shape *s, int first, int end, int k0,
                          int depth) {
    if (s->transpose_a) pack_columns(to, a, s, first, end, k0, depth);
    else pack_rows(to, a, s, first, end, k0, depth);
}
