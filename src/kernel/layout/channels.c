// Moves channels: shortcuts, slices and concatenation.
#include <assert.h>
#include <string.h>
#include "kernel/layout/layout.h"
#include "kernel/loops.h"

typedef struct channel_job {
    float *out;
    const float *in, *in2;
    cal_image_shape shape; // shape of the large image; for a concatenation, of the result
    int c_small, stride, before;
    int block_stride[3]; // concatenation: sample strides of x, y and both, in 4-channel blocks
} channel_job;

static size_t plane_floats(const cal_image_shape *s) { return (size_t)s->h * s->w * 4; }
static size_t sample_floats(const cal_image_shape *s, int c) { return cal_image_floats(1, c, s->h, s->w); }

// Copies channels from .. from + count - 1 of one sample to channels to, to + 1, ... of another, with planes
// of the same size.
static void move_channels(float *out, int to, const float *in, int from, int count, size_t plane) {
    for (int c = 0, step; c < count; c += step) {
        float *o = out + (size_t)((to + c) / 4) * plane;
        const float *i = in + (size_t)((from + c) / 4) * plane;
        int o_lane = (to + c) % 4, i_lane = (from + c) % 4;
        step = cal_min_int(4 - cal_max_int(o_lane, i_lane), count - c); // lanes that are contiguous in both
        if (step == 4) memcpy(o, i, plane * sizeof *o);
        else
            for (size_t p = 0; p < plane; p += 4)
                for (int lane = 0; lane < step; lane++) o[p + o_lane + lane] = i[p + i_lane + lane];
    }
}

// Clears the planes of channels 0 .. c - 1 that have lanes outside first .. end - 1.
static void clear_partial(float *out, int c, int first, int end, size_t plane) {
    for (int g = 0; g < cal_ceil_div(c, 4); g++)
        if (g * 4 < first || g * 4 + 4 > end) memset(out + g * plane, 0, plane * sizeof *out);
}

// Both directions of a strided shortcut. Clears `out`, then copies between each channel of the large image
// and its position in the small one.
static void stride_channels(const channel_job *job, int sample, bool to_small) {
    const cal_image_shape *s = &job->shape;
    int h = cal_ceil_div(s->h, job->stride), w = cal_ceil_div(s->w, job->stride);
    size_t small_floats = cal_image_floats(1, job->c_small, h, w), large_floats = sample_floats(s, s->c);
    size_t large = sample * large_floats, small = sample * small_floats, small_plane = (size_t)h * w * 4;
    if (to_small) memset(job->out + small, 0, small_floats * sizeof *job->out);
    else memset(job->out + large, 0, large_floats * sizeof *job->out);
    for (int c = 0; c < s->c; c++) {
        int to = c + job->before;
        size_t l = large + c / 4 * plane_floats(s) + c % 4, m = small + to / 4 * small_plane + to % 4;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                size_t at_large = l + ((size_t)y * job->stride * s->w + (size_t)x * job->stride) * 4;
                size_t at_small = m + ((size_t)y * w + x) * 4;
                if (to_small) job->out[at_small] = job->in[at_large];
                else job->out[at_large] = job->in[at_small];
            }
    }
}

static void shortcut_sample(void *context, int sample, int worker) {
    const channel_job *job = context;
    const cal_image_shape *s = &job->shape;
    (void)worker;
    if (job->stride > 1) {
        stride_channels(job, sample, true);
        return;
    }
    float *out = job->out + sample * sample_floats(s, job->c_small);
    clear_partial(out, job->c_small, job->before, job->before + s->c, plane_floats(s));
    move_channels(out, job->before, job->in + sample * sample_floats(s, s->c), 0, s->c, plane_floats(s));
}

static void shortcut_grad_sample(void *context, int sample, int worker) {
    const channel_job *job = context;
    const cal_image_shape *s = &job->shape;
    (void)worker;
    if (job->stride > 1) {
        stride_channels(job, sample, false);
        return;
    }
    float *out = job->out + sample * sample_floats(s, s->c);
    clear_partial(out, s->c, 0, s->c, plane_floats(s));
    move_channels(out, 0, job->in + sample * sample_floats(s, job->c_small), job->before, s->c,
                  plane_floats(s));
}

static void concat_sample(void *context, int sample, int worker) {
    const channel_job *job = context;
    const cal_image_shape *s = &job->shape;
    const size_t plane = plane_floats(s), n = (size_t)sample;
    const float *x = job->in + n * plane * job->block_stride[0],
                *y = job->in2 + n * plane * job->block_stride[1];
    float *out = job->out + n * plane * job->block_stride[2];
    const int c_x = job->before, c_y = s->c - c_x;
    (void)worker;
    clear_partial(out, s->c, 0, s->c, plane);
    if (x != out) move_channels(out, 0, x, 0, c_x, plane);
    if (y != out + (size_t)c_x / 4 * plane || c_x % 4) move_channels(out, c_x, y, 0, c_y, plane);
}

void cal_kernel_shortcut(const cal_env *env, float *small, const float *large, int c_small, int stride,
                         int before, const cal_image_shape *shape) {
    assert(before >= 0 && before + shape->c <= c_small);
    channel_job job = {small, large, NULL, *shape, c_small, stride, before, {0}};
    cal_pool_run(env->pool, shape->n, shortcut_sample, &job);
}

void cal_kernel_shortcut_grad(const cal_env *env, float *large, const float *small, int c_small, int stride,
                              int before, const cal_image_shape *shape) {
    assert(before >= 0 && before + shape->c <= c_small);
    channel_job job = {large, small, NULL, *shape, c_small, stride, before, {0}};
    cal_pool_run(env->pool, shape->n, shortcut_grad_sample, &job);
}

void cal_kernel_concat_channels(const cal_env *env, float *both, const float *x, int c_x, const float *y,
                                int c_y, const int stride[3], const cal_image_shape *shape) {
    assert(c_x + c_y == shape->c);
    const int own[3] = {cal_ceil_div(c_x, 4), cal_ceil_div(c_y, 4), cal_ceil_div(shape->c, 4)};
    if (!stride) stride = own;
    channel_job job = {both, x, y, *shape, 0, 1, c_x, {stride[0], stride[1], stride[2]}};
    cal_pool_run(env->pool, shape->n, concat_sample, &job);
}
