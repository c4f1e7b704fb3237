// Adjoint of a 1 x 1 convolution of every pixel in the filter: the sums of direct_filter.c for one tap. Four
// input by two vectors of output channels stay in eight registers while a sample's pixels are read. Pixels
// are processed in pieces. A piece of the gradient and of the activated image stays in the cache while all
// pairs of channels meet. The sums wait in memory for the next piece.
#include "kernel/conv/parts.h"
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/loops.h"
#include "kernel/matmul/tile.h"

enum {
    CHANNELS = 2 * CAL_LANES,
    PIECE = (CAL_LANES == 4 ? 2048 : 4096) / CHANNELS, // pixels per piece
    LEAST_PIECE = 128, // with fewer pixels, moving the sums to memory and back would cost too much
    PIECE_FLOATS = CAL_LANES == 4 ? 0 : PIECE * CHANNELS, // floats of a packed piece
    PACKS = 3,            // packing is worthwhile above this many fours of input channels
    IMAGE_FLOATS = 12288, // floats of the image in a piece
    NEAR_FLOATS = 16384   // floats of samples that meet a block of the gradient's channels in sequence
};

typedef struct filter_job {
    float *df;
    const float *x, *dy;
    float *part,           // scratch: sums of each part and group;
        *copy,             // per worker a piece of the activated images of some samples,
        *packed,           // one of the gradient as [pixel][CHANNELS],
        *sum;              // and the sums that wait
    int n, groups, merged; // as in direct.c
    int ci, co, pixels;    // channels of a group; pixels of a plane
    int in_fours, blocks;  // blocks of four and of CHANNELS channels
    int parts, part_samples;
    size_t x_floats;        // floats of a group in one sample of x
    int piece, samples;     // pixels, and number of samples, that are summed at a time
    cal_conv_slices slices; // slices of a part's group, in blocks of four input channels
    const cal_conv_fused *fused;
} filter_job;

static filter_job job_for(const cal_conv_shape *s) {
    filter_job job = {.n = s->n, .merged = cal_conv_merged(s), .pixels = s->h * s->w};
    job.groups = s->groups / job.merged;
    job.ci = s->ci / job.groups;
    job.co = s->co / job.groups;
    job.in_fours = cal_ceil_div(job.ci, 4);
    job.blocks = cal_ceil_div(job.co, CHANNELS);
    job.x_floats = cal_image_floats(1, job.ci, 1, job.pixels);
    if (s->groups == 1 && s->x_stride) job.x_floats = (size_t)s->x_stride * 4 * job.pixels;
    job.part_samples = cal_ceil_div(s->n, CAL_CONV_PARTS);
    job.parts = cal_ceil_div(s->n, job.part_samples);
    job.piece = cal_max_int(LEAST_PIECE, cal_min_int(PIECE, IMAGE_FLOATS / (job.in_fours * 4)) / 4 * 4);
    const double floats = (double)job.in_fours * 4 * job.pixels;
    const int near = job.pixels > job.piece ? 1 : (int)(NEAR_FLOATS / floats);
    job.samples = cal_max_int(1, cal_min_int(job.part_samples, near));
    return job;
}

static uint64_t group_floats(const filter_job *job) { // [block of out][in][CHANNELS]
    return (uint64_t)job->blocks * job->in_fours * 4 * CHANNELS;
}
static uint64_t part_floats(const filter_job *job) { return group_floats(job) * job->groups; }
static size_t copy_floats(const filter_job *job) {
    const int pixels = cal_min_int(job->pixels, job->piece);
    return cal_scratch_floats(cal_image_floats(job->samples, job->ci, 1, pixels));
}
static size_t sum_floats(const filter_job *job) {
    return job->pixels > job->piece ? (size_t)group_floats(job) : 0;
}

size_t cal_conv_pointwise_filter_scratch(const cal_conv_shape *shape, int workers) {
    const filter_job job = job_for(shape);
    return cal_conv_bytes(part_floats(&job) * (uint64_t)job.parts +
                          (uint64_t)(copy_floats(&job) + PIECE_FLOATS + sum_floats(&job)) *
                              (uint64_t)workers);
}

// A piece of a sample's gradient for a block of channels: planes, or packed if registers are wider than a
// pixel of a plane.
typedef struct piece {
    const float *dy;
    size_t plane;             // floats from plane to plane
    int pixels, quads;        // quads: 4-channel blocks in the last vector
    bool packed, first, last; // first, last: the sample's first and last piece
} piece;

