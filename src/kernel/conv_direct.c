// Floor 1. Plain convolution and its adjoint in the image, for every size, stride and padding.
//
// Both are correlations of a padded image with a filter. The adjoint of a convolution of stride s splits into
// s x s phases: the pixels y with (y + pad) mod s = r meet only the taps r, r + s, r + 2s, ..., backwards,
// and the output gradient's neighbouring rows, so that each phase is a correlation of stride 1 whose results
// lie s apart. Every phase runs the same tile: up to four pixels by eight channels in eight registers.
#include "kernel/conv_parts.h"
#include <string.h>
#include "base/simd.h"
#include "kernel/activation.h"
#include "kernel/loops.h"

enum { PIXELS = 4, CHANNELS = 8 };

// One phase along one axis: output o = out_first + m out_step reads padded input in_first + m in_step + t
// for t < taps, with filter tap first_tap + t tap_step.
typedef struct conv_axis {
    int taps, first_tap, tap_step;
    int out_first, count, in_first;
} conv_axis;

typedef struct correlation {
    float *out;
    const float *in, *f;
    float *filter, *padded;  // scratch; `padded` has a part for every lane
    int n, in_c, in_h, in_w; // image that is read
    int out_c, out_h, out_w; // image that is written
    int k, stride, pad;
    bool adjoint; // in the image: phases, filter turned round, roles of its channels exchanged
    int front;    // zeros in front of the padded image's rows and columns
    int padded_h, padded_w;
    int in_groups, out_blocks; // of four and of eight channels
    const cal_conv_fused *fused;
} correlation;

static size_t filter_floats(const correlation *c) {
    return cal_scratch_floats((size_t)c->out_blocks * CHANNELS * c->in_groups * 4 * c->k * c->k);
}
static bool needs_padding(const correlation *c) { // or a copy with its activation
    return (!c->adjoint && c->fused && c->fused->slope) || c->front || c->padded_h != c->in_h ||
           c->padded_w != c->in_w;
}
static size_t padded_floats(const correlation *c) {
    return cal_scratch_floats(cal_image_floats(1, c->in_c, c->padded_h, c->padded_w));
}

static conv_axis axis_of(const correlation *c, int phase, int extent) {
    if (!c->adjoint) return (conv_axis){.taps = c->k, .tap_step = 1, .count = extent};
    int taps = phase < c->k ? cal_ceil_div(c->k - phase, c->stride) : 0;
    int first = ((phase - c->pad) % c->stride + c->stride) % c->stride;
    return (conv_axis){.taps = taps,
                       .first_tap = phase + c->stride * (taps - 1),
                       .tap_step = -c->stride,
                       .out_first = first,
                       .count = first < extent ? cal_ceil_div(extent - first, c->stride) : 0,
                       .in_first = c->front + (first + c->pad - phase) / c->stride - (taps - 1)};
}

static correlation forward_of(const cal_conv_shape *s) {
    correlation c = {.n = s->n,
                     .in_c = s->ci,
                     .in_h = s->h,
                     .in_w = s->w,
                     .out_c = s->co,
                     .out_h = s->oh,
                     .out_w = s->ow,
                     .k = s->k,
                     .stride = s->stride,
                     .pad = s->pad,
                     .front = s->pad};
    c.padded_h = (s->oh - 1) * s->stride + s->k;
    c.padded_w = (s->ow - 1) * s->stride + s->k;
    return c;
}

static correlation adjoint_of(const cal_conv_shape *s) {
    correlation c = {.n = s->n,
                     .in_c = s->co,
                     .in_h = s->oh,
                     .in_w = s->ow,
                     .out_c = s->ci,
                     .out_h = s->h,
                     .out_w = s->w,
                     .k = s->k,
                     .stride = s->stride,
                     .pad = s->pad,
                     .adjoint = true};
    c.front = cal_ceil_div(s->k, s->stride) - 1;
    c.padded_h = c.front + (s->h - 1 + s->pad) / s->stride + 1;
    c.padded_w = c.front + (s->w - 1 + s->pad) / s->stride + 1;
    return c;
}

// A 1 x 1 convolution does not see rows: one long row has fewer ends. Where no zeros are needed in front, the
// image itself serves as the padded one.
static void finish(correlation *c) {
    if (c->k == 1 && c->stride == 1 && c->pad == 0) {
        c->in_w = c->out_w = c->padded_w = c->in_h * c->in_w;
        c->in_h = c->out_h = c->padded_h = 1;
    }
    if (c->front == 0 && c->padded_h <= c->in_h && c->padded_w <= c->in_w) {
        c->padded_h = c->in_h;
        c->padded_w = c->in_w;
    }
    c->in_groups = cal_ceil_div(c->in_c, 4);
    c->out_blocks = cal_ceil_div(c->out_c, CHANNELS);
}

