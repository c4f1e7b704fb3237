// Depthwise convolution and its adjoint in the image: four channels lie side by side in a register, and each
// has its own filter; in a wider register, four channels of neighbouring pixels, where these lie together. Phases and
// padding are those of axis.h.
#include "base/simd_wide.h"
#include "kernel/conv/parts.h"
#include "kernel/loops.h"

enum {
    PIXELS = 4,
    NEAR_FLOATS = 1024, // of planes that are finished together, while they are in the first-level cache
    PHASES = 2,         // that are kept: of strides up to this
    STRIP = 8,          // rows of results, of each phase
    STRIP_PIXELS = 768  // of planes that are worth strips: they and their copy fill the first-level cache
};

typedef struct depthwise {
    float *out;
    const float *in, *f;
    float *filter, *padded; // scratch: [c/4][kh][kw][4]; a plane for every worker
    int c, fours, planes, chunk_planes;
    int near; // planes that are finished together
    cal_conv_axis y, x;
    cal_conv_phase y_phase[PHASES], x_phase[PHASES];
    bool adjoint, large;
    const cal_conv_fused *fused;
} depthwise;

static cal_conv_phase phase_of(const depthwise *d, const cal_conv_axis *axis, int phase) {
    if (phase >= PHASES) return cal_conv_phase_of(axis, phase);
    return axis == &d->y ? d->y_phase[phase] : d->x_phase[phase];
}

static depthwise depthwise_of(const cal_conv_shape *s, bool adjoint) {
    depthwise d = {.c = s->ci, .fours = cal_ceil_div(s->ci, 4), .adjoint = adjoint};
    d.y = cal_conv_axis_of(s->h, s->oh, s->kh, s->stride, s->dilation, s->pad_h, adjoint);
    d.x = cal_conv_axis_of(s->w, s->ow, s->kw, s->stride, s->dilation, s->pad_w, adjoint);
    for (int i = 0; i < PHASES; i++) {
        if (i < cal_conv_phases(&d.y)) d.y_phase[i] = cal_conv_phase_of(&d.y, i);
        if (i < cal_conv_phases(&d.x)) d.x_phase[i] = cal_conv_phase_of(&d.x, i);
    }
    d.large = cal_max_int(d.y.in * d.x.in, d.y.out * d.x.out) >= STRIP_PIXELS;
    d.planes = s->n * d.fours;
    d.near = cal_max_int(1, (int)(NEAR_FLOATS / cal_image_floats(1, 4, d.y.out, d.x.out)));
    d.chunk_planes = cal_chunk_of((size_t)s->h * s->w * 4);
    return d;
}

static size_t filter_floats(const depthwise *d) {
    return cal_scratch_floats((size_t)d->fours * d->y.taps * d->x.taps * 4);
}
static size_t padded_floats(const depthwise *d) {
    return cal_scratch_floats((size_t)d->y.padded * d->x.padded * 4);
}
static bool needs_padding(const depthwise *d) { // or a copy with its activation
    return (!d->adjoint && d->fused && d->fused->slope) || cal_conv_axis_pads(&d->y) ||
           cal_conv_axis_pads(&d->x);
}

static void pack_filter(void *context, int four, int worker) {
    const depthwise *d = context;
    int taps = d->y.taps * d->x.taps;
    float *to = d->filter + (size_t)four * taps * 4;
    (void)worker;
    for (int t = 0; t < taps; t++)
        for (int c = four * 4; c < four * 4 + 4; c++, to++) *to = c < d->c ? d->f[(size_t)c * taps + t] : 0;
}

typedef struct tile_job {
    float *out;
    const float *in, *filter;
    size_t out_step, in_step;     // floats from pixel to pixel
    size_t out_pitch, in_pitch;   // from row to row
    size_t tap_x, tap_y;          // of the image, from tap to tap
    ptrdiff_t filter_x, filter_y; // of the filter
    int taps_x, taps_y;
} tile_job;

// `pixels` and, for the common strides, `step` are constants where this is inlined.
CAL_INLINE void correlate(int pixels, size_t step, const tile_job *job) {
    cal_f4 sum[PIXELS];
    CAL_UNROLLED
    for (int p = 0; p < pixels; p++) sum[p] = cal_f4_splat(0);
    const float *in_row = job->in, *filter_row = job->filter;
    for (int ty = job->taps_y; ty > 0; ty--, in_row += job->tap_y, filter_row += job->filter_y) {
        const float *in = in_row, *filter = filter_row;
        CAL_ROLLED
        for (int tx = job->taps_x; tx > 0; tx--, in += job->tap_x, filter += job->filter_x) {
            cal_f4 f = cal_f4_load(filter);
            CAL_UNROLLED
            for (int p = 0; p < pixels; p++) sum[p] = cal_f4_muladd(cal_f4_load(in + p * step), f, sum[p]);
        }
    }
    CAL_UNROLLED
    for (int p = 0; p < pixels; p++) cal_f4_store(job->out + p * job->out_step, sum[p]);
}

