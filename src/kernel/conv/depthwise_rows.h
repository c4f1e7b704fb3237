// Internal. The loops of a depthwise convolution (depthwise.c) over rows of results: the reads and the sums.
//
// A filter of 3 x 3 taps stays in registers for all rows of a plane. For other filters, the sums of a tile
// do.
#ifndef CAL_KERNEL_CONV_DEPTHWISE_ROWS_H
#define CAL_KERNEL_CONV_DEPTHWISE_ROWS_H
#include "base/simd_wide.h"
#include "kernel/conv/axis.h"
#include "kernel/loops.h"

// A phase of the results of a plane, the same for all planes. Result (i, j) is a sum over its taps t, u. One
// factor is the pixel at in + i in_pitch + j in_step + t tap_y + u tap_x. The other is the filter at filter +
// t filter_y + u filter_x.
typedef struct cal_depthwise_phase {
    size_t out, in, filter;       // start offsets, in floats from the start of plane and filter
    size_t out_step, in_step;     // floats from pixel to pixel
    size_t out_pitch, in_pitch;   // floats from row to row
    size_t tap_x, tap_y;          // floats from tap to tap of the image
    ptrdiff_t filter_x, filter_y; // floats from tap to tap of the filter
    int taps_x, taps_y, rows, columns;
    int row_step,
        // the input rows' distance from result to result, and the end of those of the first result
        row_end;
} cal_depthwise_phase;

// Start addresses of `rows` rows of a phase.
typedef struct cal_depthwise_place {
    float *out;
    const float *in, *filter;
    int rows;
} cal_depthwise_place;

enum { CAL_DEPTHWISE_PIXELS = 4 };

// `pixels` and, for the common strides, `step` are constants after inlining.
CAL_INLINE void cal_depthwise_tile(int pixels, size_t step, const cal_depthwise_phase *phase, float *out,
                                   const float *in_row, const float *filter_row) {
    cal_f4 sum[CAL_DEPTHWISE_PIXELS];
    CAL_UNROLLED
    for (int p = 0; p < pixels; p++) sum[p] = cal_f4_splat(0);
    for (int t = phase->taps_y; t > 0; t--, in_row += phase->tap_y, filter_row += phase->filter_y) {
        const float *in = in_row, *filter = filter_row;
        CAL_ROLLED
        for (int u = phase->taps_x; u > 0; u--, in += phase->tap_x, filter += phase->filter_x) {
            cal_f4 f = cal_f4_load(filter);
            CAL_UNROLLED
            for (int p = 0; p < pixels; p++) sum[p] = cal_f4_muladd(cal_f4_load(in + p * step), f, sum[p]);
        }
    }
    CAL_UNROLLED
    for (int p = 0; p < pixels; p++) cal_f4_store(out + p * phase->out_step, sum[p]);
}

// The same for contiguous pixels with contiguous inputs.
CAL_INLINE void cal_depthwise_tile_together(const cal_depthwise_phase *phase, float *out, const float *in_row,
                                            const float *filter_row) {
    enum { VECTORS = CAL_DEPTHWISE_PIXELS / CAL_QUADS };
    cal_wide sum[VECTORS];
    CAL_UNROLLED
    for (int v = 0; v < VECTORS; v++) sum[v] = cal_wide_splat(0);
    for (int t = phase->taps_y; t > 0; t--, in_row += phase->tap_y, filter_row += phase->filter_y) {
        const float *in = in_row, *filter = filter_row;
        CAL_ROLLED
        for (int u = phase->taps_x; u > 0; u--, in += phase->tap_x, filter += phase->filter_x) {
            cal_wide f = cal_wide_repeat(cal_f4_load(filter));
            CAL_UNROLLED
            for (int v = 0; v < VECTORS; v++)
                sum[v] = cal_wide_muladd(cal_wide_load(in + v * CAL_LANES), f, sum[v]);
        }
    }
    CAL_UNROLLED
    for (int v = 0; v < VECTORS; v++) cal_wide_store(out + v * CAL_LANES, sum[v]);
}

CAL_INLINE void cal_depthwise_tiles(size_t step, const cal_depthwise_phase *phase, float *out,
                                    const float *in, const float *filter) {
    int left = phase->columns;
    for (; left >= CAL_DEPTHWISE_PIXELS; left -= CAL_DEPTHWISE_PIXELS) {
        if (CAL_LANES > 4 && step == 4 && phase->out_step == 4)
            cal_depthwise_tile_together(phase, out, in, filter);
        else cal_depthwise_tile(CAL_DEPTHWISE_PIXELS, step, phase, out, in, filter);
        out += CAL_DEPTHWISE_PIXELS * phase->out_step;
        in += CAL_DEPTHWISE_PIXELS * step;
    }
    switch (left) {
    case 1: cal_depthwise_tile(1, step, phase, out, in, filter); break;
    case 2: cal_depthwise_tile(2, step, phase, out, in, filter); break;
    case 3: cal_depthwise_tile(3, step, phase, out, in, filter); break;
    }
}