// Filter to [phase][out/8][in/4][taps_y][taps_x][4 in][8 out], zeros in the padding.
static void pack_filter(void *context, int block, int lane) {
    const correlation *c = context;
    int phases = c->adjoint ? c->stride : 1, taps_before = 0;
    size_t per_tap = (size_t)c->in_groups * 4 * CHANNELS;
    (void)lane;
    for (int py = 0; py < phases; py++)
        for (int px = 0; px < phases; px++) {
            conv_axis ay = axis_of(c, py, c->out_h), ax = axis_of(c, px, c->out_w);
            float *to =
                c->filter + per_tap * ((size_t)taps_before * c->out_blocks + block * ay.taps * ax.taps);
            taps_before += ay.taps * ax.taps;
            for (int g = 0; g < c->in_groups; g++)
                for (int ty = 0; ty < ay.taps; ty++)
                    for (int tx = 0; tx < ax.taps; tx++)
                        for (int i = g * 4; i < g * 4 + 4; i++)
                            for (int o = block * CHANNELS; o < (block + 1) * CHANNELS; o++, to++) {
                                int tap = (ay.first_tap + ty * ay.tap_step) * c->k + ax.first_tap +
                                          tx * ax.tap_step;
                                size_t at = c->adjoint ? (size_t)i * c->out_c + o : (size_t)o * c->in_c + i;
                                *to = i < c->in_c && o < c->out_c ? c->f[at * c->k * c->k + tap] : 0;
                            }
        }
}

typedef struct tile_job {
    float *out;
    const float *in, *filter;
    size_t out_step, out_plane;         // floats from pixel to pixel and from group to group
    size_t in_step, in_pitch, in_plane; // and from row to row
    int groups, taps_y, taps_x, last;   // `last`: channels in use in the last group
} tile_job;

// `pixels`, `vectors` and, for the common strides, `step` are constants where this is inlined.
CAL_INLINE void correlate(int pixels, int vectors, size_t step, const tile_job *job) {
    cal_f4 sum[PIXELS][2];
    CAL_UNROLLED
    for (int p = 0; p < pixels; p++) sum[p][0] = sum[p][1] = cal_f4_splat(0);
    const float *in_group = job->in, *filter = job->filter;
    for (int g = job->groups; g > 0; g--, in_group += job->in_plane) {
        int channels = g > 1 ? 4 : job->last;
        const float *in_row = in_group;
        for (int ty = job->taps_y; ty > 0; ty--, in_row += job->in_pitch) {
            const float *in = in_row;
            CAL_ROLLED
            for (int tx = job->taps_x; tx > 0;
                 tx--, in += 4 - channels, filter += (4 - channels) * CHANNELS) {
                CAL_ROLLED
                for (int q = channels; q > 0; q--, in++, filter += CHANNELS) {
                    cal_f4 f0 = cal_f4_load(filter), f1 = vectors > 1 ? cal_f4_load(filter + 4) : f0;
                    CAL_UNROLLED
                    for (int p = 0; p < pixels; p++) {
                        cal_f4 x = cal_f4_splat_at(in + p * step);
                        sum[p][0] = cal_f4_muladd(x, f0, sum[p][0]);
                        if (vectors > 1) sum[p][1] = cal_f4_muladd(x, f1, sum[p][1]);
                    }
                }
            }
        }
    }
    CAL_UNROLLED
    for (int p = 0; p < pixels; p++) {
        cal_f4_store(job->out + p * job->out_step, sum[p][0]);
        if (vectors > 1) cal_f4_store(job->out + job->out_plane + p * job->out_step, sum[p][1]);
    }
}

CAL_INLINE void correlate_step(int pixels, int vectors, size_t step, const tile_job *job) {
    switch (pixels * 2 + vectors - 1) {
#define CASE(pixels, vectors)                                                                                \
    case pixels * 2 + vectors - 1: correlate(pixels, vectors, step, job); break;
        CASE(1, 1)
        CASE(1, 2)
        CASE(2, 1)
        CASE(2, 2)
        CASE(3, 1)
        CASE(3, 2)
        CASE(4, 1)
        CASE(4, 2)
#undef CASE
    }
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
                            conv_axis ay, conv_axis ax) {
    int in_step = c->adjoint ? 1 : c->stride, out_step = c->adjoint ? c->stride : 1;
    tile_job job = {.out_step = (size_t)out_step * 4,
                    .out_plane = (size_t)c->out_h * c->out_w * 4,
                    .in_step = (size_t)in_step * 4,
                    .in_pitch = (size_t)c->padded_w * 4,
                    .in_plane = (size_t)c->padded_h * c->padded_w * 4,
                    .groups = c->in_groups,
                    .taps_y = ay.taps,
                    .taps_x = ax.taps,
                    .last = c->in_c - (c->in_groups - 1) * 4};
    for (int block = 0; block < c->out_blocks; block++) {
        int vectors = c->out_c - block * CHANNELS > 4 ? 2 : 1;
        job.filter = filter + (size_t)block * ay.taps * ax.taps * c->in_groups * 4 * CHANNELS;
        for (int y = 0; y < ay.count; y++)
            for (int x = 0; x < ax.count; x += PIXELS) {
                int pixels = cal_min_int(PIXELS, ax.count - x);
                size_t row = (size_t)ay.out_first + (size_t)y * out_step;
                size_t column = (size_t)ax.out_first + (size_t)x * out_step;
                job.out = out + block * 2 * job.out_plane + (row * c->out_w + column) * 4;
                job.in =
                    in + ((size_t)(ay.in_first + y * in_step) * c->padded_w + ax.in_first + x * in_step) * 4;
                if (in_step == 1) correlate_stride1(pixels, vectors, &job);
                else if (in_step == 2) correlate_stride2(pixels, vectors, &job);
                else correlate_stride_any(pixels, vectors, &job);
            }
    }
}

