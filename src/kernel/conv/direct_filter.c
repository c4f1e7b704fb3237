// Direct adjoint of convolution in the filter. For every tap, sums of four input by two vectors of output
// channels stay in eight registers while the pixels are read.
#include "kernel/conv/parts.h"
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/loops.h"
#include "kernel/matmul/tile.h"

enum { CHANNELS = 2 * CAL_LANES };

typedef struct filter_job {
    float *df;
    const float *x, *dy;
    float *part,
        *padded;        // scratch: sums of each part and group; per worker a padded group of a sample
    int n, ci, co;      // channels of a group
    int groups, merged; // as in direct.c
    cal_conv_axis rows, columns;
    int in_fours, out_blocks;
    int parts, part_samples;
    cal_conv_slices slices; // slices of a part's group, in blocks of four input channels
    const cal_conv_fused *fused;
} filter_job;

static filter_job job_for(const cal_conv_shape *s) {
    filter_job job = {.n = s->n, .merged = cal_conv_merged(s)};
    job.groups = s->groups / job.merged;
    job.ci = s->ci / job.groups;
    job.co = s->co / job.groups;
    job.rows = cal_conv_axis_of(s->h, s->oh, s->kh, s->stride, s->dilation, s->pad_h, false);
    job.columns = cal_conv_axis_of(s->w, s->ow, s->kw, s->stride, s->dilation, s->pad_w, false);
    job.in_fours = cal_ceil_div(job.ci, 4);
    job.out_blocks = cal_ceil_div(job.co, CHANNELS);
    job.part_samples = cal_ceil_div(s->n, CAL_CONV_PARTS);
    job.parts = cal_ceil_div(s->n, job.part_samples);
    return job;
}

static uint64_t group_floats(const filter_job *job) { // [block of out][in/4][kh][kw][4][CHANNELS]
    return (uint64_t)job->out_blocks * job->in_fours * job->rows.taps * job->columns.taps * 4 * CHANNELS;
}
static uint64_t part_floats(const filter_job *job) { return group_floats(job) * job->groups; }
static bool needs_padding(const filter_job *job) { // or a copy with its activation
    return (job->fused && job->fused->slope) || cal_conv_axis_pads(&job->rows) ||
           cal_conv_axis_pads(&job->columns);
}
static size_t padded_floats(const filter_job *job) {
    return cal_scratch_floats(cal_image_floats(1, job->ci, job->rows.padded, job->columns.padded));
}

size_t cal_conv_direct_filter_scratch(const cal_conv_shape *shape, int workers) {
    filter_job job = job_for(shape);
    return cal_conv_bytes(part_floats(&job) * job.parts + (uint64_t)padded_floats(&job) * workers);
}

// sum[i][o] += x[i] dy[o] for one pixel.
CAL_INLINE void accumulate_pixel(int channels, int vectors, cal_wide sum[4][2], const float *x,
                                 const float *dy, size_t dy_plane, int quads) {
    (void)quads; // used with four lanes only
    cal_wide d0 = cal_wide_gather(dy, dy_plane, vectors > 1 ? CAL_QUADS : quads), d1 = d0;
    if (vectors > 1) d1 = cal_wide_gather(dy + CAL_QUADS * dy_plane, dy_plane, quads);
    CAL_UNROLLED
    for (int i = 0; i < channels; i++) {
        cal_wide v = cal_wide_splat_at(x + i);
        sum[i][0] = cal_wide_muladd(v, d0, sum[i][0]);
        if (vectors > 1) sum[i][1] = cal_wide_muladd(v, d1, sum[i][1]);
    }
}

// Adds x[i] dy[o] over the pixels of the output to to[i][o]. `channels` (in) and `vectors` (out) are
// constants after inlining. Four pixels are unrolled by hand for the reasons of cal_tile_sum (tile.h).
CAL_INLINE void accumulate(int channels, int vectors, float *to, const float *x, size_t x_step,
                           size_t x_pitch, const float *dy, size_t dy_plane, int quads, int oh, int ow) {
    cal_wide sum[4][2];
    CAL_UNROLLED
    for (int i = 0; i < channels; i++) sum[i][0] = sum[i][1] = cal_wide_splat(0);
    for (; oh > 0; oh--, x += x_pitch, dy += (size_t)ow * 4) {
        const float *pixel = x, *end = x + x_step * (size_t)ow, *d = dy;
        CAL_ROLLED
        do {
            accumulate_pixel(channels, vectors, sum, pixel, d, dy_plane, quads);
            pixel += x_step;
            CAL_OPAQUE(pixel);
            if (pixel == end) break;
            accumulate_pixel(channels, vectors, sum, pixel, d + 4, dy_plane, quads);
            pixel += x_step;
            CAL_OPAQUE(pixel);
            if (pixel == end) break;
            accumulate_pixel(channels, vectors, sum, pixel, d + 8, dy_plane, quads);
            pixel += x_step;
            CAL_OPAQUE(pixel);
            if (pixel == end) break;
            accumulate_pixel(channels, vectors, sum, pixel, d + 12, dy_plane, quads);
            pixel += x_step;
            CAL_OPAQUE(pixel);
            d += 16;
        } while (pixel != end);
    }
    CAL_UNROLLED
    for (int i = 0; i < channels; i++) {
        float *at = to + i * CHANNELS;
        cal_wide_store(at, cal_wide_add(cal_wide_load(at), sum[i][0]));
        if (vectors > 1)
            cal_wide_store(at + CAL_LANES, cal_wide_add(cal_wide_load(at + CAL_LANES), sum[i][1]));
    }
}

