// Internal. How a row of tiles is transformed, whatever the transform: down its columns first, each
// column once for the tiles that share it, and then along its rows, tile by tile.
#ifndef CAL_KERNEL_WINOGRAD_LINES_H
#define CAL_KERNEL_WINOGRAD_LINES_H
#include <string.h>
#include "base/simd.h"
#include "kernel/loops.h"
#include "kernel/winograd/winograd.h"

typedef struct cal_winograd_points4 { // each constant in all four lanes
    cal_f4 a, b, a2, b2, a3, b3, sum, product, at0, at_a, at_b;
} cal_winograd_points4;

CAL_INLINE cal_winograd_points4 cal_winograd_points4_of(const cal_winograd_points *p) {
    return (cal_winograd_points4){.a = cal_f4_splat_at(&p->a),
                                  .b = cal_f4_splat_at(&p->b),
                                  .a2 = cal_f4_splat_at(&p->a2),
                                  .b2 = cal_f4_splat_at(&p->b2),
                                  .a3 = cal_f4_splat_at(&p->a3),
                                  .b3 = cal_f4_splat_at(&p->b3),
                                  .sum = cal_f4_splat_at(&p->sum),
                                  .product = cal_f4_splat_at(&p->product),
                                  .at0 = cal_f4_splat_at(&p->at0),
                                  .at_a = cal_f4_splat_at(&p->at_a),
                                  .at_b = cal_f4_splat_at(&p->at_b)};
}

// Transforms one line of four channels: reads from[i] + at and writes to + i step.
typedef void cal_winograd_line(float *to, size_t step, const float *const *from, size_t at,
                               const cal_winograd_points4 *p, const cal_activation *load);

CAL_INLINE cal_f4 cal_winograd_value(const float *from, const cal_activation *load) {
    cal_f4 x = cal_f4_load(from);
    return load ? cal_activate(x, load) : x;
}

// A cal_winograd_read. `in` (what a tile reads), `out` (its frequencies along a line), `step` (from tile to
// tile), `transform` and `load`, if null, are constants where this is inlined.
CAL_INLINE void cal_winograd_read_row(int in, int out, int step, cal_winograd_line *transform, float *tiles,
                                      float *strip, const float *image, const cal_winograd_side *side,
                                      int row, int tile, const cal_winograd_points *points,
                                      const cal_activation *load) {
    cal_winograd_points4 p = cal_winograd_points4_of(points);
    const float *from[CAL_WINOGRAD_LINE];
    for (int r = 0; r < in; r++) {
        int y = row * step + r - side->front;
        from[r] = y >= 0 && y < side->h ? image + (size_t)y * side->w * 4 : strip;
    }
    float *columns = strip + (size_t)side->w * 4, *to = columns + (size_t)side->first * 4;
    size_t pitch = (size_t)side->columns * 4;
    CAL_ROLLED
    for (size_t at = 0; at < (size_t)(side->end - side->first) * 4; at += 4, to += 4)
        transform(to, pitch, from, at, &p, load);
    CAL_ROLLED
    for (int x = 0; x < side->tiles_x; x++, tile++, columns += step * 4) {
        float *frequency = tiles + cal_winograd_tile_at(side, tile);
        const float *line = columns;
        CAL_ROLLED
        for (int r = 0; r < out; r++, line += pitch, frequency += out * side->stride) {
            CAL_UNROLLED
            for (int c = 0; c < in; c++) from[c] = line + c * 4;
            transform(frequency, side->stride, from, 0, &p, NULL);
        }
    }
}

// A cal_winograd_write, from `in` frequencies along a line to `out` pixels.
CAL_INLINE void cal_winograd_write_row(int in, int out, cal_winograd_line *transform, float *image,
                                       const float *tiles, const cal_winograd_side *side, int row, int tile,
                                       const cal_winograd_points *points) {
    enum { MOST = 8 }; // pixels
    cal_winograd_points4 p = cal_winograd_points4_of(points);
    size_t pitch = (size_t)side->w * 4;
    int rows = cal_min_int(out, side->h - row * out);
    float *to_tile = image + (size_t)row * out * pitch;
    float half[MOST][CAL_WINOGRAD_LINE * 4]; // transformed down the columns
    for (int x = 0; x < side->tiles_x; x++, tile++, to_tile += out * 4) {
        const float *from[CAL_WINOGRAD_LINE];
        for (int r = 0; r < in; r++)
            from[r] = tiles + cal_winograd_tile_at(side, tile) + r * in * side->stride;
        CAL_ROLLED
        for (int c = 0; c < in; c++)
            transform(half[0] + c * 4, CAL_WINOGRAD_LINE * 4, from, c * side->stride, &p, NULL);
        int columns = cal_min_int(out, side->w - x * out);
        float *to = to_tile, cut[MOST * 4];
        for (int r = 0; r < rows; r++, to += pitch) {
            CAL_UNROLLED
            for (int c = 0; c < in; c++) from[c] = half[r] + c * 4;
            if (columns == out) transform(to, 4, from, 0, &p, NULL);
            else {
                transform(cut, 4, from, 0, &p, NULL);
                memcpy(to, cut, (size_t)columns * 4 * sizeof *to);
            }
        }
    }
}

#endif
