// Winograd's transforms for stride 2 with one zero around the image. Along a line, the middle tap reads the
// even pixels. The outer two read the odd ones, x[2j - 1] and x[2j + 1], as a 2-tap filter of stride 1 would:
//
//   y[j] = f1 x[2j] + (f0 x[2j - 1] + f2 x[2j + 1])
//   dx[2j] = f1 dy[j]     dx[2j + 1] = f2 dy[j] + f0 dy[j + 1]
//
// Four results of the 2-tap filter need five multiplications, F(4, 2), at the points a, -a, b, -b and
// infinity. Those of the middle tap need four. In both directions that makes 81 instead of 144. The
// frequencies are those five and then the four unchanged pixels.
// - A': row j holds the points to the power j; infinity counts in the last row only
// - G: row i holds (1, p_i) / N_i; last row (0, 1)
// - B': row i holds the coefficients of (x^2-a^2)(x^2-b^2) / (x - p_i); last row those of (x^2-a^2)(x^2-b^2)
//
// The points a = 1/2, b = 1 lose half of the accuracy that 0, 1, -1 and 2 lose.
#include "base/simd_wide.h"
#include "kernel/winograd/lines.h"

enum { FAST = 5, OUT = CAL_WINOGRAD_OUT, LINE = FAST + OUT, WIDTH = CAL_WINOGRAD_WIDTH };

// B' d. The rows of +p and -p share their even and odd parts.
CAL_INLINE void phase_line(float *const *to, cal_winograd_planes out, const cal_wide d[FAST],
                           const cal_winograd_constants *p) {
    cal_wide gap = cal_wide_sub(d[2], d[0]);
    cal_wide even_a = cal_wide_sub(d[3], d[1]), odd_a = cal_wide_mul(gap, p->a);
    cal_wide even_b = cal_wide_sub(d[3], cal_wide_mul(d[1], p->a2));
    cal_wide odd_b = cal_wide_sub(d[2], cal_wide_mul(d[0], p->a2));
    cal_winograd_put(to[0], out, cal_wide_add(even_a, odd_a));
    cal_winograd_put(to[1], out, cal_wide_sub(even_a, odd_a));
    cal_winograd_put(to[2], out, cal_wide_add(even_b, odd_b));
    cal_winograd_put(to[3], out, cal_wide_sub(even_b, odd_b));
    cal_winograd_put(to[4], out, cal_wide_sub(cal_wide_sub(d[4], d[2]), cal_wide_mul(gap, p->a2)));
}

// Reads pixels `apart` from one another: of the input the odd ones and those between, of the gradient the
// same ones.
CAL_INLINE void spread_line(int apart, float *const *to, cal_winograd_planes out, const float *const *from,
                            size_t at, cal_winograd_planes in, const cal_winograd_constants *p,
                            const cal_activation *load) {
    cal_wide d[FAST];
    CAL_UNROLLED
    for (int i = 0; i < OUT; i++)
        cal_winograd_put(to[FAST + i], out, cal_winograd_value(from[apart * (i + 1) - 1], at, in, load));
    CAL_UNROLLED
    for (int i = 0; i < FAST; i++) d[i] = cal_winograd_value(from[apart * i], at, in, load);
    phase_line(to, out, d, p);
}
CAL_INLINE void input_line(float *const *to, cal_winograd_planes out, const float *const *from, size_t at,
                           cal_winograd_planes in, const cal_winograd_constants *p,
                           const cal_activation *load) {
    spread_line(2, to, out, from, at, in, p, load);
}
CAL_INLINE void adjoint_line(float *const *to, cal_winograd_planes out, const float *const *from, size_t at,
                             cal_winograd_planes in, const cal_winograd_constants *p,
                             const cal_activation *load) {
    spread_line(1, to, out, from, at, in, p, load);
}

// A dy.
CAL_INLINE void gradient_line(float *const *to, cal_winograd_planes out, const float *const *from, size_t at,
                              cal_winograd_planes in, const cal_winograd_constants *p,
                              const cal_activation *load) {
    cal_wide d[OUT];
    (void)load;
    CAL_UNROLLED
    for (int i = 0; i < OUT; i++) {
        d[i] = cal_winograd_get(from[i], at, in);
        cal_winograd_put(to[FAST + i], out, d[i]);
    }
    cal_wide even_a = cal_wide_muladd(d[2], p->a2, d[0]);
    cal_wide odd_a = cal_wide_mul(cal_wide_muladd(d[3], p->a2, d[1]), p->a);
    cal_wide even_b = cal_wide_add(d[2], d[0]), odd_b = cal_wide_add(d[3], d[1]);
    cal_winograd_put(to[0], out, cal_wide_add(even_a, odd_a));
    cal_winograd_put(to[1], out, cal_wide_sub(even_a, odd_a));
    cal_winograd_put(to[2], out, cal_wide_add(even_b, odd_b));
    cal_winograd_put(to[3], out, cal_wide_sub(even_b, odd_b));
    cal_winograd_put(to[4], out, d[3]);
}

// A' m.
CAL_INLINE void phase_results(cal_wide y[OUT], const float *const *from, size_t at, cal_winograd_planes in,
                              const cal_winograd_constants *p) {
    cal_wide m[FAST];
    CAL_UNROLLED
    for (int i = 0; i < FAST; i++) m[i] = cal_winograd_get(from[i], at, in);
    cal_wide even_a = cal_wide_add(m[0], m[1]), odd_a = cal_wide_sub(m[0], m[1]);
    cal_wide even_b = cal_wide_add(m[2], m[3]), odd_b = cal_wide_sub(m[2], m[3]);
    y[0] = cal_wide_add(even_a, even_b);
    y[1] = cal_wide_muladd(odd_a, p->a, odd_b);
    y[2] = cal_wide_muladd(even_a, p->a2, even_b);
    y[3] = cal_wide_add(cal_wide_muladd(odd_a, p->a3, odd_b), m[4]);
}