static void accumulate_tap(int channels, int vectors, float *sum, const float *x, size_t x_step,
                           size_t x_pitch, const float *dy, size_t dy_plane, int quads, int oh, int ow) {
    CAL_TILE_CALL(channels, vectors, accumulate, sum, x, x_step, x_pitch, dy, dy_plane, quads, oh, ow)
}

// The input channels of a slice, from x on.
typedef struct slice {
    const float *x;
    int four, end;
} slice;

static float *sum_at(float *part, const filter_job *job, int block, int four) {
    return part + ((size_t)block * job->in_fours + four) * job->rows.taps * job->columns.taps * 4 * CHANNELS;
}

static void sum_sample(float *part, const filter_job *job, slice of, const float *dy) {
    const cal_conv_axis *rows = &job->rows, *columns = &job->columns;
    size_t x_pitch = (size_t)columns->padded * 4, x_plane = x_pitch * rows->padded;
    size_t dy_plane = (size_t)rows->out * columns->out * 4;
    for (int block = 0; block < job->out_blocks; block++, dy += 2 * CAL_QUADS * dy_plane) {
        int left = job->co - block * CHANNELS, vectors = left > CAL_LANES ? 2 : 1;
        int quads = cal_min_int(CAL_QUADS, cal_ceil_div(left, 4) - (vectors - 1) * CAL_QUADS);
        float *to = sum_at(part, job, block, of.four);
        for (int g = of.four; g < of.end; g++)
            for (int u = 0; u < rows->taps; u++)
                for (int v = 0; v < columns->taps; v++, to += 4 * CHANNELS)
                    accumulate_tap(cal_min_int(4, job->ci - g * 4), vectors, to,
                                   of.x + (g - of.four) * x_plane + u * rows->dilation * x_pitch +
                                       (size_t)v * columns->dilation * 4,
                                   (size_t)columns->stride * 4, x_pitch * rows->stride, dy, dy_plane, quads,
                                   rows->out, columns->out);
    }
}

static void sum_slice(void *context, int chunk, int worker) {
    const filter_job *job = context;
    const int index = chunk / job->slices.count, four = chunk % job->slices.count * job->slices.size;
    const int first = index / job->groups * job->part_samples, group = index % job->groups;
    slice of = {.four = four, .end = cal_min_int(four + job->slices.size, job->in_fours)};
    const int channels = cal_min_int(job->ci, of.end * 4) - four * 4;
    float *part = job->part + index * (size_t)group_floats(job),
          *padded = job->padded + worker * padded_floats(job);
    for (int block = 0; block < job->out_blocks; block++) {
        float *to = sum_at(part, job, block, four);
        memset(to, 0, (size_t)(sum_at(part, job, block, of.end) - to) * sizeof *to);
    }
    for (int n = first; n < cal_min_int(first + job->part_samples, job->n); n++) {
        size_t at = (size_t)n * job->groups + group;
        of.x = job->x + at * cal_image_floats(1, job->ci, job->rows.in, job->columns.in) +
               cal_image_floats(1, four * 4, job->rows.in, job->columns.in);
        if (needs_padding(job)) {
            cal_conv_pad(padded, of.x, group * job->ci + four * 4, channels, &job->rows, &job->columns,
                         job->fused);
            of.x = padded;
        } else cal_read_lines(of.x, cal_image_floats(1, channels, job->rows.in, job->columns.in));
        const size_t dy_floats = cal_image_floats(1, job->co, job->rows.out, job->columns.out);
        const float *dy = job->dy + at * dy_floats;
        cal_read_lines(dy, dy_floats); // reads memory in long runs
        sum_sample(part, job, of, dy);
    }
}

static void fold_block(void *context, int index, int worker) {
    const filter_job *job = context;
    int group = index / job->out_blocks, block = index % job->out_blocks;
    int taps = job->rows.taps * job->columns.taps;
    int ci = job->ci / job->merged, co = job->co / job->merged; // channels of an unmerged group
    (void)worker;
    for (int o = block * CHANNELS; o < cal_min_int((block + 1) * CHANNELS, job->co); o++)
        for (int i = o / co * ci; i < o / co * ci + ci; i++)
            for (int t = 0; t < taps; t++) {
                size_t at = group * (size_t)group_floats(job) +
                            (((size_t)block * job->in_fours + i / 4) * taps + t) * 4 * CHANNELS +
                            (size_t)(i % 4) * CHANNELS + o % CHANNELS;
                double sum = 0;
                for (int p = 0; p < job->parts; p++) sum += job->part[p * (size_t)part_floats(job) + at];
                job->df[(((size_t)group * job->co + o) * ci + i % ci) * taps + t] = (float)sum;
            }
}

void cal_conv_direct_filter(const cal_env *env, float *df, const float *x, const float *dy,
                            const cal_conv_shape *shape, const cal_conv_fused *fused) {
    filter_job job = job_for(shape);
    job.fused = fused;
    job.df = df;
    job.x = x;
    job.dy = dy;
    job.part = env->scratch;
    job.padded = job.part + part_floats(&job) * job.parts;
    job.slices = cal_conv_slices_of(env, job.parts * job.groups, job.in_fours, 1);
    cal_pool_run_concurrent(env->pool, job.parts * job.groups * job.slices.count, sum_slice, &job,
                            env->concurrent);
    cal_pool_run(env->pool, job.groups * job.out_blocks, fold_block, &job);
}