// Loads the taps of a 3 x 3 filter.
CAL_INLINE void cal_depthwise_taps(cal_f4 f[3][3], const cal_depthwise_phase *phase, const float *filter) {
    CAL_UNROLLED
    for (int t = 0; t < 9; t++)
        f[t / 3][t % 3] = cal_f4_load(filter + t / 3 * phase->filter_y + t % 3 * phase->filter_x);
}

// Sums one result or two neighbouring ones of a row. Their taps begin `before` pixels before them. Pixels
// left of the first and right of the last one are zero, and not read, if `left` and `right` are true. All
// arguments but the pointers are constants after inlining.
CAL_INLINE void cal_depthwise_sum(size_t step, int before, int results, bool left, bool right, cal_f4 *sum,
                                  const float *const *in, const cal_f4 f[3][3]) {
    sum[0] = sum[results - 1] = cal_f4_splat(0);
    CAL_UNROLLED
    for (int k = 0; k < 9; k++) {
        const int t = k / 3, u = k % 3;
        CAL_UNROLLED
        for (int r = 0; r < results; r++) {
            const bool outside = (left && r + u == 0) || (right && r == results - 1 && u == 2);
            const cal_f4 x = outside ? cal_f4_splat(0) : cal_f4_load(in[t] + r * step + (u - before) * 4);
            sum[r] = cal_f4_muladd(x, f[t][u], sum[r]);
        }
    }
}

// Computes all rows of 3 x 3 taps whose pixels are contiguous.
CAL_INLINE void cal_depthwise_rows(size_t step, const cal_depthwise_phase *phase,
                                   const cal_depthwise_place *at) {
    cal_f4 f[3][3];
    cal_depthwise_taps(f, phase, at->filter);
    const float *in_row = at->in;
    float *out_row = at->out;
    const size_t out_step = phase->out_step, tap_y = phase->tap_y;
    const int columns = phase->columns;
    for (int i = at->rows; i > 0; i--, in_row += phase->in_pitch, out_row += phase->out_pitch) {
        const float *in[3] = {in_row, in_row + tap_y, in_row + 2 * tap_y};
        float *out = out_row;
        cal_f4 sum[2];
        CAL_ROLLED
        for (int j = columns; j > 1; j -= 2, out += 2 * out_step) {
            cal_depthwise_sum(step, 0, 2, false, false, sum, in, f);
            cal_f4_store(out, sum[0]);
            cal_f4_store(out + out_step, sum[1]);
            CAL_UNROLLED
            for (int t = 0; t < 3; t++) in[t] += 2 * step;
        }
        if (columns % 2 == 0) continue;
        cal_depthwise_sum(step, 0, 1, false, false, sum, in, f);
        cal_f4_store(out, sum[0]);
    }
}

// An image without padding, whose results have 3 x 3 taps centred on every pixel or on every second one.
typedef struct cal_depthwise_bare {
    int height, width;  // size of the image
    size_t pitch;       // floats per row
    const float *zeros; // a row of zeros
} cal_depthwise_bare;

// Computes one or two results of a row and advances the pointers.
CAL_INLINE void cal_depthwise_some(size_t step, int results, bool left, bool right, float **out,
                                   const float **in, const cal_f4 f[3][3]) {
    cal_f4 sum[2];
    cal_depthwise_sum(step, 1, results, left, right, sum, in, f);
    cal_f4_store(*out, sum[0]);
    if (results > 1) cal_f4_store(*out + 4, sum[1]);
    *out += results * 4;
    CAL_UNROLLED
    for (int t = 0; t < 3; t++) in[t] += results * step;
}

// Computes a row of results. The last one has `right` taps outside of the image.
CAL_INLINE void cal_depthwise_row_bare(size_t step, bool right, int columns, float **out, const float **in,
                                       const cal_f4 f[3][3]) {
    if (columns == 1) cal_depthwise_some(step, 1, true, right, out, in, f);
    else if (columns == 2) cal_depthwise_some(step, 2, true, right, out, in, f);
    else {
        cal_depthwise_some(step, 2, true, false, out, in, f);
        CAL_ROLLED
        for (int j = 4; j < columns; j += 2) cal_depthwise_some(step, 2, false, false, out, in, f);
        if (columns % 2) cal_depthwise_some(step, 1, false, right, out, in, f);
        else cal_depthwise_some(step, 2, false, right, out, in, f);
    }
}