// Adds the two phases of a result. In the adjoint they are alternating pixels.
CAL_INLINE void output_line(float *const *to, cal_winograd_planes out, const float *const *from, size_t at,
                            cal_winograd_planes in, const cal_winograd_constants *p,
                            const cal_activation *load) {
    cal_wide y[OUT];
    (void)load;
    phase_results(y, from, at, in, p);
    CAL_UNROLLED
    for (int i = 0; i < OUT; i++)
        cal_winograd_put(to[i], out, cal_wide_add(y[i], cal_winograd_get(from[FAST + i], at, in)));
}
CAL_INLINE void adjoint_output_line(float *const *to, cal_winograd_planes out, const float *const *from,
                                    size_t at, cal_winograd_planes in, const cal_winograd_constants *p,
                                    const cal_activation *load) {
    cal_wide y[OUT];
    (void)load;
    phase_results(y, from, at, in, p);
    CAL_UNROLLED
    for (int i = 0; i < OUT; i++) {
        cal_winograd_put(to[2 * i + 1], out, y[i]);
        cal_winograd_put(to[2 * i], out, cal_winograd_get(from[FAST + i], at, in));
    }
}

static void read_input(float *tiles, float *strip, const float *image, int quads,
                       const cal_winograd_side *side, int row, int tile, const cal_winograd_points *points,
                       const cal_activation *load) {
    if (load)
        cal_winograd_read_row(LINE, LINE, 2 * OUT, input_line, tiles, strip, image, quads, side, row, tile,
                              points, load);
    else
        cal_winograd_read_row(LINE, LINE, 2 * OUT, input_line, tiles, strip, image, quads, side, row, tile,
                              points, NULL);
}
static void read_adjoint(float *tiles, float *strip, const float *image, int quads,
                         const cal_winograd_side *side, int row, int tile, const cal_winograd_points *points,
                         const cal_activation *load) {
    (void)load;
    cal_winograd_read_row(FAST, LINE, OUT, adjoint_line, tiles, strip, image, quads, side, row, tile, points,
                          NULL);
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
static void write_adjoint(float *image, int quads, const float *tiles, const cal_winograd_side *side, int row,
                          int tile, const cal_winograd_points *points) {
    cal_winograd_write_row(LINE, 2 * OUT, adjoint_output_line, image, quads, tiles, side, row, tile, points);
}

static void transform_taps(float u[CAL_WINOGRAD_TAPS][WIDTH], const float *g0, const float *g1,
                           const float *g2, const cal_winograd_points *points) {
    cal_winograd_constants p = cal_winograd_constants_of(points);
    for (int i = 0; i < WIDTH; i += CAL_LANES) {
        cal_wide v0 = cal_wide_load(g0 + i), v2 = cal_wide_load(g2 + i);
        cal_wide even_a = cal_wide_mul(v0, p.at_a), odd_a = cal_wide_mul(cal_wide_mul(p.a, v2), p.at_a);
        cal_wide even_b = cal_wide_mul(v0, p.at_b), odd_b = cal_wide_mul(v2, p.at_b);
        cal_wide_store(u[0] + i, cal_wide_add(odd_a, even_a));
        cal_wide_store(u[1] + i, cal_wide_sub(odd_a, even_a));
        cal_wide_store(u[2] + i, cal_wide_add(odd_b, even_b));
        cal_wide_store(u[3] + i, cal_wide_sub(odd_b, even_b));
        cal_wide_store(u[4] + i, v2);
        cal_wide_store(u[5] + i, cal_wide_load(g1 + i));
    }
}

static void transform_back(float g[3][WIDTH], const float *const u[CAL_WINOGRAD_TAPS],
                           const cal_winograd_points *points) {
    cal_winograd_constants p = cal_winograd_constants_of(points);
    for (int i = 0; i < WIDTH; i += CAL_LANES) {
        cal_wide v[CAL_WINOGRAD_TAPS];
        CAL_UNROLLED
        for (int k = 0; k < CAL_WINOGRAD_TAPS; k++) v[k] = cal_wide_load(u[k] + i);
        cal_wide even_a = cal_wide_mul(cal_wide_sub(v[0], v[1]), p.at_a);
        cal_wide even_b = cal_wide_mul(cal_wide_sub(v[2], v[3]), p.at_b);
        cal_wide odd_a = cal_wide_mul(cal_wide_mul(cal_wide_add(v[0], v[1]), p.at_a), p.a);
        cal_wide odd_b = cal_wide_mul(cal_wide_add(v[2], v[3]), p.at_b);
        cal_wide_store(g[0] + i, cal_wide_add(even_a, even_b));
        cal_wide_store(g[1] + i, v[5]);
        cal_wide_store(g[2] + i, cal_wide_add(cal_wide_add(odd_a, odd_b), v[4]));
    }
}

#define A  0.5f
#define A2 (A * A)
const cal_winograd_form cal_winograd_stride2 = {
    .line = LINE,
    .x = {2 * OUT, LINE, read_input},
    .dy = {OUT, FAST, read_adjoint},
    .sum = {OUT, OUT, read_gradient},
    .y = {OUT, write_output},
    .dx = {2 * OUT, write_adjoint},
    .taps = transform_taps,
    .taps_back = transform_back,
    .points = {.a = A,
               .b = 1,
               .a2 = A2,
               .b2 = 1,
               .a3 = A * A2,
               .b3 = 1,
               .sum = A2 + 1,
               .product = A2,
               .at_a = 1 / (2 * A * (A2 - 1)),
               .at_b = 1 / (2 * (1 - A2))},
};