// Adds x[i] dy[o] over the pixels of the piece to sum[i][o]. `channels` (in) and `vectors` (out) are
// constants after inlining. Four pixels are unrolled by hand for the reasons of cal_tile_sum (tile.h).
CAL_INLINE void accumulate_planes(int channels, int vectors, cal_wide sum[CAL_TILE_ROWS][2], const float *x,
                                  const piece *p) {
    const float *end = x + (size_t)p->pixels * 4, *dy[2] = {p->dy, p->dy + CAL_QUADS * p->plane};
#define PIXEL(at)                                                                                            \
    {                                                                                                        \
        const cal_wide d0 = cal_wide_gather(dy[0] + at, p->plane, vectors > 1 ? CAL_QUADS : p->quads);       \
        const cal_wide d1 = vectors > 1 ? cal_wide_gather(dy[1] + at, p->plane, p->quads) : d0;              \
        CAL_UNROLLED                                                                                         \
        for (int i = 0; i < channels; i++) {                                                                 \
            const cal_wide v = cal_wide_splat_at(x + i);                                                     \
            sum[i][0] = cal_wide_muladd(v, d0, sum[i][0]);                                                   \
            if (vectors > 1) sum[i][1] = cal_wide_muladd(v, d1, sum[i][1]);                                  \
        }                                                                                                    \
        x += 4;                                                                                              \
        CAL_OPAQUE(x);                                                                                       \
    }
    CAL_ROLLED
    do {
        PIXEL(0)
        if (x == end) break;
        PIXEL(4)
        if (x == end) break;
        PIXEL(8)
        if (x == end) break;
        PIXEL(12)
        dy[0] += 16;
        dy[1] += 16;
    } while (x != end);
#undef PIXEL
}

// Adds the sums of earlier pieces, in `waiting`. The last piece writes to `part`.
CAL_INLINE void accumulate(int channels, int vectors, float *part, float *waiting, const float *x,
                           const piece *p) {
    cal_wide sum[CAL_TILE_ROWS][2];
    CAL_UNROLLED
    for (int i = 0; i < channels; i++) {
        CAL_UNROLLED
        for (int v = 0; v < vectors; v++)
            sum[i][v] = p->first ? cal_wide_splat(0) : cal_wide_load(waiting + i * CHANNELS + v * CAL_LANES);
    }
    if (CAL_LANES == 4 || !p->packed) accumulate_planes(channels, vectors, sum, x, p);
    else
        cal_tile_sum_unpacked(channels, vectors, sum, x, 4, true, p->dy, (size_t)vectors * CAL_LANES,
                              p->pixels);
    float *to = p->last ? part : waiting;
    CAL_UNROLLED
    for (int i = 0; i < channels; i++) {
        CAL_UNROLLED
        for (int v = 0; v < vectors; v++) {
            float *at = to + i * CHANNELS + v * CAL_LANES;
            cal_wide_store(at, p->last ? cal_wide_add(cal_wide_load(at), sum[i][v]) : sum[i][v]);
        }
    }
}

static void accumulate_four(int channels, int vectors, float *part, float *waiting, const float *x,
                            const piece *p) {
    CAL_TILE_CALL(channels, vectors, accumulate, part, waiting, x, p)
}

// Packs as [pixel][vectors of channels], padded with zeros.
static void pack(float *to, const piece *p, int vectors) {
    const float *dy = p->dy;
    for (int i = 0; i < p->pixels; i++, dy += 4)
        for (int v = 0; v < vectors; v++, to += CAL_LANES)
            cal_wide_store(to, cal_wide_gather(dy + (size_t)v * CAL_QUADS * p->plane, p->plane,
                                               v < vectors - 1 ? CAL_QUADS : p->quads));
}

// The input channels of a slice, whose planes begin at x.
typedef struct slice {
    const float *x;
    size_t plane; // floats from plane to plane
    int four, end;
} slice;

static float *sum_at(float *sum, const filter_job *job, int block, int four) {
    return sum + ((size_t)block * job->in_fours + four) * 4 * CHANNELS;
}

static void sum_block(float *part, const filter_job *job, const slice *of, int block, piece p, int worker) {
    const int channels = cal_min_int(CHANNELS, job->co - block * CHANNELS),
              vectors = channels > CAL_LANES ? 2 : 1;
    float *packed = job->packed + worker * (size_t)PIECE_FLOATS,
          *waiting = job->sum + worker * sum_floats(job);
    p.dy += (size_t)block * 2 * CAL_QUADS * p.plane;
    p.quads = cal_ceil_div(channels, 4) - (vectors - 1) * CAL_QUADS;
    p.packed = CAL_LANES > 4 && of->end - of->four > PACKS;
    if (p.packed) {
        pack(packed, &p, vectors);
        p.dy = packed;
    }
    const float *x = of->x;
    for (int g = of->four; g < of->end; g++, x += of->plane)
        accumulate_four(cal_min_int(4, job->ci - g * 4), vectors, sum_at(part, job, block, g),
                        sum_at(waiting, job, block, g), x, &p);
}

