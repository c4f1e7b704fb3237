// Floor 1. The Winograd transforms of images. A row of tiles is transformed down its columns first, each
// column once for the two tiles that share it, and then along its rows, tile by tile.
#include "kernel/winograd.h"
#include <string.h>
#include "base/simd.h"
#include "kernel/loops.h"

enum { BLOCK_VALUES = 2048 }; // tiles x channels of a block

cal_winograd_points cal_winograd_constants(void) {
    float a = 0.75f, b = 1.5f, a2 = a * a, b2 = b * b;
    return (cal_winograd_points){.a = a,
                                 .b = b,
                                 .a2 = a2,
                                 .b2 = b2,
                                 .a3 = a * a2,
                                 .b3 = b * b2,
                                 .sum = a2 + b2,
                                 .product = a2 * b2,
                                 .at0 = 1 / (a2 * b2),
                                 .at_a = 1 / (2 * a2 * (a2 - b2)),
                                 .at_b = 1 / (2 * b2 * (b2 - a2))};
}

cal_winograd_grid cal_winograd_grid_of(int n, int h, int w, int channels) {
    cal_winograd_grid grid = {.tiles_x = cal_ceil_div(w, CAL_TILE), .tiles_y = cal_ceil_div(h, CAL_TILE)};
    grid.rows = n * grid.tiles_y;
    grid.block_rows = cal_max_int(1, BLOCK_VALUES / (cal_round_up(channels, 4) * grid.tiles_x));
    if (grid.block_rows > grid.tiles_y) grid.block_rows -= grid.block_rows % grid.tiles_y; // whole samples
    grid.block_rows = cal_min_int(grid.block_rows, grid.rows);
    grid.blocks = cal_ceil_div(grid.rows, grid.block_rows);
    grid.block_tiles = cal_round_up(grid.block_rows * grid.tiles_x, 4);
    return grid;
}

// A cache line between the frequencies keeps them from sharing the cache's sets.
cal_winograd_side cal_winograd_side_of(const cal_winograd_grid *grid, int c, int h, int w, int front) {
    int groups = cal_ceil_div(c, 4);
    return (cal_winograd_side){.h = h,
                               .w = w,
                               .c = c,
                               .groups = groups,
                               .front = front,
                               .tiles_x = grid->tiles_x,
                               .stride = (size_t)grid->block_tiles * groups * 4 + 16};
}

size_t cal_winograd_side_floats(const cal_winograd_side *side) { return side->stride * CAL_FREQUENCIES; }

static size_t columns_of(int tiles_x) { return (size_t)tiles_x * CAL_TILE + 2; }

size_t cal_winograd_strip_floats(const cal_winograd_grid *grid, int width) {
    return cal_scratch_floats((size_t)width * 4 + columns_of(grid->tiles_x) * CAL_TILE_IN * 4);
}

typedef struct six {
    cal_f4 v[CAL_TILE_IN];
} six;

typedef struct points4 { // each constant in all four lanes
    cal_f4 a, b, a2, b2, a3, b3, sum, product;
} points4;

CAL_INLINE points4 points_of(const cal_winograd_points *p) {
    return (points4){cal_f4_splat_at(&p->a),   cal_f4_splat_at(&p->b),      cal_f4_splat_at(&p->a2),
                     cal_f4_splat_at(&p->b2),  cal_f4_splat_at(&p->a3),     cal_f4_splat_at(&p->b3),
                     cal_f4_splat_at(&p->sum), cal_f4_splat_at(&p->product)};
}

// B' d. The rows of +p and -p share their even and their odd part.
CAL_INLINE six transform_input(const six *d, const points4 *p) {
    cal_f4 even_a = cal_f4_sub(d->v[4], cal_f4_mul(d->v[2], p->b2));
    cal_f4 odd_a = cal_f4_mul(cal_f4_sub(d->v[3], cal_f4_mul(d->v[1], p->b2)), p->a);
    cal_f4 even_b = cal_f4_sub(d->v[4], cal_f4_mul(d->v[2], p->a2));
    cal_f4 odd_b = cal_f4_mul(cal_f4_sub(d->v[3], cal_f4_mul(d->v[1], p->a2)), p->b);
    cal_f4 first = cal_f4_muladd(d->v[0], p->product, cal_f4_sub(d->v[4], cal_f4_mul(d->v[2], p->sum)));
    cal_f4 last = cal_f4_muladd(d->v[1], p->product, cal_f4_sub(d->v[5], cal_f4_mul(d->v[3], p->sum)));
    return (six){{first, cal_f4_add(even_a, odd_a), cal_f4_sub(even_a, odd_a), cal_f4_add(even_b, odd_b),
                  cal_f4_sub(even_b, odd_b), last}};
}

