// Winograd's transforms for stride 1, F(4x4, 3x3). Four results of a 3-tap filter need six multiplications,
// at the points 0, a, -a, b, -b and infinity:
// - A': row j holds the points to the power j; infinity counts in the last row only
// - G: row i holds (1, p_i, p_i^2) / N_i; last row (0, 0, 1)
// - B': row i holds the coefficients of x(x^2-a^2)(x^2-b^2) / (x - p_i); last row those of
//   x(x^2-a^2)(x^2-b^2)
//
// The points a = 3/4, b = 3/2 lose three to four times less accuracy than the usual 1 and 2.
#include "base/simd_wide.h"
#include "kernel/winograd/lines.h"

enum { LINE = 6, OUT = CAL_WINOGRAD_OUT, WIDTH = CAL_WINOGRAD_WIDTH };

// B' d. The rows of +p and -p share their even and odd parts.
CAL_INLINE void input_line(float *const *to, cal_winograd_planes out, const float *const *from, size_t at,
                           cal_winograd_planes in, const cal_winograd_constants *p,
                           const cal_activation *load) {
    cal_wide d[LINE];
    CAL_UNROLLED
    for (int i = 0; i < LINE; i++) d[i] = cal_winograd_value(from[i], at, in, load);
    cal_wide even_a = cal_wide_sub(d[4], cal_wide_mul(d[2], p->b2));
    cal_wide odd_a = cal_wide_mul(cal_wide_sub(d[3], cal_wide_mul(d[1], p->b2)), p->a);
    cal_wide even_b = cal_wide_sub(d[4], cal_wide_mul(d[2], p->a2));
    cal_wide odd_b = cal_wide_mul(cal_wide_sub(d[3], cal_wide_mul(d[1], p->a2)), p->b);
    cal_wide first = cal_wide_muladd(d[0], p->product, cal_wide_sub(d[4], cal_wide_mul(d[2], p->sum)));
    cal_wide last = cal_wide_muladd(d[1], p->product, cal_wide_sub(d[5], cal_wide_mul(d[3], p->sum)));
    cal_winograd_put(to[0], out, first);
    cal_winograd_put(to[1], out, cal_wide_add(even_a, odd_a));
    cal_winograd_put(to[2], out, cal_wide_sub(even_a, odd_a));
    cal_winograd_put(to[3], out, cal_wide_add(even_b, odd_b));
    cal_winograd_put(to[4], out, cal_wide_sub(even_b, odd_b));
    cal_winograd_put(to[5], out, last);
}

// A dy.
CAL_INLINE void gradient_line(float *const *to, cal_winograd_planes out, const float *const *from, size_t at,
                              cal_winograd_planes in, const cal_winograd_constants *p,
                              const cal_activation *load) {
    cal_wide d[OUT];
    (void)load;
    CAL_UNROLLED
    for (int i = 0; i < OUT; i++) d[i] = cal_winograd_get(from[i], at, in);
    cal_wide even_a = cal_wide_muladd(d[2], p->a2, d[0]);
    cal_wide odd_a = cal_wide_mul(cal_wide_muladd(d[3], p->a2, d[1]), p->a);
    cal_wide even_b = cal_wide_muladd(d[2], p->b2, d[0]);
    cal_wide odd_b = cal_wide_mul(cal_wide_muladd(d[3], p->b2, d[1]), p->b);
    cal_winograd_put(to[0], out, d[0]);
    cal_winograd_put(to[1], out, cal_wide_add(even_a, odd_a));
    cal_winograd_put(to[2], out, cal_wide_sub(even_a, odd_a));
    cal_winograd_put(to[3], out, cal_wide_add(even_b, odd_b));
    cal_winograd_put(to[4], out, cal_wide_sub(even_b, odd_b));
    cal_winograd_put(to[5], out, d[3]);
}

// A' m.
CAL_INLINE void output_line(float *const *to, cal_winograd_planes out, const float *const *from, size_t at,
                            cal_winograd_planes in, const cal_winograd_constants *p,
                            const cal_activation *load) {
    cal_wide m[LINE];
    (void)load;
    CAL_UNROLLED
    for (int i = 0; i < LINE; i++) m[i] = cal_winograd_get(from[i], at, in);
    cal_wide even_a = cal_wide_add(m[1], m[2]), odd_a = cal_wide_sub(m[1], m[2]);
    cal_wide even_b = cal_wide_add(m[3], m[4]), odd_b = cal_wide_sub(m[3], m[4]);
    cal_winograd_put(to[0], out, cal_wide_add(cal_wide_add(m[0], even_a), even_b));
    cal_winograd_put(to[1], out, cal_wide_muladd(odd_b, p->b, cal_wide_mul(odd_a, p->a)));
    cal_winograd_put(to[2], out, cal_wide_muladd(even_b, p->b2, cal_wide_mul(even_a, p->a2)));
    cal_winograd_put(to[3], out,
                     cal_wide_add(cal_wide_muladd(odd_b, p->b3, cal_wide_mul(odd_a, p->a3)), m[5]));
}