// The same for `pixels` results, a multiple of CAL_QUADS, that lie together, as what they read does.
CAL_INLINE void correlate_together(int pixels, const tile_job *job) {
    cal_wide sum[PIXELS];
    const int vectors = pixels / CAL_QUADS;
    CAL_UNROLLED
    for (int v = 0; v < vectors; v++) sum[v] = cal_wide_splat(0);
    const float *in_row = job->in, *filter_row = job->filter;
    for (int ty = job->taps_y; ty > 0; ty--, in_row += job->tap_y, filter_row += job->filter_y) {
        const float *in = in_row, *filter = filter_row;
        CAL_ROLLED
        for (int tx = job->taps_x; tx > 0; tx--, in += job->tap_x, filter += job->filter_x) {
            cal_wide f = cal_wide_repeat(cal_f4_load(filter));
            CAL_UNROLLED
            for (int v = 0; v < vectors; v++)
                sum[v] = cal_wide_muladd(cal_wide_load(in + v * CAL_LANES), f, sum[v]);
        }
    }
    CAL_UNROLLED
    for (int v = 0; v < vectors; v++) cal_wide_store(job->out + v * CAL_LANES, sum[v]);
}

CAL_INLINE void correlate_pixels(int pixels, size_t step, const tile_job *job) {
    switch (pixels) {
    case 1: correlate(1, step, job); break;
    case 2: correlate(2, step, job); break;
    case 3: correlate(3, step, job); break;
    default: correlate(4, step, job); break;
    }
}
static void correlate_stride1(int pixels, const tile_job *job) {
    if (CAL_LANES > 4 && pixels == PIXELS && job->out_step == 4) correlate_together(PIXELS, job);
    else correlate_pixels(pixels, 4, job);
}
static void correlate_stride2(int pixels, const tile_job *job) { correlate_pixels(pixels, 8, job); }
static void correlate_stride_any(int pixels, const tile_job *job) {
    correlate_pixels(pixels, job->in_step, job);
}

// `rows` rows of `count` results of a small filter, which stays in registers; the same sums in the same order. `taps_y`,
// `taps_x` and `step` are constants where this is inlined.
CAL_INLINE void correlate_rows(int taps_y, int taps_x, size_t step, const tile_job *job, int rows,
                               int count) {
    cal_f4 f[3][3];
    const int taps = taps_y * taps_x;
    CAL_UNROLLED
    for (int t = 0; t < taps; t++)
        f[t / taps_x][t % taps_x] =
            cal_f4_load(job->filter + t / taps_x * job->filter_y + t % taps_x * job->filter_x);
    const float *in_row = job->in;
    float *out_row = job->out;
    for (; rows > 0; rows--, in_row += job->in_pitch, out_row += job->out_pitch) {
        const float *in[3] = {in_row, in_row + job->tap_y, in_row + 2 * job->tap_y};
        float *out = out_row;
        CAL_ROLLED
        for (int j = count; j > 1; j -= 2, out += 2 * job->out_step) {
            cal_f4 sum[2] = {cal_f4_splat(0), cal_f4_splat(0)};
            CAL_UNROLLED
            for (int t = 0; t < taps; t++) {
                const float *x = in[t / taps_x] + t % taps_x * 4;
                sum[0] = cal_f4_muladd(cal_f4_load(x), f[t / taps_x][t % taps_x], sum[0]);
                sum[1] = cal_f4_muladd(cal_f4_load(x + step), f[t / taps_x][t % taps_x], sum[1]);
            }
            cal_f4_store(out, sum[0]);
            cal_f4_store(out + job->out_step, sum[1]);
            CAL_UNROLLED
            for (int u = 0; u < taps_y; u++) in[u] += 2 * step;
        }
        if (count % 2 == 0) continue;
        cal_f4 sum = cal_f4_splat(0);
        CAL_UNROLLED
        for (int t = 0; t < taps; t++)
            sum = cal_f4_muladd(cal_f4_load(in[t / taps_x] + t % taps_x * 4), f[t / taps_x][t % taps_x], sum);
        cal_f4_store(out, sum);
    }
}