// A dy, of four values.
CAL_INLINE six transform_gradient(const cal_f4 d[4], const points4 *p) {
    cal_f4 even_a = cal_f4_muladd(d[2], p->a2, d[0]);
    cal_f4 odd_a = cal_f4_mul(cal_f4_muladd(d[3], p->a2, d[1]), p->a);
    cal_f4 even_b = cal_f4_muladd(d[2], p->b2, d[0]);
    cal_f4 odd_b = cal_f4_mul(cal_f4_muladd(d[3], p->b2, d[1]), p->b);
    return (six){{d[0], cal_f4_add(even_a, odd_a), cal_f4_sub(even_a, odd_a), cal_f4_add(even_b, odd_b),
                  cal_f4_sub(even_b, odd_b), d[3]}};
}

// A' m, four values.
CAL_INLINE void transform_output(cal_f4 y[4], const six *m, const points4 *p) {
    cal_f4 even_a = cal_f4_add(m->v[1], m->v[2]), odd_a = cal_f4_sub(m->v[1], m->v[2]);
    cal_f4 even_b = cal_f4_add(m->v[3], m->v[4]), odd_b = cal_f4_sub(m->v[3], m->v[4]);
    y[0] = cal_f4_add(cal_f4_add(m->v[0], even_a), even_b);
    y[1] = cal_f4_muladd(odd_b, p->b, cal_f4_mul(odd_a, p->a));
    y[2] = cal_f4_muladd(even_b, p->b2, cal_f4_mul(even_a, p->a2));
    y[3] = cal_f4_add(cal_f4_muladd(odd_b, p->b3, cal_f4_mul(odd_a, p->a3)), m->v[5]);
}

// Row `y` of the plane, or zeros outside it.
static const float *row_at(const float *image, const float *zeros, const cal_winograd_side *side, int y) {
    return y >= 0 && y < side->h ? image + (size_t)y * side->w * 4 : zeros;
}

static float *tile_at(float *tiles, const cal_winograd_side *side, int tile) {
    return tiles + (size_t)(tile / 4) * side->groups * 16 + tile % 4 * 4;
}

// Columns that lie outside the image transform to zero.
static void clear_columns(float *columns, size_t pitch, int first, int end) {
    for (int r = 0; r < CAL_TILE_IN && first < end; r++)
        memset(columns + r * pitch + (size_t)first * 4, 0, (size_t)(end - first) * 4 * sizeof *columns);
}

// `active` is a constant where this is inlined.
CAL_INLINE void input_tiles(bool active, float *tiles, float *strip, const float *image,
                            const cal_winograd_side *side, int row, int tile,
                            const cal_winograd_points *points, const cal_activation *load) {
    points4 p = points_of(points);
    float *columns = strip + (size_t)side->w * 4;
    size_t pitch = columns_of(side->tiles_x) * 4, stride = side->stride;
    int count = (int)columns_of(side->tiles_x);
    int begin = cal_min_int(side->front, count), end = cal_min_int(side->front + side->w, count);
    const float *in[CAL_TILE_IN];
    for (int r = 0; r < CAL_TILE_IN; r++)
        in[r] = row_at(image, strip, side, row * CAL_TILE + r - side->front);
    clear_columns(columns, pitch, 0, begin);
    clear_columns(columns, pitch, end, count);
    float *to = columns + (size_t)begin * 4;
    CAL_ROLLED
    for (size_t x = 0; x < (size_t)(end - begin) * 4; x += 4, to += 4) {
        six d, t;
        CAL_UNROLLED
        for (int r = 0; r < CAL_TILE_IN; r++) {
            d.v[r] = cal_f4_load(in[r] + x);
            if (active) d.v[r] = cal_activate(d.v[r], load);
        }
        t = transform_input(&d, &p);
        CAL_UNROLLED
        for (int r = 0; r < CAL_TILE_IN; r++) cal_f4_store(to + r * pitch, t.v[r]);
    }
    CAL_ROLLED
    for (int x = 0; x < side->tiles_x; x++, tile++, columns += CAL_TILE * 4) {
        float *out = tile_at(tiles, side, tile);
        const float *from = columns;
        CAL_ROLLED
        for (int r = 0; r < CAL_TILE_IN; r++, from += pitch) {
            six d, t;
            CAL_UNROLLED
            for (int c = 0; c < CAL_TILE_IN; c++) d.v[c] = cal_f4_load(from + c * 4);
            t = transform_input(&d, &p);
            CAL_UNROLLED
            for (int c = 0; c < CAL_TILE_IN; c++, out += stride) cal_f4_store(out, t.v[c]);
        }
    }
}

void cal_winograd_input(float *tiles, float *strip, const float *image, const cal_winograd_side *side,
                        int row, int tile, const cal_winograd_points *points, const cal_activation *load) {
    if (load) input_tiles(true, tiles, strip, image, side, row, tile, points, load);
    else input_tiles(false, tiles, strip, image, side, row, tile, points, NULL);
}