static void activate_row(float *to, const float *from, size_t floats, const cal_activation *load) {
    for (size_t i = 0; i < floats; i += 4) cal_f4_store(to + i, cal_activate(cal_f4_load(from + i), load));
}

void cal_conv_pad(float *to, int to_h, int to_w, const float *from, int c, int h, int w, int front,
                  const cal_conv_fused *fused) {
    bool active = fused && fused->slope;
    int groups = cal_ceil_div(c, 4);
    int left = cal_min_int(front, to_w), columns = cal_max_int(0, cal_min_int(w, to_w - left));
    for (int g = 0; g < groups; g++) {
        cal_activation load =
            active ? cal_activation_of(fused->slope, fused->constant, g, c) : (cal_activation){0};
        for (int y = 0; y < to_h; y++, to += (size_t)to_w * 4) {
            int row = y - front;
            if (row < 0 || row >= h || columns == 0) {
                memset(to, 0, (size_t)to_w * 4 * sizeof *to);
                continue;
            }
            memset(to, 0, (size_t)left * 4 * sizeof *to);
            const float *pixels = from + ((size_t)g * h + row) * w * 4;
            if (active) activate_row(to + (size_t)left * 4, pixels, (size_t)columns * 4, &load);
            else memcpy(to + (size_t)left * 4, pixels, (size_t)columns * 4 * sizeof *to);
            memset(to + (size_t)(left + columns) * 4, 0, (size_t)(to_w - left - columns) * 4 * sizeof *to);
        }
    }
}

static void correlate_sample(void *context, int sample, int lane) {
    const correlation *c = context;
    const float *in = c->in + sample * cal_image_floats(1, c->in_c, c->in_h, c->in_w);
    float *out = c->out + sample * cal_image_floats(1, c->out_c, c->out_h, c->out_w);
    if (needs_padding(c)) {
        float *padded = c->padded + lane * padded_floats(c);
        cal_conv_pad(padded, c->padded_h, c->padded_w, in, c->in_c, c->in_h, c->in_w, c->front,
                     c->adjoint ? NULL : c->fused);
        in = padded;
    }
    int phases = c->adjoint ? c->stride : 1;
    const float *filter = c->filter;
    for (int py = 0; py < phases; py++)
        for (int px = 0; px < phases; px++) {
            conv_axis ay = axis_of(c, py, c->out_h), ax = axis_of(c, px, c->out_w);
            correlate_phase(c, out, in, filter, ay, ax);
            filter += (size_t)ay.taps * ax.taps * c->in_groups * 4 * c->out_blocks * CHANNELS;
        }
    int planes = cal_ceil_div(c->out_c, 4);
    if (!c->fused || !c->fused->after) return;
    for (int p = 0; p < planes; p++) c->fused->after(c->fused->context, sample * planes + p, lane);
}

static size_t correlation_scratch(correlation c, int lanes) {
    finish(&c);
    return (filter_floats(&c) + padded_floats(&c) * lanes) * sizeof(float);
}

static void run_correlation(const cal_env *env, correlation c, float *out, const float *in, const float *f,
                            const cal_conv_fused *fused) {
    finish(&c);
    c.out = out;
    c.in = in;
    c.f = f;
    c.fused = fused;
    c.filter = env->scratch;
    c.padded = c.filter + filter_floats(&c);
    cal_pool_run(env->pool, c.out_blocks, pack_filter, &c);
    cal_pool_run(env->pool, c.n, correlate_sample, &c);
}

size_t cal_conv_direct_forward_scratch(const cal_conv_shape *shape, int lanes) {
    return correlation_scratch(forward_of(shape), lanes);
}
size_t cal_conv_direct_input_scratch(const cal_conv_shape *shape, int lanes) {
    return correlation_scratch(adjoint_of(shape), lanes);
}
void cal_conv_direct_forward(const cal_env *env, float *y, const float *x, const float *f,
                             const cal_conv_shape *shape, const cal_conv_fused *fused) {
    run_correlation(env, forward_of(shape), y, x, f, fused);
}
void cal_conv_direct_input(const cal_env *env, float *dx, const float *dy, const float *f,
                           const cal_conv_shape *shape, const cal_conv_fused *fused) {
    run_correlation(env, adjoint_of(shape), dx, dy, f, fused);
}
