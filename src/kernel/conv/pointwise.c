// 1 x 1 convolution of every pixel and its adjoint in the image, as matrix products of an image with a
// filter. The tile (matmul/tile.h) reads four pixels of four channels at a time, which is the layout of an
// image.
//
// A range of pixels is copied, with its activation, before it is multiplied. The planes of its channels are
// powers of two apart, so in place they would evict one another from the first-level cache.
#include "kernel/conv/parts.h"
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/activation.h"
#include "kernel/loops.h"
#include "kernel/matmul/tile.h"

enum {
    PIXELS = CAL_TILE_ROWS,
    TILE = PIXELS * 4,
    AT_ONCE = 4, // planes that are copied together
    CHANNELS = CAL_TILE_COLUMNS,
    // floats of a copy: it stays in the second-level cache, and memory is read in long runs
    BLOCK_FLOATS = 32768,
    BLOCK_PIXELS = 1024, // pixels of a copy, at most
    SHARES = 16,         // a small batch is cut into at most this many shares for the threads
    SHARE = 200000       // multiply-adds that are worth a share
};

typedef struct pointwise {
    float *out;
    const float *in, *f;
    float *filter, *copy;  // scratch: [group][block of out][in][CHANNELS]; per worker a range of pixels
    int n, groups, merged; // as in direct.c
    int in_c, out_c;       // channels of a group
    int in_fours, blocks;  // blocks of four and of CHANNELS channels
    int pixels, block;     // pixels of a plane; pixels that are copied together
    size_t in_floats;      // floats of a group in one sample
    bool part;             // the channels of `in` are the first ones of a larger image
    int shares, share;     // parts that a group's blocks of channels are cut into; blocks in each
    bool adjoint;
    const cal_conv_fused *fused;
} pointwise;

static pointwise pointwise_of(const cal_conv_shape *s, bool adjoint) {
    pointwise p = {.n = s->n, .merged = cal_conv_merged(s), .pixels = s->h * s->w, .adjoint = adjoint};
    p.groups = s->groups / p.merged;
    p.in_c = (adjoint ? s->co : s->ci) / p.groups;
    p.out_c = (adjoint ? s->ci : s->co) / p.groups;
    p.in_fours = cal_ceil_div(p.in_c, 4);
    p.part = !adjoint && s->x_stride > p.in_fours && s->groups == 1;
    p.in_floats = (size_t)(p.part ? s->x_stride : p.in_fours) * 4 * p.pixels;
    p.blocks = cal_ceil_div(p.out_c, CHANNELS);
    p.block = cal_max_int(1, cal_min_int(BLOCK_PIXELS, BLOCK_FLOATS / (p.in_fours * 4)) / PIXELS) * PIXELS;
    const double work = (double)p.pixels * p.in_c * p.out_c, worth = work / SHARE;
    const int wanted = worth < SHARES ? (int)worth : SHARES;
    const int most = cal_min_int(cal_ceil_div(SHARES, p.n * p.groups), cal_min_int(p.blocks, wanted));
    p.share = cal_ceil_div(p.blocks, cal_max_int(1, most));
    p.shares = cal_ceil_div(p.blocks, p.share);
    return p;
}

static size_t group_floats(const pointwise *p) { return (size_t)p->blocks * CHANNELS * p->in_fours * 4; }
static size_t filter_floats(const pointwise *p) { return cal_scratch_floats(group_floats(p) * p->groups); }
static size_t copy_floats(const pointwise *p) { return (size_t)p->block * p->in_fours * 4; }

// The filter's value between channels of a group; zero between merged groups.
static float filter_at(const pointwise *p, int group, int in, int out) {
    int rows = p->adjoint ? p->in_c : p->out_c, row = p->adjoint ? in : out;
    int columns = p->adjoint ? p->out_c : p->in_c, column = p->adjoint ? out : in;
    if (p->merged > 1) {
        columns /= p->merged;
        if (row / (rows / p->merged) != column / columns) return 0;
        column %= columns;
    }
    return p->f[((size_t)group * rows + row) * columns + column];
}

