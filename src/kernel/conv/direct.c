// Direct convolution and its adjoint in the image, for every size, stride, padding, dilation and number of
// groups.
//
// Both are correlations of a padded image with a filter (axis.h), phase by phase. For the adjoint the filter
// is flipped and its channels are transposed. Every phase runs the same tile: up to four pixels by two
// vectors of channels in eight registers.
#include "kernel/conv/parts.h"
#include "base/simd_wide.h"
#include "kernel/loops.h"
#include "kernel/matmul/tile.h"

enum { PIXELS = 4, CHANNELS = 2 * CAL_LANES };

typedef struct correlation {
    float *out;
    const float *in, *f;
    float *filter, *padded; // scratch; `padded` has one part per worker
    int n;
    int groups,
        // groups that are convolved in sequence; the number of the convolution's groups in each of them
        merged;
    int in_c, out_c; // channels of a group
    cal_conv_axis y, x;
    bool adjoint;
    int in_fours, out_blocks; // blocks of 4 and of CHANNELS channels in a group
    const cal_conv_fused *fused;
} correlation;

static uint64_t group_filter_floats(const correlation *c) {
    return (uint64_t)c->out_blocks * CHANNELS * c->in_fours * 4 * c->y.taps * c->x.taps;
}
static uint64_t filter_floats(const correlation *c) { return group_filter_floats(c) * c->groups; }
static bool needs_padding(const correlation *c) { // or a copy with its activation
    return (!c->adjoint && c->fused && c->fused->slope) || cal_conv_axis_pads(&c->y) ||
           cal_conv_axis_pads(&c->x);
}
static size_t padded_floats(const correlation *c) {
    return cal_scratch_floats(cal_image_floats(1, c->in_c, c->y.padded, c->x.padded));
}

static correlation correlation_of(const cal_conv_shape *s, bool adjoint) {
    correlation c = {.n = s->n, .merged = cal_conv_merged(s), .adjoint = adjoint};
    int h = s->h, w = s->w, oh = s->oh, ow = s->ow;
    if (cal_conv_is_pointwise(s)) { // one long row has fewer ends
        w = ow = h * w;
        h = oh = 1;
    }
    c.groups = s->groups / c.merged;
    c.in_c = (adjoint ? s->co : s->ci) / c.groups;
    c.out_c = (adjoint ? s->ci : s->co) / c.groups;
    c.y = cal_conv_axis_of(h, oh, s->kh, s->stride, s->dilation, s->pad_h, adjoint);
    c.x = cal_conv_axis_of(w, ow, s->kw, s->stride, s->dilation, s->pad_w, adjoint);
    c.in_fours = cal_ceil_div(c.in_c, 4);
    c.out_blocks = cal_ceil_div(c.out_c, CHANNELS);
    return c;
}

// The filter's value between channels of a group; zero in the padding and between merged groups.
static float filter_at(const correlation *c, int group, int in, int out, int tap) {
    if (in >= c->in_c || out >= c->out_c) return 0;
    int rows = c->adjoint ? c->in_c : c->out_c, row = c->adjoint ? in : out;
    int columns = c->adjoint ? c->out_c : c->in_c, column = c->adjoint ? out : in;
    if (c->merged > 1) {
        int part_rows = rows / c->merged;
        columns /= c->merged;
        if (row / part_rows != column / columns) return 0;
        column %= columns;
    }
    return c->f[(((size_t)group * rows + row) * columns + column) * c->y.taps * c->x.taps + tap];
}

// Packs the filter as [group][phase][block of out][in/4][taps_y][taps_x][4 in][CHANNELS out].
static void pack_filter(void *context, int index, int worker) {
    const correlation *c = context;
    int group = index / c->out_blocks, block = index % c->out_blocks;
    size_t taps_before = 0, per_tap = (size_t)c->in_fours * 4 * CHANNELS;
    (void)worker;
    for (int py = 0; py < cal_conv_phases(&c->y); py++)
        for (int px = 0; px < cal_conv_phases(&c->x); px++) {
            cal_conv_phase ay = cal_conv_phase_of(&c->y, py), ax = cal_conv_phase_of(&c->x, px);
            size_t taps = (size_t)ay.taps * ax.taps;
            float *to = c->filter + group * (size_t)group_filter_floats(c) +
                        per_tap * (taps_before * c->out_blocks + block * taps);
            taps_before += taps;
            for (int g = 0; g < c->in_fours; g++)
                for (int ty = 0; ty < ay.taps; ty++)
                    for (int tx = 0; tx < ax.taps; tx++) {
                        int tap =
                            (ay.first_tap + ty * ay.tap_step) * c->x.taps + ax.first_tap + tx * ax.tap_step;
                        for (int i = g * 4; i < g * 4 + 4; i++)
                            for (int o = block * CHANNELS; o < (block + 1) * CHANNELS; o++, to++)
                                *to = filter_at(c, group, i, o, tap);
                    }
        }
}

