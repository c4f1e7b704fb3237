// Internal. Transforms a row of tiles with any transform. First down its columns, each column once for the
// tiles that share it. Then along its rows, tile by tile.
#ifndef CAL_KERNEL_WINOGRAD_LINES_H
#define CAL_KERNEL_WINOGRAD_LINES_H
#include <string.h>
#include "kernel/loops.h"
#include "kernel/winograd/winograd.h"

typedef struct cal_winograd_constants { // each constant in all lanes
    cal_wide a, b, a2, b2, a3, b3, sum, product, at0, at_a, at_b;
} cal_winograd_constants;

CAL_INLINE cal_winograd_constants cal_winograd_constants_of(const cal_winograd_points *p) {
    return (cal_winograd_constants){.a = cal_wide_splat_at(&p->a),
                                    .b = cal_wide_splat_at(&p->b),
                                    .a2 = cal_wide_splat_at(&p->a2),
                                    .b2 = cal_wide_splat_at(&p->b2),
                                    .a3 = cal_wide_splat_at(&p->a3),
                                    .b3 = cal_wide_splat_at(&p->b3),
                                    .sum = cal_wide_splat_at(&p->sum),
                                    .product = cal_wide_splat_at(&p->product),
                                    .at0 = cal_wide_splat_at(&p->at0),
                                    .at_a = cal_wide_splat_at(&p->at_a),
                                    .at_b = cal_wide_splat_at(&p->at_b)};
}

// Layout of a register's channels: contiguous in tiles and strips, or each quad in an image's plane.
typedef struct cal_winograd_planes {
    size_t apart; // floats from plane to plane; 0: contiguous
    int quads;    // existing planes
} cal_winograd_planes;

// Transforms one line. Reads value i at from[i] + at (zero if from[i] is null) and writes value k to to[k].
typedef void cal_winograd_line(float *const *to, cal_winograd_planes out, const float *const *from, size_t at,
                               cal_winograd_planes in, const cal_winograd_constants *p,
                               const cal_activation *load);

CAL_INLINE cal_wide cal_winograd_get(const float *from, size_t at, cal_winograd_planes in) {
    if (CAL_LANES == 4 || !in.apart) return cal_wide_load(from + at);
    if (!from) return cal_wide_splat(0);
    return in.quads == CAL_QUADS ? cal_wide_gather(from + at, in.apart, CAL_QUADS)
                                 : cal_wide_gather(from + at, in.apart, in.quads);
}
CAL_INLINE cal_wide cal_winograd_value(const float *from, size_t at, cal_winograd_planes in,
                                       const cal_activation *load) {
    if (CAL_LANES > 4 && in.apart && !from) return cal_wide_splat(0);
    cal_wide x = cal_winograd_get(from, at, in);
    return load ? cal_activate(x, load) : x;
}
CAL_INLINE void cal_winograd_put(float *to, cal_winograd_planes out, cal_wide value) {
    if (CAL_LANES == 4 || !out.apart) cal_wide_store(to, value);
    else if (out.quads == CAL_QUADS) cal_wide_scatter(to, out.apart, CAL_QUADS, value);
    else cal_wide_scatter(to, out.apart, out.quads, value);
}