static void pack_filter(void *context, int index, int worker) {
    const pointwise *p = context;
    const int group = index / p->blocks, first = index % p->blocks * CHANNELS;
    const int channels = cal_min_int(CHANNELS, p->out_c - first);
    float *to = p->filter + (size_t)index * CHANNELS * p->in_fours * 4;
    const size_t in_step = p->adjoint ? (size_t)p->out_c : 1, out_step = p->adjoint ? 1 : (size_t)p->in_c;
    const float *from = p->f + (size_t)group * p->in_c * p->out_c + first * out_step;
    (void)worker;
    memset(to, 0, (size_t)CHANNELS * p->in_fours * 4 * sizeof *to);
    for (int i = 0; i < p->in_c; i++, to += CHANNELS)
        for (int o = 0; o < channels; o++)
            to[o] = p->merged > 1 ? filter_at(p, group, i, first + o) : from[i * in_step + o * out_step];
}

// Copies TILE floats of each of `planes` planes.
CAL_INLINE void copy_tile(int planes, bool active, float *to, const float *from, size_t plane,
                          const cal_activation *load, cal_wide cap) {
    CAL_UNROLLED
    for (int g = 0; g < planes; g++) {
        CAL_UNROLLED
        for (int k = 0; k < TILE; k += CAL_LANES) {
            cal_wide x = cal_wide_load(from + g * plane + k);
            cal_wide_store(to + g * TILE + k, active ? cal_activate_capped(x, &load[g], cap) : x);
        }
    }
}

// Copies `count` pixels of some planes, to tiles that are `tile` floats apart. Does not read beyond the last
// pixel.
CAL_INLINE void copy_planes(int planes, bool active, float *to, size_t tile, const float *from, size_t plane,
                            int count, const cal_activation *load, cal_wide cap) {
    CAL_ROLLED
    for (; count >= PIXELS; count -= PIXELS, to += tile, from += TILE)
        copy_tile(planes, active, to, from, plane, load, cap);
    if (count == 0) return;
    float last[AT_ONCE * TILE] = {0};
    for (int g = 0; g < planes; g++)
        memcpy(last + g * TILE, from + g * plane, (size_t)count * 4 * sizeof *from);
    copy_tile(planes, active, to, last, TILE, load, cap);
}

// Copies pixels first .. first + count - 1 of a group's planes as [tile][in/4][4 pixels][4 channels]. Several
// planes at a time, so that adjacent lines are written together: writing one plane, a tile apart, takes
// several times as long.
static void copy_pixels(float *to, const pointwise *p, const float *in, int group, int first, int count) {
    const cal_conv_fused *fused = p->adjoint ? NULL : p->fused;
    const bool active = fused && fused->slope;
    const cal_wide cap = cal_wide_splat(active && fused->cap > 0 ? (float)fused->cap : __builtin_inff());
    const size_t plane = (size_t)p->pixels * 4, tile = (size_t)p->in_fours * TILE;
    const float *from = in + (size_t)first * 4;
    for (int g = 0; g < p->in_fours; g += AT_ONCE, to += AT_ONCE * TILE, from += AT_ONCE * plane) {
        const int planes = cal_min_int(AT_ONCE, p->in_fours - g);
        cal_activation load[AT_ONCE] = {0};
        for (int i = 0; active && i < planes; i++)
            load[i] = cal_activation_of(fused->slope, fused->constant, group * p->in_c / 4 + g + i,
                                        (group + 1) * p->in_c);
        switch (planes * 2 + active) {
#define CASE(planes)                                                                                         \
    case planes * 2: copy_planes(planes, false, to, tile, from, plane, count, load, cap); break;             \
    case planes * 2 + 1: copy_planes(planes, true, to, tile, from, plane, count, load, cap); break;
            CASE(1)
            CASE(2)
            CASE(3)
            CASE(4)
#undef CASE
        }
    }
}