// Sums some samples of a slice's group, whose planes begin at x and dy.
static void sum_samples(float *part, const filter_job *job, slice of, int group, const float *dy, int samples,
                        int worker) {
    const bool active = job->fused && job->fused->slope;
    const float *x = of.x;
    const size_t plane = (size_t)job->pixels * 4, x_step = job->x_floats * (size_t)job->groups,
                 dy_floats = cal_image_floats(1, job->co, 1, job->pixels),
                 dy_step = dy_floats * (size_t)job->groups;
    const int fours = of.end - of.four;
    for (int i = 0; i < samples; i++) { // memory is read in long runs
        cal_read_lines(x + (size_t)i * x_step, fours * plane);
        cal_read_lines(dy + (size_t)i * dy_step, dy_floats);
    }
    for (int first = 0; first < job->pixels; first += job->piece) {
        const int pixels = cal_min_int(job->piece, job->pixels - first);
        const size_t at = (size_t)first * 4, floats = (size_t)pixels * 4;
        float *copy = job->copy + worker * copy_floats(job);
        for (int i = 0; active && i < samples * fours; i++) {
            const int four = of.four + i % fours;
            cal_conv_copy(copy + i * floats, x + i / fours * x_step + i % fours * plane + at, (size_t)pixels,
                          group * job->ci + four * 4, cal_min_int(4, job->ci - four * 4), job->fused);
        }
        of.plane = active ? floats : plane;
        for (int block = 0; block < job->blocks; block++)
            for (int i = 0; i < samples; i++) {
                of.x = active ? copy + (size_t)i * fours * floats : x + (size_t)i * x_step + at;
                const piece p = {.dy = dy + (size_t)i * dy_step + at,
                                 .plane = plane,
                                 .pixels = pixels,
                                 .first = first == 0,
                                 .last = first + pixels == job->pixels};
                sum_block(part, job, &of, block, p, worker);
            }
    }
}

static void sum_slice(void *context, int chunk, int worker) {
    const filter_job *job = context;
    const int index = chunk / job->slices.count, group = index % job->groups;
    const int begin = index / job->groups * job->part_samples,
              end = cal_min_int(begin + job->part_samples, job->n);
    slice of = {.four = chunk % job->slices.count * job->slices.size};
    of.end = cal_min_int(of.four + job->slices.size, job->in_fours);
    float *part = job->part + index * (size_t)group_floats(job);
    for (int block = 0; block < job->blocks; block++) {
        float *to = sum_at(part, job, block, of.four);
        memset(to, 0, (size_t)(sum_at(part, job, block, of.end) - to) * sizeof *to);
    }
    for (int n = begin; n < end; n += job->samples) {
        const size_t at = (size_t)n * job->groups + group;
        of.x = job->x + at * job->x_floats + cal_image_floats(1, of.four * 4, 1, job->pixels);
        sum_samples(part, job, of, group, job->dy + at * cal_image_floats(1, job->co, 1, job->pixels),
                    cal_min_int(job->samples, end - n), worker);
    }
}

static void fold_block(void *context, int index, int worker) {
    const filter_job *job = context;
    const int group = index / job->blocks, block = index % job->blocks;
    const int ci = job->ci / job->merged,
              co = job->co / job->merged; // channels of an unmerged group
    const int first = block * CHANNELS, channels = cal_min_int(CHANNELS, job->co - first);
    const float *from =
        job->part + group * (size_t)group_floats(job) + (size_t)block * job->in_fours * 4 * CHANNELS;
    float *df = job->df + ((size_t)group * job->co + first) * ci;
    (void)worker;
    for (int i = 0; i < job->ci; i++, from += CHANNELS) {
        double sum[CHANNELS] = {0};
        for (int p = 0; p < job->parts; p++)
            for (int o = 0; o < CHANNELS; o++) sum[o] += from[p * (size_t)part_floats(job) + o];
        for (int o = 0; o < channels; o++)
            if ((first + o) / co == i / ci) df[(size_t)o * ci + i % ci] = (float)sum[o];
    }
}

void cal_conv_pointwise_filter(const cal_env *env, float *df, const float *x, const float *dy,
                               const cal_conv_shape *shape, const cal_conv_fused *fused) {
    filter_job job = job_for(shape);
    const size_t workers = (size_t)cal_pool_workers(env->pool);
    job.fused = fused;
    job.df = df;
    job.x = x;
    job.dy = dy;
    job.part = env->scratch;
    job.copy = job.part + part_floats(&job) * (size_t)job.parts;
    job.packed = job.copy + copy_floats(&job) * workers;
    job.sum = job.packed + PIECE_FLOATS * workers;
    job.slices = cal_conv_slices_of(env, job.parts * job.groups, job.in_fours, 1);
    cal_pool_run_concurrent(env->pool, job.parts * job.groups * job.slices.count, sum_slice, &job,
                            env->concurrent);
    cal_pool_run(env->pool, job.groups * job.blocks, fold_block, &job);
}