void cal_winograd_gradient(float *tiles, float *strip, const float *image, const cal_winograd_side *side,
                           int row, int tile, const cal_winograd_points *points, const cal_activation *load) {
    (void)load;
    points4 p = points_of(points);
    float *columns = strip + (size_t)side->w * 4;
    size_t pitch = columns_of(side->tiles_x) * 4, stride = side->stride;
    const float *in[CAL_TILE];
    for (int r = 0; r < CAL_TILE; r++) in[r] = row_at(image, strip, side, row * CAL_TILE + r);
    clear_columns(columns, pitch, side->w, side->tiles_x * CAL_TILE);
    float *to = columns;
    CAL_ROLLED
    for (size_t x = 0; x < (size_t)side->w * 4; x += 4, to += 4) {
        cal_f4 d[CAL_TILE];
        CAL_UNROLLED
        for (int r = 0; r < CAL_TILE; r++) d[r] = cal_f4_load(in[r] + x);
        six t = transform_gradient(d, &p);
        CAL_UNROLLED
        for (int r = 0; r < CAL_TILE_IN; r++) cal_f4_store(to + r * pitch, t.v[r]);
    }
    CAL_ROLLED
    for (int x = 0; x < side->tiles_x; x++, tile++, columns += CAL_TILE * 4) {
        float *out = tile_at(tiles, side, tile);
        const float *from = columns;
        CAL_ROLLED
        for (int r = 0; r < CAL_TILE_IN; r++, from += pitch) {
            cal_f4 d[CAL_TILE];
            CAL_UNROLLED
            for (int c = 0; c < CAL_TILE; c++) d[c] = cal_f4_load(from + c * 4);
            six t = transform_gradient(d, &p);
            CAL_UNROLLED
            for (int c = 0; c < CAL_TILE_IN; c++, out += stride) cal_f4_store(out, t.v[c]);
        }
    }
}

void cal_winograd_output(float *image, const float *tiles, const cal_winograd_side *side, int row, int tile,
                         const cal_winograd_points *points) {
    points4 p = points_of(points);
    size_t stride = side->stride, pitch = (size_t)side->w * 4;
    int rows = cal_min_int(CAL_TILE, side->h - row * CAL_TILE);
    float *to_row = image + (size_t)row * CAL_TILE * pitch;
    float half[CAL_TILE][CAL_TILE_IN * 4]; // transformed down the columns
    for (int x = 0; x < side->tiles_x; x++, tile++, to_row += CAL_TILE * 4) {
        const float *from = tiles + (size_t)(tile / 4) * side->groups * 16 + tile % 4 * 4;
        CAL_ROLLED
        for (int c = 0; c < CAL_TILE_IN; c++, from += stride) {
            six m;
            cal_f4 y[CAL_TILE];
            CAL_UNROLLED
            for (int r = 0; r < CAL_TILE_IN; r++) m.v[r] = cal_f4_load(from + r * CAL_TILE_IN * stride);
            transform_output(y, &m, &p);
            CAL_UNROLLED
            for (int r = 0; r < CAL_TILE; r++) cal_f4_store(half[r] + c * 4, y[r]);
        }
        int columns = cal_min_int(CAL_TILE, side->w - x * CAL_TILE);
        float *to = to_row;
        CAL_ROLLED
        for (int r = 0; r < rows; r++, to += pitch) {
            six m;
            cal_f4 y[CAL_TILE];
            CAL_UNROLLED
            for (int c = 0; c < CAL_TILE_IN; c++) m.v[c] = cal_f4_load(half[r] + c * 4);
            transform_output(y, &m, &p);
            cal_f4_store(to, y[0]);
            if (columns > 1) cal_f4_store(to + 4, y[1]);
            if (columns > 2) cal_f4_store(to + 8, y[2]);
            if (columns > 3) cal_f4_store(to + 12, y[3]);
        }
    }
}

void cal_winograd_block(float *tiles, float *strip, const float *images, const cal_winograd_side *side,
                        const cal_winograd_grid *grid, int first, int end, cal_winograd_transform *transform,
                        const cal_winograd_points *points) {
    size_t plane = (size_t)side->h * side->w * 4;
    memset(strip, side->slope ? 0xFF : 0, (size_t)side->w * 4 * sizeof *strip); // all bits set: a NaN
    for (int g = 0; g < side->groups; g++) {
        cal_activation load = cal_activation_of(side->slope, side->constant, g, side->c);
        for (int row = first; row < end; row++) {
            int sample = row / grid->tiles_y;
            transform(tiles + (size_t)g * 16, strip, images + ((size_t)sample * side->groups + g) * plane,
                      side, row % grid->tiles_y, (row - first) * grid->tiles_x, points,
                      side->slope ? &load : NULL);
        }
    }
    cal_f4 zero = cal_f4_splat(0);
    for (int tile = (end - first) * grid->tiles_x; tile % 4; tile++)
        for (int f = 0; f < CAL_FREQUENCIES; f++)
            for (int g = 0; g < side->groups; g++)
                cal_f4_store(tile_at(tiles, side, tile) + f * side->stride + (size_t)g * 16, zero);
}
