// Changes of layout.
#include "kernel/layout/layout.h"
#include <string.h>
#include "base/simd.h"
#include "kernel/loops.h"

typedef struct layout_job {
    float *out;
    const float *in;
    cal_image_shape shape;
} layout_job;

static size_t sample_floats(const cal_image_shape *s) { return cal_image_floats(1, s->c, s->h, s->w); }

static void flatten_sample(void *context, int sample, int worker) {
    const layout_job *job = context;
    const cal_image_shape *s = &job->shape;
    size_t pixels = (size_t)s->h * s->w;
    (void)worker;
    for (int c = 0; c < s->c; c++) {
        float *to = job->out + ((size_t)sample * s->c + c) * pixels;
        const float *from = job->in + sample * sample_floats(s) + c / 4 * pixels * 4 + c % 4;
        for (size_t i = 0; i < pixels; i++) to[i] = from[i * 4];
    }
}

void cal_kernel_flatten(const cal_env *env, float *matrix, const float *image, const cal_image_shape *shape) {
    layout_job job = {.out = matrix, .in = image, .shape = *shape};
    cal_pool_run(env->pool, shape->n, flatten_sample, &job);
}

static void unflatten_sample(void *context, int sample, int worker) {
    const layout_job *job = context;
    const cal_image_shape *s = &job->shape;
    size_t pixels = (size_t)s->h * s->w;
    (void)worker;
    for (int c = 0; c < cal_round_up(s->c, 4); c++) {
        float *to = job->out + sample * sample_floats(s) + c / 4 * pixels * 4 + c % 4;
        const float *from = job->in + ((size_t)sample * s->c + c) * pixels;
        for (size_t i = 0; i < pixels; i++) to[i * 4] = c < s->c ? from[i] : 0;
    }
}

void cal_kernel_unflatten(const cal_env *env, float *image, const float *matrix,
                          const cal_image_shape *shape) {
    layout_job job = {.out = image, .in = matrix, .shape = *shape};
    cal_pool_run(env->pool, shape->n, unflatten_sample, &job);
}

static void clear_padding_sample(void *context, int sample, int worker) {
    const layout_job *job = context;
    const cal_image_shape *s = &job->shape;
    size_t pixels = (size_t)s->h * s->w;
    static const uint32_t all[8] = {~0u, ~0u, ~0u, ~0u};
    cal_f4 used = wasm_v128_load(all + 4 - s->c % 4);
    float *plane = job->out + sample * sample_floats(s) + s->c / 4 * pixels * 4;
    (void)worker;
    for (size_t i = 0; i < pixels * 4; i += 4)
        cal_f4_store(plane + i, cal_f4_and(cal_f4_load(plane + i), used));
}

void cal_kernel_clear_padding(const cal_env *env, float *image, const cal_image_shape *shape) {
    layout_job job = {.out = image, .shape = *shape};
    if (shape->c % 4) cal_pool_run(env->pool, shape->n, clear_padding_sample, &job);
}

void cal_kernel_pixel_table(float *table, int c, const float *mean, const float *sd) {
    for (int k = 0; k < c; k++)
        for (int x = 0; x < 256; x++) table[k * 256 + x] = ((float)x / 255.0f - mean[k]) / sd[k];
}

// Converts contiguous pixels.
static void look_up(float *restrict to, const uint8_t *restrict from, int count,
                    const float *restrict table) {
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        float a = table[from[i]], b = table[from[i + 1]], c = table[from[i + 2]], d = table[from[i + 3]];
        to[i] = a;
        to[i + 1] = b;
        to[i + 2] = c;
        to[i + 3] = d;
    }
    for (; i < count; i++) to[i] = table[from[i]];
}

// Converts one row, with `step` floats from pixel to pixel. Pixels from[0..w) move dx to the right;
// `mirrored` flips the result.
static void pack_row(float *to, int step, const uint8_t *from, int w, const float *table, int dx,
                     bool mirrored) {
    int first = dx > 0 ? dx : 0, end = dx < 0 ? w + dx : w;
    int direction = mirrored ? -step : step;
    if (mirrored) to += (size_t)(w - 1) * (size_t)step;
    for (int x = 0; x < first && x < w; x++) to[x * direction] = table[0];
    for (int x = first; x < end; x++) to[x * direction] = table[from[x - dx]];
    for (int x = end > 0 ? end : 0; x < w; x++) to[x * direction] = table[0];
}

void cal_kernel_pack_pixels(float *out, bool image, const uint8_t *pixels, int c, int h, int w,
                            const float *table, cal_pixel_view view) {
    size_t plane = (size_t)h * w;
    int step = image ? 4 : 1;
    if (!image && !view.dy && !view.dx && !view.flip) { // always in evaluation, and usually in training
        for (int k = 0; k < c; k++) look_up(out + k * plane, pixels + k * plane, h * w, table + k * 256);
        return;
    }
    if (image && c % 4) memset(out + (size_t)(c / 4) * plane * 4, 0, plane * 4 * sizeof *out);
    for (int k = 0; k < c; k++) {
        float *to = image ? out + (size_t)(k / 4) * plane * 4 + k % 4 : out + k * plane;
        for (int y = 0; y < h; y++) {
            int from_y = y - view.dy;
            bool inside = from_y >= 0 && from_y < h;
            const uint8_t *from = pixels + k * plane + (inside ? (size_t)from_y * w : 0);
            pack_row(to + (size_t)y * w * step, step, from, w, table + k * 256, inside ? view.dx : w,
                     view.flip);
        }
    }
}