static void read_input(float *tiles, float *strip, const float *image, int quads,
                       const cal_winograd_side *side, int row, int tile, const cal_winograd_points *points,
                       const cal_activation *load) {
    if (load)
        cal_winograd_read_row(LINE, LINE, OUT, input_line, tiles, strip, image, quads, side, row, tile,
                              points, load);
    else
        cal_winograd_read_row(LINE, LINE, OUT, input_line, tiles, strip, image, quads, side, row, tile,
                              points, NULL);
}

static void read_gradient(float *tiles, float *strip, const float *image, int quads,
                          const cal_winograd_side *side, int row, int tile, const cal_winograd_points *points,
                          const cal_activation *load) {
    (void)load;
    cal_winograd_read_row(OUT, LINE, OUT, gradient_line, tiles, strip, image, quads, side, row, tile, points,
                          NULL);
}

static void write_output(float *image, int quads, const float *tiles, const cal_winograd_side *side, int row,
                         int tile, const cal_winograd_points *points) {
    cal_winograd_write_row(LINE, OUT, output_line, image, quads, tiles, side, row, tile, points);
}

static void transform_taps(float u[CAL_WINOGRAD_TAPS][WIDTH], const float *g0, const float *g1,
                           const float *g2, const cal_winograd_points *points) {
    cal_winograd_constants p = cal_winograd_constants_of(points);
    for (int i = 0; i < WIDTH; i += CAL_LANES) {
        cal_wide v0 = cal_wide_load(g0 + i), v1 = cal_wide_load(g1 + i), v2 = cal_wide_load(g2 + i);
        cal_wide even_a = cal_wide_mul(cal_wide_muladd(p.a2, v2, v0), p.at_a);
        cal_wide odd_a = cal_wide_mul(cal_wide_mul(p.a, v1), p.at_a);
        cal_wide even_b = cal_wide_mul(cal_wide_muladd(p.b2, v2, v0), p.at_b);
        cal_wide odd_b = cal_wide_mul(cal_wide_mul(p.b, v1), p.at_b);
        cal_wide_store(u[0] + i, cal_wide_mul(v0, p.at0));
        cal_wide_store(u[1] + i, cal_wide_add(even_a, odd_a));
        cal_wide_store(u[2] + i, cal_wide_sub(even_a, odd_a));
        cal_wide_store(u[3] + i, cal_wide_add(even_b, odd_b));
        cal_wide_store(u[4] + i, cal_wide_sub(even_b, odd_b));
        cal_wide_store(u[5] + i, v2);
    }
}

static void transform_back(float g[3][WIDTH], const float *const u[CAL_WINOGRAD_TAPS],
                           const cal_winograd_points *points) {
    cal_winograd_constants p = cal_winograd_constants_of(points);
    for (int i = 0; i < WIDTH; i += CAL_LANES) {
        cal_wide v[CAL_WINOGRAD_TAPS];
        CAL_UNROLLED
        for (int k = 0; k < CAL_WINOGRAD_TAPS; k++) v[k] = cal_wide_load(u[k] + i);
        cal_wide even_a = cal_wide_mul(cal_wide_add(v[1], v[2]), p.at_a);
        cal_wide odd_a = cal_wide_mul(cal_wide_sub(v[1], v[2]), p.at_a);
        cal_wide even_b = cal_wide_mul(cal_wide_add(v[3], v[4]), p.at_b);
        cal_wide odd_b = cal_wide_mul(cal_wide_sub(v[3], v[4]), p.at_b);
        cal_wide_store(g[0] + i, cal_wide_add(cal_wide_muladd(v[0], p.at0, even_a), even_b));
        cal_wide_store(g[1] + i, cal_wide_muladd(p.a, odd_a, cal_wide_mul(p.b, odd_b)));
        cal_wide_store(g[2] + i,
                       cal_wide_add(cal_wide_muladd(p.a2, even_a, cal_wide_mul(p.b2, even_b)), v[5]));
    }
}

#define A  0.75f
#define B  1.5f
#define A2 (A * A)
#define B2 (B * B)
const cal_winograd_form cal_winograd_stride1 = {
    .line = LINE,
    .x = {OUT, LINE, read_input},
    .dy = {OUT, LINE, read_input},
    .sum = {OUT, OUT, read_gradient},
    .y = {OUT, write_output},
    .dx = {OUT, write_output},
    .taps = transform_taps,
    .taps_back = transform_back,
    .points = {.a = A,
               .b = B,
               .a2 = A2,
               .b2 = B2,
               .a3 = A * A2,
               .b3 = B * B2,
               .sum = A2 + B2,
               .product = A2 * B2,
               .at0 = 1 / (A2 * B2),
               .at_a = 1 / (2 * A2 * (A2 - B2)),
               .at_b = 1 / (2 * B2 * (B2 - A2))},
};