// Multiplies `pixels` by `vectors` of channels, or by one vector with two `fours` of pixels. Writes to
// planes; the last vector has `quads` of them.
CAL_INLINE void multiply(int pixels, int vectors, int fours, float *out, size_t plane, int quads,
                         const float *left, const float *right, int depth) {
    (void)quads; // used with four lanes only
    cal_wide sum[CAL_TILE_ROWS][2];
    CAL_UNROLLED
    for (int i = 0; i < pixels; i++) sum[i][0] = sum[i][1] = cal_wide_splat(0);
    cal_tile_sum(pixels, vectors, fours, sum, left, (size_t)depth * PIXELS, 4, right, depth);
    const size_t second = vectors > 1 ? CAL_QUADS * plane : TILE;
    CAL_UNROLLED
    for (int i = 0; i < pixels; i++) {
        cal_wide_scatter(out + i * 4, plane, vectors > 1 ? CAL_QUADS : quads, sum[i][0]);
        if (vectors > 1 || fours > 1) cal_wide_scatter(out + i * 4 + second, plane, quads, sum[i][1]);
    }
}

// Runs tiles of PIXELS. Choosing a shape and calling for each would cost a third of the work at depth eight.
CAL_INLINE void multiply_tiles(int vectors, int fours, float *out, size_t plane, int quads, const float *left,
                               const float *right, int depth, int tiles) {
    CAL_ROLLED
    for (; tiles > 0; tiles -= fours, out += fours * TILE, left += (size_t)fours * depth * PIXELS)
        multiply(PIXELS, vectors, fours, out, plane, quads, left, right, depth);
}

// Multiplies `count` pixels by a block of channels.
static void multiply_block(int count, int vectors, float *out, size_t plane, int quads, const float *left,
                           const float *right, int depth) {
    const int tiles = count / PIXELS, even = tiles / 2 * 2, rest = count % PIXELS;
    if (vectors > 1) multiply_tiles(2, 1, out, plane, quads, left, right, depth, tiles);
    else multiply_tiles(1, 2, out, plane, quads, left, right, depth, even);
    const int done = vectors > 1 ? tiles : even;
    out += (size_t)done * TILE;
    left += (size_t)done * PIXELS * depth;
    if (done < tiles) {
        multiply(PIXELS, 1, 1, out, plane, quads, left, right, depth);
        out += TILE;
        left += (size_t)PIXELS * depth;
    }
    CAL_TILE_CALL(rest, vectors, multiply, 1, out, plane, quads, left, right, depth)
}

// Computes a share of the channels of a group of a sample.
static void run_share(void *context, int index, int worker) {
    const pointwise *p = context;
    const int at = index / p->shares, group = at % p->groups, depth = p->in_fours * 4;
    const int begin = index % p->shares * p->share, end = cal_min_int(begin + p->share, p->blocks);
    const size_t plane = (size_t)p->pixels * 4;
    const float *in = p->in + at * p->in_floats;
    float *out = p->out + at * cal_image_floats(1, p->out_c, 1, p->pixels);
    float *copy = p->copy + worker * copy_floats(p);
    const float *filter = p->filter + group * group_floats(p);
    if (p->shares == 1) cal_read_lines(in, cal_image_floats(1, p->in_c, 1, p->pixels));
    for (int first = 0; first < p->pixels; first += p->block) {
        const int count = cal_min_int(p->block, p->pixels - first);
        copy_pixels(copy, p, in, group, first, count);
        for (int b = begin; b < end; b++) {
            const int left = p->out_c - b * CHANNELS, vectors = left > CAL_LANES ? 2 : 1;
            const int quads = cal_min_int(CAL_QUADS, cal_ceil_div(left, 4) - (vectors - 1) * CAL_QUADS);
            const float *right = filter + (size_t)b * CHANNELS * depth;
            multiply_block(count, vectors, out + b * 2 * CAL_QUADS * plane + (size_t)first * 4, plane, quads,
                           copy, right, depth);
        }
    }
    if (!p->fused || !p->fused->after) return;
    const int planes = cal_ceil_div(p->out_c, 4);
    const int done = begin * 2 * CAL_QUADS;
    p->fused->after(p->fused->context, at * planes + done, cal_min_int(end * 2 * CAL_QUADS, planes) - done,
                    worker);
}