// The same for at least CAL_QUADS results that lie together; where they are no multiple of that, the last register
// takes some a second time.
CAL_INLINE void correlate_row_together(const tile_job *job, int count) {
    cal_wide f[3][3];
    CAL_UNROLLED
    for (int t = 0; t < 9; t++)
        f[t / 3][t % 3] =
            cal_wide_repeat(cal_f4_load(job->filter + t / 3 * job->filter_y + t % 3 * job->filter_x));
    CAL_ROLLED
    for (int next = 0; next < count; next += CAL_QUADS) {
        int at = cal_min_int(next, count - CAL_QUADS);
        const float *in = job->in + at * 4;
        cal_wide sum = cal_wide_splat(0);
        CAL_UNROLLED
        for (int t = 0; t < 9; t++)
            sum = cal_wide_muladd(cal_wide_load(in + t / 3 * job->tap_y + t % 3 * job->tap_x),
                                  f[t / 3][t % 3], sum);
        cal_wide_store(job->out + at * 4, sum);
    }
}
// Whether the filter is one that correlate_rows was made for: of 3 x 3 in steps of one and two, and what the adjoint in
// steps of two makes of that.
static bool correlate_small(const tile_job *job, int rows, int count) {
    if (job->tap_x != 4 || (job->in_step != 4 && job->in_step != 8)) return false;
    if (job->taps_y > 3 || job->taps_x > 3) return false;
    switch (job->taps_y * 32 + job->taps_x * 8 + (int)job->in_step / 4) {
#define CASE(taps_y, taps_x, stride)                                                                         \
    case taps_y * 32 + taps_x * 8 + stride:                                                                  \
        correlate_rows(taps_y, taps_x, stride * 4, job, rows, count);                                        \
        return true;
        CASE(3, 3, 1)
        CASE(3, 3, 2)
        CASE(1, 1, 1)
        CASE(1, 2, 1)
        CASE(2, 1, 1)
        CASE(2, 2, 1)
#undef CASE
    default: return false;
    }
}

static void correlate_phase(const depthwise *d, float *out, const float *in, const float *filter,
                            cal_conv_phase y, cal_conv_phase x) {
    tile_job job = {.filter = filter,
                    .out_step = (size_t)x.out_step * 4,
                    .in_step = (size_t)x.in_step * 4,
                    .tap_x = (size_t)x.tap_distance * 4,
                    .tap_y = (size_t)y.tap_distance * d->x.padded * 4,
                    .filter_x = (ptrdiff_t)x.tap_step * 4,
                    .filter_y = (ptrdiff_t)y.tap_step * d->x.taps * 4,
                    .taps_x = x.taps,
                    .taps_y = y.taps};
    if (x.taps && y.taps) job.filter += ((size_t)y.first_tap * d->x.taps + x.first_tap) * 4;
    job.in_pitch = (size_t)y.in_step * d->x.padded * 4;
    job.out_pitch = (size_t)y.out_step * d->x.out * 4;
    job.out = out + ((size_t)y.out_first * d->x.out + x.out_first) * 4;
    job.in = in + ((size_t)y.in_first * d->x.padded + x.in_first) * 4;
    const bool together = CAL_LANES > 4 && x.taps == 3 && y.taps == 3 && x.in_step == 1 &&
                          job.out_step == 4 && x.count >= CAL_QUADS;
    if (!together && correlate_small(&job, y.count, x.count)) return;
    for (int i = 0; i < y.count; i++) {
        float *out_row = out + (size_t)(y.out_first + i * y.out_step) * d->x.out * 4;
        const float *in_row = in + (size_t)(y.in_first + i * y.in_step) * d->x.padded * 4;
        if (together) {
            job.out = out_row + (size_t)x.out_first * 4;
            job.in = in_row + (size_t)x.in_first * 4;
            correlate_row_together(&job, x.count);
            continue;
        }
        for (int j = 0; j < x.count; j += PIXELS) {
            int pixels = cal_min_int(PIXELS, x.count - j);
            job.out = out_row + (size_t)(x.out_first + j * x.out_step) * 4;
            job.in = in_row + (size_t)(x.in_first + j * x.in_step) * 4;
            if (x.in_step == 1) correlate_stride1(pixels, &job);
            else if (x.in_step == 2) correlate_stride2(pixels, &job);
            else correlate_stride_any(pixels, &job);
        }
    }
}