// Computes the result rows from `first` on; `stride`, one or two, is a constant after inlining.
CAL_INLINE void cal_depthwise_rows_bare(int stride, const cal_depthwise_phase *phase,
                                        const cal_depthwise_place *at, int first,
                                        const cal_depthwise_bare *image) {
    cal_f4 f[3][3];
    cal_depthwise_taps(f, phase, at->filter);
    const size_t pitch = image->pitch, step = (size_t)stride * 4;
    const int columns = phase->columns;
    const bool right = (columns - 1) * stride + 1 >= image->width;
    const float *row = at->in, *zeros = image->zeros;
    float *out = at->out;
    for (int y = first * stride, end = (first + at->rows) * stride; y < end;
         y += stride, row += stride * pitch) {
        const float *in[3] = {y > 0 ? row - pitch : zeros, row, y < image->height - 1 ? row + pitch : zeros};
        if (stride == 1 || right) cal_depthwise_row_bare(step, true, columns, &out, in, f);
        else cal_depthwise_row_bare(step, false, columns, &out, in, f);
    }
}

// The adjoint with a step of two. The middle tap takes a pixel of the gradient to its own position. The other
// taps take it and the next one to the pixel between the two.
CAL_INLINE void cal_depthwise_spread_row(int taps_y, const cal_f4 f[3][3], float *out, int width,
                                         const float *const *row, int columns) {
    const float *in[2] = {row[0], row[1]};
    CAL_ROLLED
    for (int x = 0; x + 1 < width; x += 2, out += 8) {
        cal_f4 own = cal_f4_splat(0), between = own;
        const bool last = x / 2 + 1 == columns;
        CAL_UNROLLED
        for (int t = 0; t < taps_y; t++) {
            const cal_f4 a = cal_f4_load(in[t]), b = last ? cal_f4_splat(0) : cal_f4_load(in[t] + 4);
            own = cal_f4_muladd(a, f[t][1], own);
            between = cal_f4_muladd(b, f[t][0], cal_f4_muladd(a, f[t][2], between));
            in[t] += 4;
        }
        cal_f4_store(out, own);
        cal_f4_store(out + 4, between);
    }
    if (width % 2 == 0) return;
    cal_f4 own = cal_f4_splat(0);
    CAL_UNROLLED
    for (int t = 0; t < taps_y; t++) own = cal_f4_muladd(cal_f4_load(in[t]), f[t][1], own);
    cal_f4_store(out, own);
}

// Computes all rows of a result of height x width pixels from `image`, the gradient.
CAL_INLINE void cal_depthwise_spread(float *out, int height, int width, const float *in, const float *filter,
                                     const cal_depthwise_bare *image) {
    cal_f4 f[3][3];
    CAL_UNROLLED
    for (int t = 0; t < 9; t++) f[t / 3][t % 3] = cal_f4_load(filter + t * 4);
    const cal_f4 own[3][3] = {{f[1][0], f[1][1], f[1][2]}},
                 between[3][3] = {{f[2][0], f[2][1], f[2][2]}, {f[0][0], f[0][1], f[0][2]}};
    for (int y = 0; y < height; y++, out += (size_t)width * 4) {
        const float *first = in + (size_t)(y / 2) * image->pitch;
        const float *row[2] = {first, y / 2 + 1 < image->height ? first + image->pitch : image->zeros};
        if (y % 2) cal_depthwise_spread_row(2, between, out, width, row, image->width);
        else cal_depthwise_spread_row(1, own, out, width, row, image->width);
    }
}

// Computes rows of 3 x 3 taps whose results, CAL_QUADS or more, are contiguous. If their number is not a
// multiple of CAL_QUADS, the last register repeats some.
CAL_INLINE void cal_depthwise_rows_together(const cal_depthwise_phase *phase, const cal_depthwise_place *at) {
    cal_wide f[3][3];
    CAL_UNROLLED
    for (int t = 0; t < 9; t++)
        f[t / 3][t % 3] =
            cal_wide_repeat(cal_f4_load(at->filter + t / 3 * phase->filter_y + t % 3 * phase->filter_x));
    const float *in_row = at->in;
    float *out_row = at->out;
    for (int i = at->rows; i > 0; i--, in_row += phase->in_pitch, out_row += phase->out_pitch) {
        CAL_ROLLED
        for (int next = 0; next < phase->columns; next += CAL_QUADS) {
            int j = cal_min_int(next, phase->columns - CAL_QUADS);
            cal_wide sum = cal_wide_splat(0);
            CAL_UNROLLED
            for (int t = 0; t < 9; t++)
                sum = cal_wide_muladd(
                    cal_wide_load(in_row + j * 4 + t / 3 * phase->tap_y + t % 3 * phase->tap_x),
                    f[t / 3][t % 3], sum);
            cal_wide_store(out_row + j * 4, sum);
        }
    }
}

#endif