// With one block of channels every pixel is read once: a copy of many samples, which come from memory, would
// only cost time. But with an activation they are copied anyway, and ranges stay closer in the cache than a
// whole sample.
static bool copies(const pointwise *p, bool active) {
    return p->blocks > 1 || p->n <= 16 || active || p->part;
}

static size_t scratch_of(const cal_conv_shape *shape, bool adjoint, int workers) {
    const pointwise p = pointwise_of(shape, adjoint);
    const cal_conv_algorithm *direct = &CAL_WIDE(cal_conv_direct);
    size_t bytes = 0;
    if (!copies(&p, false)) bytes = (adjoint ? direct->input_grad : direct->forward).scratch(shape, workers);
    if (copies(&p, !adjoint))
        bytes = cal_max_size(
            bytes, cal_conv_bytes(filter_floats(&p) + (uint64_t)copy_floats(&p) * (uint64_t)workers));
    return bytes;
}

static void run_pointwise(const cal_env *env, bool adjoint, float *out, const float *in, const float *f,
                          const cal_conv_shape *shape, const cal_conv_fused *fused) {
    pointwise p = pointwise_of(shape, adjoint);
    const cal_conv_algorithm *direct = &CAL_WIDE(cal_conv_direct);
    const float *prepared = fused ? fused->prepared : NULL;
    if (!copies(&p, !adjoint && fused && fused->slope)) {
        (adjoint ? direct->input_grad : direct->forward).run(env, out, in, f, shape, fused);
        return;
    }
    p.out = out;
    p.in = in;
    p.f = f;
    p.fused = fused;
    p.filter = env->scratch;
    p.copy = p.filter + filter_floats(&p);
    if (prepared) p.filter = (float *)prepared; // only read
    else cal_pool_run(env->pool, p.groups * p.blocks, pack_filter, &p);
    cal_pool_run(env->pool, p.n * p.groups * p.shares, run_share, &p);
}

static size_t forward_scratch(const cal_conv_shape *shape, int workers) {
    return scratch_of(shape, false, workers);
}
static size_t input_scratch(const cal_conv_shape *shape, int workers) {
    return scratch_of(shape, true, workers);
}
static void forward(const cal_env *env, float *y, const float *x, const float *f, const cal_conv_shape *shape,
                    const cal_conv_fused *fused) {
    run_pointwise(env, false, y, x, f, shape, fused);
}
static void input_grad(const cal_env *env, float *dx, const float *dy, const float *f,
                       const cal_conv_shape *shape, const cal_conv_fused *fused) {
    run_pointwise(env, true, dx, dy, f, shape, fused);
}

static size_t prepared_floats(const cal_conv_shape *shape) {
    const pointwise p = pointwise_of(shape, false);
    return group_floats(&p) * p.groups;
}

static void prepare(const cal_env *env, float *prepared, const float *f, const cal_conv_shape *shape) {
    pointwise p = pointwise_of(shape, false);
    p.filter = prepared;
    p.f = f;
    cal_pool_run(env->pool, p.groups * p.blocks, pack_filter, &p);
}

const cal_conv_algorithm CAL_WIDE(cal_conv_pointwise) = {
    .forward = {forward_scratch, forward},
    .input_grad = {input_scratch, input_grad},
    .filter_grad = {cal_conv_pointwise_filter_scratch, cal_conv_pointwise_filter},
    .prepared_floats = prepared_floats,
    .prepare = prepare,
};