// A cal_winograd_read. `in`: values that a tile reads; `out`: its frequencies along a line; `step`: from tile
// to tile. These, `transform` and a null `load` are constants after inlining.
CAL_INLINE void cal_winograd_read_row(int in, int out, int step, cal_winograd_line *transform, float *tiles,
                                      float *strip, const float *image, int quads,
                                      const cal_winograd_side *side, int row, int tile,
                                      const cal_winograd_points *points, const cal_activation *load) {
    const cal_winograd_constants p = cal_winograd_constants_of(points);
    const cal_winograd_planes together = {0, CAL_QUADS}, planes = {(size_t)side->h * side->w * 4, quads};
    const float *from[CAL_WINOGRAD_LINE], *outside = CAL_LANES == 4 ? strip : NULL;
    float *to[CAL_WINOGRAD_LINE];
    for (int r = 0; r < in; r++) {
        int y = row * step + r - side->front;
        from[r] = y >= 0 && y < side->h ? image + (size_t)y * side->w * 4 : outside;
    }
    float *columns = strip + (size_t)side->w * 4, *column = columns + (size_t)side->first * out * CAL_LANES;
    const size_t pixels = (size_t)(side->end - side->first) * 4, stride = side->stride;
    CAL_ROLLED
    for (size_t at = 0; at < pixels; at += 4, column += out * CAL_LANES) {
        CAL_UNROLLED
        for (int k = 0; k < out; k++) to[k] = column + k * CAL_LANES;
        transform(to, together, from, at, planes, &p, load);
    }
    CAL_ROLLED
    for (int x = 0; x < side->tiles_x; x++, tile++, columns += step * out * CAL_LANES) {
        float *frequency = tiles + cal_winograd_tile_at(side, tile);
        const float *line = columns;
        CAL_ROLLED
        for (int r = 0; r < out; r++, line += CAL_LANES) {
            CAL_UNROLLED
            for (int c = 0; c < in; c++) from[c] = line + c * out * CAL_LANES;
            CAL_UNROLLED
            for (int k = 0; k < out; k++) {
                to[k] = frequency;
                frequency += stride;
                CAL_OPAQUE(frequency);
            }
            transform(to, together, from, 0, together, &p, NULL);
        }
    }
}

// Writes the part of a line that is in the image.
CAL_INLINE void cal_winograd_write_cut(float *to, const float *cut, int columns, cal_winograd_planes planes) {
    for (int q = 0; q < planes.quads; q++)
        for (int i = 0; i < columns; i++)
            cal_f4_store(to + q * planes.apart + i * 4, cal_f4_load(cut + i * CAL_LANES + q * 4));
}

// A cal_winograd_write, from `in` frequencies along a line to `out` pixels.
CAL_INLINE void cal_winograd_write_row(int in, int out, cal_winograd_line *transform, float *image, int quads,
                                       const float *tiles, const cal_winograd_side *side, int row, int tile,
                                       const cal_winograd_points *points) {
    enum { MOST = 8 }; // pixels
    const cal_winograd_constants p = cal_winograd_constants_of(points);
    const cal_winograd_planes together = {0, CAL_QUADS}, planes = {(size_t)side->h * side->w * 4, quads};
    size_t pitch = (size_t)side->w * 4;
    int rows = cal_min_int(out, side->h - row * out);
    float *to_tile = image + (size_t)row * out * pitch;
    float half[MOST][CAL_WINOGRAD_LINE * CAL_LANES]; // after the transform down the columns
    for (int x = 0; x < side->tiles_x; x++, tile++, to_tile += out * 4) {
        const float *from[CAL_WINOGRAD_LINE];
        float *to[CAL_WINOGRAD_LINE];
        for (int r = 0; r < in; r++)
            from[r] = tiles + cal_winograd_tile_at(side, tile) + r * in * side->stride;
        CAL_ROLLED
        for (int c = 0; c < in; c++) {
            CAL_UNROLLED
            for (int k = 0; k < out; k++) to[k] = half[k] + c * CAL_LANES;
            transform(to, together, from, c * side->stride, together, &p, NULL);
        }
        int columns = cal_min_int(out, side->w - x * out);
        float *line = to_tile, cut[MOST * CAL_LANES];
        for (int r = 0; r < rows; r++, line += pitch) {
            CAL_UNROLLED
            for (int c = 0; c < in; c++) from[c] = half[r] + c * CAL_LANES;
            if (columns == out) {
                CAL_UNROLLED
                for (int k = 0; k < out; k++) to[k] = line + k * 4;
                transform(to, planes, from, 0, together, &p, NULL);
            } else {
                CAL_UNROLLED
                for (int k = 0; k < out; k++) to[k] = cut + k * CAL_LANES;
                transform(to, together, from, 0, together, &p, NULL);
                cal_winograd_write_cut(line, cut, columns, planes);
            }
        }
    }
}

#endif