typedef struct tile_job {
    float *out;
    const float *in, *filter;
    size_t out_step, out_plane; // floats from pixel to pixel and from 4-channel block to block
    size_t in_step, in_plane;
    size_t tap_x, tap_y;             // floats from tap to tap
    int fours, taps_y, taps_x, last; // fours: 4-channel blocks; last: channels used in the last one
    int quads;                       // planes that the last vector is written to
} tile_job;

// sum[pixel][vector of out] += in filter, for one input channel.
CAL_INLINE void correlate_channel(int pixels, int vectors, size_t step, cal_wide sum[PIXELS][2],
                                  const float *in, const float *filter) {
    cal_wide f0 = cal_wide_load(filter), f1 = vectors > 1 ? cal_wide_load(filter + CAL_LANES) : f0;
    CAL_UNROLLED
    for (int p = 0; p < pixels; p++) {
        cal_wide x = cal_wide_splat_at(in + p * step);
        sum[p][0] = cal_wide_muladd(x, f0, sum[p][0]);
        if (vectors > 1) sum[p][1] = cal_wide_muladd(x, f1, sum[p][1]);
    }
}

// `pixels`, `vectors` and, for the common strides, `step` are constants after inlining. The four channels are
// unrolled by hand for the reasons of cal_tile_sum (tile.h).
CAL_INLINE void correlate(int pixels, int vectors, size_t step, const tile_job *job) {
    cal_wide sum[PIXELS][2];
    CAL_UNROLLED
    for (int p = 0; p < pixels; p++) sum[p][0] = sum[p][1] = cal_wide_splat(0);
    const float *in_four = job->in, *filter = job->filter;
    for (int g = job->fours; g > 0; g--, in_four += job->in_plane) {
        int channels = g > 1 ? 4 : job->last;
        const float *in_row = in_four;
        for (int ty = job->taps_y; ty > 0; ty--, in_row += job->tap_y) {
            const float *tap = in_row;
            CAL_ROLLED
            for (int tx = job->taps_x; tx > 0; tx--, tap += job->tap_x, filter += 4 * CHANNELS) {
                const float *in = tap, *end = tap + channels;
                correlate_channel(pixels, vectors, step, sum, in, filter);
                in++;
                CAL_OPAQUE(in);
                if (in == end) continue;
                correlate_channel(pixels, vectors, step, sum, in, filter + CHANNELS);
                in++;
                CAL_OPAQUE(in);
                if (in == end) continue;
                correlate_channel(pixels, vectors, step, sum, in, filter + 2 * CHANNELS);
                in++;
                CAL_OPAQUE(in);
                if (in == end) continue;
                correlate_channel(pixels, vectors, step, sum, in, filter + 3 * CHANNELS);
            }
        }
    }
    const size_t plane = job->out_plane;
    CAL_UNROLLED
    for (int p = 0; p < pixels; p++) {
        float *out = job->out + p * job->out_step;
        if (vectors > 1) cal_wide_scatter(out, plane, CAL_QUADS, sum[p][0]);
        cal_wide_scatter(out + (vectors - 1) * CAL_QUADS * plane, plane, job->quads, sum[p][vectors - 1]);
    }
}

CAL_INLINE void correlate_step(int pixels, int vectors, size_t step, const tile_job *job) {
    CAL_TILE_CALL(pixels, vectors, correlate, step, job)
}
static void correlate_stride1(int pixels, int vectors, const tile_job *job) {
    correlate_step(pixels, vectors, 4, job);
}
static void correlate_stride2(int pixels, int vectors, const tile_job *job) {
    correlate_step(pixels, vectors, 8, job);
}
static void correlate_stride_any(int pixels, int vectors, const tile_job *job) {
    correlate_step(pixels, vectors, job->in_step, job);
}