// Rows first .. first + count - 1 of a phase.
static cal_conv_phase rows_of(cal_conv_phase y, int first, int count) {
    y.count = cal_max_int(0, cal_min_int(count, y.count - first));
    y.out_first += first * y.out_step;
    y.in_first += first * y.in_step;
    return y;
}
static int end_of(cal_conv_phase y) { // of the rows that it reads
    return y.count && y.taps ? y.in_first + (y.count - 1) * y.in_step + (y.taps - 1) * y.tap_distance + 1 : 0;
}

// A plane, a large one some rows at a time: they are read from memory while those before them are computed, and their copy, if
// there is one, again at once.
static void correlate_plane(const depthwise *d, int plane, int worker) {
    const int four = plane % d->fours, channels = cal_min_int(4, d->c - four * 4);
    const float *in = d->in + (size_t)plane * d->y.in * d->x.in * 4;
    float *out = d->out + (size_t)plane * d->y.out * d->x.out * 4;
    float *padded = d->padded + worker * padded_floats(d);
    const float *filter = d->filter + (size_t)four * d->y.taps * d->x.taps * 4;
    const int rows = cal_conv_phases(&d->y), columns = cal_conv_phases(&d->x),
              count = cal_ceil_div(d->y.out, rows), strip = d->large ? STRIP : count;
    const bool pads = needs_padding(d);
    for (int first = 0, copied = 0; first < count; first += strip) {
        if (pads) {
            int end = 0;
            for (int p = 0; p < rows; p++)
                end = cal_max_int(end, end_of(rows_of(phase_of(d, &d->y, p), first, strip)));
            cal_conv_fill_rows(padded, in, four * 4, channels, &d->y, &d->x, d->adjoint ? NULL : d->fused,
                               copied, end);
            copied = cal_max_int(copied, end);
        }
        for (int py = 0; py < rows; py++) {
            const cal_conv_phase y = rows_of(phase_of(d, &d->y, py), first, strip);
            for (int px = 0; px < columns; px++)
                correlate_phase(d, out, pads ? padded : in, filter, y, phase_of(d, &d->x, px));
        }
    }
}

static void correlate_chunk(void *context, int chunk, int worker) {
    const depthwise *d = context;
    int first = chunk * d->chunk_planes;
    if (needs_padding(d)) cal_conv_clear_border(d->padded + worker * padded_floats(d), &d->y, &d->x);
    for (int p = first, done = first, end = cal_min_int(first + d->chunk_planes, d->planes); p < end; p++) {
        correlate_plane(d, p, worker);
        if (p + 1 < end && p + 1 - done < d->near) continue;
        if (d->fused && d->fused->after) d->fused->after(d->fused->context, done, p + 1 - done, worker);
        done = p + 1;
    }
}

static size_t scratch_of(depthwise d, int workers) {
    return cal_conv_bytes(filter_floats(&d) + (uint64_t)padded_floats(&d) * workers);
}

static void run_depthwise(const cal_env *env, depthwise d, float *out, const float *in, const float *f,
                          const cal_conv_fused *fused) {
    d.out = out;
    d.in = in;
    d.f = f;
    d.fused = fused;
    d.filter = env->scratch;
    d.padded = d.filter + filter_floats(&d);
    cal_pool_run(env->pool, d.fours, pack_filter, &d);
    cal_pool_run(env->pool, cal_ceil_div(d.planes, d.chunk_planes), correlate_chunk, &d);
}

static size_t forward_scratch(const cal_conv_shape *shape, int workers) {
    return scratch_of(depthwise_of(shape, false), workers);
}
static size_t input_scratch(const cal_conv_shape *shape, int workers) {
    return scratch_of(depthwise_of(shape, true), workers);
}
static void forward(const cal_env *env, float *y, const float *x, const float *f, const cal_conv_shape *shape,
                    const cal_conv_fused *fused) {
    run_depthwise(env, depthwise_of(shape, false), y, x, f, fused);
}
static void input_grad(const cal_env *env, float *dx, const float *dy, const float *f,
                       const cal_conv_shape *shape, const cal_conv_fused *fused) {
    run_depthwise(env, depthwise_of(shape, true), dx, dy, f, fused);
}

const cal_conv_algorithm CAL_WIDE(cal_conv_depthwise) = {
    .forward = {forward_scratch, forward},
    .input_grad = {input_scratch, input_grad},
    .filter_grad = {cal_conv_depthwise_filter_scratch, cal_conv_depthwise_filter},
};
