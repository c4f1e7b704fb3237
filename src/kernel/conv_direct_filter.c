// Floor 1. Plain adjoint of convolution in the filter: for every tap, four input by eight output channels sit
// in eight registers while the pixels run.
#include "kernel/conv_parts.h"
#include <string.h>
#include "base/simd.h"
#include "kernel/loops.h"

enum { CHANNELS = 8 };

typedef struct filter_job {
    float *df;
    const float *x, *dy;
    float *part, *padded; // scratch: a sum for every part, a padded sample for every lane
    cal_conv_shape s;
    int in_groups, out_blocks, padded_h, padded_w;
    int parts, part_samples;
    const cal_conv_fused *fused;
} filter_job;

static filter_job job_for(const cal_conv_shape *shape) {
    filter_job job = {.s = *shape};
    cal_conv_shape *s = &job.s;
    if (s->k == 1 && s->stride == 1 && s->pad == 0) { // one long row, as in conv_direct.c
        s->w = s->ow = s->h * s->w;
        s->h = s->oh = 1;
    }
    job.in_groups = cal_ceil_div(s->ci, 4);
    job.out_blocks = cal_ceil_div(s->co, CHANNELS);
    job.padded_h = (s->oh - 1) * s->stride + s->k;
    job.padded_w = (s->ow - 1) * s->stride + s->k;
    if (s->pad == 0 && job.padded_h <= s->h && job.padded_w <= s->w) {
        job.padded_h = s->h;
        job.padded_w = s->w;
    }
    job.part_samples = cal_ceil_div(s->n, CAL_CONV_PARTS);
    job.parts = cal_ceil_div(s->n, job.part_samples);
    return job;
}

static size_t part_floats(const filter_job *job) {
    return (size_t)job->out_blocks * job->in_groups * job->s.k * job->s.k * 4 * CHANNELS;
}
static bool needs_padding(const filter_job *job) { // or a copy with its activation
    return (job->fused && job->fused->slope) || job->s.pad || job->padded_h != job->s.h ||
           job->padded_w != job->s.w;
}
static size_t padded_floats(const filter_job *job) {
    return cal_scratch_floats(cal_image_floats(1, job->s.ci, job->padded_h, job->padded_w));
}

size_t cal_conv_direct_filter_scratch(const cal_conv_shape *shape, int lanes) {
    filter_job job = job_for(shape);
    return (part_floats(&job) * job.parts + padded_floats(&job) * lanes) * sizeof(float);
}

// sum[i][o] += over the output's pixels x[i] dy[o]. `channels` (in) and `vectors` (out) are constants where
// this is inlined.
CAL_INLINE void accumulate(int channels, int vectors, float *sum, const float *x, size_t x_step,
                           size_t x_pitch, const float *dy, size_t dy_plane, int oh, int ow) {
    cal_f4 s[4][2];
    CAL_UNROLLED
    for (int i = 0; i < channels; i++) s[i][0] = s[i][1] = cal_f4_splat(0);
    for (; oh > 0; oh--, x += x_pitch) {
        const float *pixel = x;
        CAL_ROLLED
        for (int j = ow; j > 0; j--, pixel += x_step, dy += 4) {
            cal_f4 d0 = cal_f4_load(dy), d1 = vectors > 1 ? cal_f4_load(dy + dy_plane) : d0;
            CAL_UNROLLED
            for (int i = 0; i < channels; i++) {
                cal_f4 v = cal_f4_splat_at(pixel + i);
                s[i][0] = cal_f4_muladd(v, d0, s[i][0]);
                if (vectors > 1) s[i][1] = cal_f4_muladd(v, d1, s[i][1]);
            }
        }
    }
    CAL_UNROLLED
    for (int i = 0; i < channels; i++) {
        float *to = sum + i * CHANNELS;
        cal_f4_store(to, cal_f4_add(cal_f4_load(to), s[i][0]));
        if (vectors > 1) cal_f4_store(to + 4, cal_f4_add(cal_f4_load(to + 4), s[i][1]));
    }
}

static void accumulate_tap(int channels, int vectors, float *sum, const float *x, size_t x_step,
                           size_t x_pitch, const float *dy, size_t dy_plane, int oh, int ow) {
    switch (channels * 2 + vectors - 1) {
#define CASE(channels, vectors)                                                                              \
    case channels * 2 + vectors - 1:                                                                         \
        accumulate(channels, vectors, sum, x, x_step, x_pitch, dy, dy_plane, oh, ow);                        \
        break;
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

static void sum_sample(float *part, const filter_job *job, const float *x, const float *dy) {
    const cal_conv_shape *s = &job->s;
    size_t x_pitch = (size_t)job->padded_w * 4, x_plane = x_pitch * job->padded_h;
    size_t dy_plane = (size_t)s->oh * s->ow * 4;
    for (int block = 0; block < job->out_blocks; block++)
        for (int g = 0; g < job->in_groups; g++)
            for (int u = 0; u < s->k; u++)
                for (int v = 0; v < s->k; v++, part += 4 * CHANNELS)
                    accumulate_tap(cal_min_int(4, s->ci - g * 4), s->co - block * CHANNELS > 4 ? 2 : 1, part,
                                   x + g * x_plane + u * x_pitch + (size_t)v * 4, (size_t)s->stride * 4,
                                   x_pitch * s->stride, dy + block * 2 * dy_plane, dy_plane, s->oh, s->ow);
}

static void sum_part(void *context, int index, int lane) {
    const filter_job *job = context;
    const cal_conv_shape *s = &job->s;
    float *part = job->part + index * part_floats(job), *padded = job->padded + lane * padded_floats(job);
    memset(part, 0, part_floats(job) * sizeof *part);
    int end = cal_min_int((index + 1) * job->part_samples, s->n);
    for (int n = index * job->part_samples; n < end; n++) {
        const float *x = job->x + n * cal_image_floats(1, s->ci, s->h, s->w);
        if (needs_padding(job)) {
            cal_conv_pad(padded, job->padded_h, job->padded_w, x, s->ci, s->h, s->w, s->pad, job->fused);
            x = padded;
        }
        sum_sample(part, job, x, job->dy + n * cal_image_floats(1, s->co, s->oh, s->ow));
    }
}

static void fold_block(void *context, int block, int lane) {
    const filter_job *job = context;
    const cal_conv_shape *s = &job->s;
    int taps = s->k * s->k;
    (void)lane;
    for (int o = block * CHANNELS; o < cal_min_int((block + 1) * CHANNELS, s->co); o++)
        for (int i = 0; i < s->ci; i++)
            for (int t = 0; t < taps; t++) {
                size_t at = (((size_t)block * job->in_groups + i / 4) * taps + t) * 4 * CHANNELS +
                            (size_t)(i % 4) * CHANNELS + o % CHANNELS;
                double sum = 0;
                for (int p = 0; p < job->parts; p++) sum += job->part[p * part_floats(job) + at];
                job->df[((size_t)o * s->ci + i) * taps + t] = (float)sum;
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
    cal_pool_run(env->pool, job.parts, sum_part, &job);
    cal_pool_run(env->pool, job.out_blocks, fold_block, &job);
}