static void correlate_phase(const correlation *c, float *out, const float *in, const float *filter,
                            const cal_conv_phase *ay, const cal_conv_phase *ax) {
    tile_job job = {.out_step = (size_t)ax->out_step * 4,
                    .out_plane = (size_t)c->y.out * c->x.out * 4,
                    .in_step = (size_t)ax->in_step * 4,
                    .in_plane = (size_t)c->y.padded * c->x.padded * 4,
                    .tap_x = (size_t)ax->tap_distance * 4,
                    .tap_y = (size_t)ay->tap_distance * c->x.padded * 4,
                    .fours = c->in_fours,
                    .taps_y = ay->taps,
                    .taps_x = ax->taps,
                    .last = c->in_c - (c->in_fours - 1) * 4};
    for (int block = 0; block < c->out_blocks; block++) {
        int left = c->out_c - block * CHANNELS, vectors = left > CAL_LANES ? 2 : 1;
        job.quads = cal_min_int(CAL_QUADS, cal_ceil_div(left, 4) - (vectors - 1) * CAL_QUADS);
        job.filter = filter + (size_t)block * ay->taps * ax->taps * c->in_fours * 4 * CHANNELS;
        for (int y = 0; y < ay->count; y++)
            for (int x = 0; x < ax->count; x += PIXELS) {
                int pixels = cal_min_int(PIXELS, ax->count - x);
                size_t row = (size_t)ay->out_first + (size_t)y * ay->out_step;
                size_t column = (size_t)ax->out_first + (size_t)x * ax->out_step;
                job.out = out + block * 2 * CAL_QUADS * job.out_plane + (row * c->x.out + column) * 4;
                job.in = in + ((size_t)(ay->in_first + y * ay->in_step) * c->x.padded + ax->in_first +
                               x * ax->in_step) *
                                  4;
                if (ax->in_step == 1) correlate_stride1(pixels, vectors, &job);
                else if (ax->in_step == 2) correlate_stride2(pixels, vectors, &job);
                else correlate_stride_any(pixels, vectors, &job);
            }
    }
}

static void correlate_group(void *context, int index, int worker) {
    const correlation *c = context;
    int group = index % c->groups, planes = cal_ceil_div(c->out_c, 4);
    const float *in = c->in + index * cal_image_floats(1, c->in_c, c->y.in, c->x.in);
    float *out = c->out + index * cal_image_floats(1, c->out_c, c->y.out, c->x.out);
    if (needs_padding(c)) {
        float *padded = c->padded + worker * padded_floats(c);
        cal_conv_pad(padded, in, group * c->in_c, c->in_c, &c->y, &c->x, c->adjoint ? NULL : c->fused);
        in = padded;
    }
    const float *filter = c->filter + group * (size_t)group_filter_floats(c);
    for (int py = 0; py < cal_conv_phases(&c->y); py++)
        for (int px = 0; px < cal_conv_phases(&c->x); px++) {
            cal_conv_phase ay = cal_conv_phase_of(&c->y, py), ax = cal_conv_phase_of(&c->x, px);
            correlate_phase(c, out, in, filter, &ay, &ax);
            filter += (size_t)ay.taps * ax.taps * c->in_fours * 4 * c->out_blocks * CHANNELS;
        }
    if (c->fused && c->fused->after) c->fused->after(c->fused->context, index * planes, planes, worker);
}

static size_t correlation_scratch(correlation c, int workers) {
    return cal_conv_bytes(filter_floats(&c) + (uint64_t)padded_floats(&c) * workers);
}

static void run_correlation(const cal_env *env, correlation c, float *out, const float *in, const float *f,
                            const cal_conv_fused *fused) {
    c.out = out;
    c.in = in;
    c.f = f;
    c.fused = fused;
    c.filter = env->scratch;
    c.padded = c.filter + filter_floats(&c);
    cal_pool_run(env->pool, c.groups * c.out_blocks, pack_filter, &c);
    cal_pool_run(env->pool, c.n * c.groups, correlate_group, &c);
}

static size_t forward_scratch(const cal_conv_shape *shape, int workers) {
    return correlation_scratch(correlation_of(shape, false), workers);
}
static size_t input_scratch(const cal_conv_shape *shape, int workers) {
    return correlation_scratch(correlation_of(shape, true), workers);
}
static void forward(const cal_env *env, float *y, const float *x, const float *f, const cal_conv_shape *shape,
                    const cal_conv_fused *fused) {
    run_correlation(env, correlation_of(shape, false), y, x, f, fused);
}
static void input_grad(const cal_env *env, float *dx, const float *dy, const float *f,
                       const cal_conv_shape *shape, const cal_conv_fused *fused) {
    run_correlation(env, correlation_of(shape, true), dx, dy, f, fused);
}

const cal_conv_algorithm CAL_WIDE(cal_conv_direct) = {
    .forward = {forward_scratch, forward},
    .input_grad = {input_scratch, input_grad},
    .filter_grad = {cal_conv_direct_filter_scratch, cal_conv_direct_filter},
};
