// Internal. How a row of tiles is transformed, whatever the transform: down its columns first, each
// column once for the tiles that share it, and then along its rows, tile by tile.
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

// Transforms lines of four channels, CAL_QUADS of them side by side: of the first, value i is read at from[i] + at and written to
// to + i step; of the next, `from_apart` and `to_apart` floats further. Both are constants where a line is inlined and its
// neighbours lie together, 4 floats apart.
typedef void cal_winograd_line(float *to, size_t step, size_t to_apart, const float *const *from, size_t at,
                               size_t from_apart, const cal_winograd_constants *p,
                               const cal_activation *load);

CAL_INLINE cal_wide cal_winograd_get(const float *from, size_t apart) {
    return apart == 4 ? cal_wide_load(from) : cal_wide_gather(from, apart);
}
CAL_INLINE void cal_winograd_put(float *to, size_t apart, cal_wide value) {
    if (apart == 4) cal_wide_store(to, value);
    else cal_wide_scatter(to, apart, value);
}
CAL_INLINE cal_wide cal_winograd_value(const float *from, size_t apart, const cal_activation *load) {
    cal_wide x = cal_winograd_get(from, apart);
    return load ? cal_activate(x, load) : x;
}

// Columns of which there are fewer than CAL_QUADS, `floats` in all.
CAL_INLINE void cal_winograd_few(int in, int out, cal_winograd_line *transform, float *to, size_t pitch,
                                 const float *const *from, size_t floats, const cal_winograd_constants *p,
                                 const cal_activation *load) {
    float in_line[CAL_WINOGRAD_LINE][CAL_LANES] = {{0}}, out_line[CAL_WINOGRAD_LINE][CAL_LANES];
    const float *copy[CAL_WINOGRAD_LINE];
    for (int i = 0; i < in; i++) copy[i] = memcpy(in_line[i], from[i], floats * sizeof *to);
    transform(out_line[0], CAL_LANES, 4, copy, 0, 4, p, load);
    for (int i = 0; i < out; i++) memcpy(to + i * pitch, out_line[i], floats * sizeof *to);
}

// A cal_winograd_read. `in` (what a tile reads), `out` (its frequencies along a line), `step` (from tile to
// tile), `transform` and `load`, if null, are constants where this is inlined. Where lines are not a multiple of
// CAL_QUADS, the last vector takes some a second time.
CAL_INLINE void cal_winograd_read_row(int in, int out, int step, cal_winograd_line *transform, float *tiles,
                                      float *strip, const float *image, const cal_winograd_side *side,
                                      int row, int tile, const cal_winograd_points *points,
                                      const cal_activation *load) {
    cal_winograd_constants p = cal_winograd_constants_of(points);
    const float *from[CAL_WINOGRAD_LINE];
    for (int r = 0; r < in; r++) {
        int y = row * step + r - side->front;
        from[r] = y >= 0 && y < side->h ? image + (size_t)y * side->w * 4 : strip;
    }
    float *columns = strip + (size_t)side->w * 4, *to = columns + (size_t)side->first * 4;
    size_t pitch = (size_t)side->columns * 4, floats = (size_t)(side->end - side->first) * 4;
    if (CAL_LANES > 4 && floats < CAL_LANES)
        cal_winograd_few(in, out, transform, to, pitch, from, floats, &p, load);
    else CAL_ROLLED
    for (size_t next = 0; next < floats; next += CAL_LANES) {
        size_t at = CAL_LANES == 4 || next + CAL_LANES <= floats ? next : floats - CAL_LANES;
        transform(to + at, pitch, 4, from, at, 4, &p, load);
    }
    CAL_ROLLED
    for (int x = 0; x < side->tiles_x; x++, tile++, columns += step * 4) {
        float *frequency = tiles + cal_winograd_tile_at(side, tile);
        CAL_ROLLED
        for (int next = 0; next < out; next += CAL_QUADS) {
            int r = cal_min_int(next, out - CAL_QUADS);
            const float *line = columns + r * pitch;
            CAL_UNROLLED
            for (int c = 0; c < in; c++) from[c] = line + c * 4;
            transform(frequency + r * out * side->stride, side->stride, out * side->stride, from, 0, pitch,
                      &p, NULL);
        }
    }
}

// A cal_winograd_write, from `in` frequencies along a line to `out` pixels.
CAL_INLINE void cal_winograd_write_row(int in, int out, cal_winograd_line *transform, float *image,
                                       const float *tiles, const cal_winograd_side *side, int row, int tile,
                                       const cal_winograd_points *points) {
    enum { MOST = 8 }; // pixels
    cal_winograd_constants p = cal_winograd_constants_of(points);
    size_t pitch = (size_t)side->w * 4;
    int rows = cal_min_int(out, side->h - row * out);
    float *to_tile = image + (size_t)row * out * pitch;
    float half[MOST][CAL_WINOGRAD_LINE * 4]; // transformed down the columns
    for (int x = 0; x < side->tiles_x; x++, tile++, to_tile += out * 4) {
        const float *from[CAL_WINOGRAD_LINE];
        for (int r = 0; r < in; r++)
            from[r] = tiles + cal_winograd_tile_at(side, tile) + r * in * side->stride;
        CAL_ROLLED
        for (int next = 0; next < in; next += CAL_QUADS) {
            int c = cal_min_int(next, in - CAL_QUADS);
            transform(half[0] + c * 4, CAL_WINOGRAD_LINE * 4, 4, from, c * side->stride, side->stride, &p,
                      NULL);
        }
        int columns = cal_min_int(out, side->w - x * out);
        float cut[CAL_QUADS][MOST * 4];
        for (int next = 0; next < rows; next += CAL_QUADS) {
            int first = cal_min_int(next, out - CAL_QUADS);
            float *to = to_tile + first * pitch;
            CAL_UNROLLED
            for (int c = 0; c < in; c++) from[c] = half[first] + c * 4;
            if (columns == out && first + CAL_QUADS <= rows)
                transform(to, 4, pitch, from, 0, CAL_WINOGRAD_LINE * 4, &p, NULL);
            else {
                transform(cut[0], 4, MOST * 4, from, 0, CAL_WINOGRAD_LINE * 4, &p, NULL);
                for (int r = first; r < cal_min_int(first + CAL_QUADS, rows); r++, to += pitch)
                    memcpy(to, cut[r - first], (size_t)columns * 4 * sizeof *to);
            }
        }
    }
}

#endif
