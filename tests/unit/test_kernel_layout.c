// Layout changes against plain loops. All of them are exact.
#include "kernel/layout/layout.h"
#include "kernel_check.h"

static void check_flatten(cal_image_shape s, cal_pool *pool) {
    cal_env env = {pool, NULL};
    size_t floats = cal_image_floats(s.n, s.c, s.h, s.w), count = (size_t)s.n * s.c * s.h * s.w;
    float *image = guarded(floats * 4), *back = guarded(floats * 4), *matrix = guarded(count * 4);
    fill_image(image, s.n, s.c, s.h, s.w, 1);
    cal_kernel_flatten(&env, matrix, image, &s);
    size_t at = 0;
    bool same = true;
    for (int n = 0; n < s.n; n++)
        for (int c = 0; c < s.c; c++)
            for (int p = 0; p < s.h * s.w; p++, at++)
                same = same && matrix[at] == image[image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w)];
    cal_kernel_unflatten(&env, back, matrix, &s);
    CHECK(same && memcmp(back, image, floats * 4) == 0);
    CHECK(intact(matrix, count * 4) && intact(back, floats * 4));
    guarded_free(image);
    guarded_free(back);
    guarded_free(matrix);
}

// Values in the padding are removed, NaNs included, and nothing else changes.
static void check_padding(cal_image_shape s, cal_pool *pool) {
    cal_env env = {pool, NULL};
    size_t floats = cal_image_floats(s.n, s.c, s.h, s.w);
    float *image = guarded(floats * 4), *spoilt = guarded(floats * 4);
    fill_image(image, s.n, s.c, s.h, s.w, 1);
    memcpy(spoilt, image, floats * 4);
    for (int n = 0; n < s.n; n++)
        for (int c = s.c; c < (s.c + 3) / 4 * 4; c++)
            for (int p = 0; p < s.h * s.w; p++)
                spoilt[image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w)] = p % 2 ? 1 : __builtin_nanf("");
    cal_kernel_clear_padding(&env, spoilt, &s);
    CHECK(memcmp(spoilt, image, floats * 4) == 0 && intact(spoilt, floats * 4));
    guarded_free(image);
    guarded_free(spoilt);
}

static void check_shortcut(cal_image_shape s, int c_small, int stride, int before, cal_pool *pool) {
    cal_env env = {pool, NULL};
    int h = (s.h + stride - 1) / stride, w = (s.w + stride - 1) / stride;
    size_t l = cal_image_floats(s.n, s.c, s.h, s.w), m = cal_image_floats(s.n, c_small, h, w);
    float *large = guarded(l * 4), *small = guarded(m * 4), *grad = guarded(l * 4);
    fill_image(large, s.n, s.c, s.h, s.w, 1);
    cal_kernel_shortcut(&env, small, large, c_small, stride, before, &s);
    bool same = true;
    for (int n = 0; n < s.n; n++)
        for (int c = 0; c < c_small; c++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    int from = c - before;
                    float want = from >= 0 && from < s.c
                                     ? large[image_at(s.c, s.h, s.w, n, from, y * stride, x * stride)]
                                     : 0;
                    same = same && small[image_at(c_small, h, w, n, c, y, x)] == want;
                }
    CHECK(same && padding_is_zero(small, s.n, c_small, h, w) && intact(small, m * 4));
    // The adjoint restores the selected values and leaves zero elsewhere.
    cal_kernel_shortcut_grad(&env, grad, small, c_small, stride, before, &s);
    for (int n = 0; n < s.n; n++)
        for (int c = 0; c < s.c; c++)
            for (int y = 0; y < s.h; y++)
                for (int x = 0; x < s.w; x++) {
                    size_t at = image_at(s.c, s.h, s.w, n, c, y, x);
                    same = same && grad[at] == (y % stride || x % stride ? 0 : large[at]);
                }
    CHECK(same && padding_is_zero(grad, s.n, s.c, s.h, s.w) && intact(grad, l * 4));
    guarded_free(large);
    guarded_free(small);
    guarded_free(grad);
}

static void check_concat(cal_image_shape s, int c_x, cal_pool *pool) {
    cal_env env = {pool, NULL};
    int c_y = s.c - c_x;
    size_t a = cal_image_floats(s.n, c_x, s.h, s.w), b = cal_image_floats(s.n, c_y, s.h, s.w);
    size_t both = cal_image_floats(s.n, s.c, s.h, s.w);
    float *x = guarded(a * 4), *y = guarded(b * 4), *out = guarded(both * 4);
    fill_image(x, s.n, c_x, s.h, s.w, 1);
    fill_image(y, s.n, c_y, s.h, s.w, 2);
    cal_kernel_concat_channels(&env, out, x, c_x, y, c_y, NULL, &s);
    bool same = true;
    for (int n = 0; n < s.n; n++)
        for (int c = 0; c < s.c; c++)
            for (int p = 0; p < s.h * s.w; p++) {
                float want = c < c_x ? x[image_at(c_x, s.h, s.w, n, c, p / s.w, p % s.w)]
                                     : y[image_at(c_y, s.h, s.w, n, c - c_x, p / s.w, p % s.w)];
                same = same && out[image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w)] == want;
            }
    CHECK(same && padding_is_zero(out, s.n, s.c, s.h, s.w) && intact(out, both * 4));
    guarded_free(x);
    guarded_free(y);
    guarded_free(out);
}

// Writing into a view, the channels of a larger image after x: the bits of a copy, and no other channel is
// touched.
static void check_view(cal_image_shape s, int c_x, int more, cal_pool *pool) {
    const cal_env env = {pool, NULL};
    const size_t plane = (size_t)s.h * s.w * 4, few = cal_image_floats(1, s.c, s.h, s.w),
                 many = cal_image_floats(1, s.c + more, s.h, s.w), of_x = (size_t)c_x / 4 * plane;
    float *x = guarded(of_x * (size_t)s.n * 4), *out = guarded(few * (size_t)s.n * 4);
    float *y = guarded(cal_image_floats(s.n, s.c - c_x, s.h, s.w) * 4);
    float *wide = guarded(many * (size_t)s.n * 4), *before = guarded(many * (size_t)s.n * 4);
    fill_image(x, s.n, c_x, s.h, s.w, 1);
    fill_image(y, s.n, s.c - c_x, s.h, s.w, 2);
    fill_image(wide, s.n, s.c + more, s.h, s.w, 3);
    for (int n = 0; n < s.n; n++) memcpy(wide + n * many, x + n * of_x, of_x * sizeof *x);
    memcpy(before, wide, many * (size_t)s.n * sizeof *wide);
    const int groups = (int)(many / plane);
    cal_kernel_concat_channels(&env, out, x, c_x, y, s.c - c_x, NULL, &s);
    cal_kernel_concat_channels(&env, wide, wide, c_x, y, s.c - c_x,
                               (const int[]){groups, (s.c - c_x + 3) / 4, groups}, &s);
    for (int n = 0; n < s.n; n++) {
        CHECK(memcmp(wide + n * many, out + n * few, few * sizeof *out) == 0);
        CHECK(memcmp(wide + n * many + few, before + n * many + few, (many - few) * sizeof *out) == 0);
    }
    CHECK(intact(wide, many * (size_t)s.n * 4));
    cal_kernel_concat_channels(&env, wide, wide, c_x, wide + of_x, s.c - c_x,
                               (const int[]){groups, groups, groups}, &s); // both are views there
    for (int n = 0; n < s.n; n++) CHECK(memcmp(wide + n * many, out + n * few, few * sizeof *out) == 0);
    float *all[] = {x, out, y, wide, before};
    for (int i = 0; i < 5; i++) guarded_free(all[i]);
}

static void check_pixels(int c, int h, int w, cal_pixel_view view) {
    static const float mean[] = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f}, sd[] = {0.5f, 0.25f, 2, 0.3f, 1};
    size_t count = (size_t)c * h * w, floats = cal_image_floats(1, c, h, w);
    uint8_t *pixels = guarded(count);
    float *row = guarded(count * 4), *image = guarded(floats * 4);
    for (size_t i = 0; i < count; i++) pixels[i] = (uint8_t)(i * 89 + 7);
    float *table = guarded((size_t)c * 256 * 4);
    cal_kernel_pixel_table(table, c, mean, sd);
    cal_kernel_pack_pixels(row, false, pixels, c, h, w, table, view);
    cal_kernel_pack_pixels(image, true, pixels, c, h, w, table, view);
    CHECK(intact(table, (size_t)c * 256 * 4));
    guarded_free(table);
    bool same = true;
    for (int k = 0; k < c; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                // The picture is shifted down by dy and right by dx first, then mirrored.
                int from_y = y - view.dy, from_x = (view.flip ? w - 1 - x : x) - view.dx;
                bool inside = from_y >= 0 && from_y < h && from_x >= 0 && from_x < w;
                float raw = inside ? pixels[((size_t)k * h + from_y) * w + from_x] : 0;
                float want = (raw / 255.0f - mean[k]) / sd[k];
                same = same && row[((size_t)k * h + y) * w + x] == want &&
                       image[image_at(c, h, w, 0, k, y, x)] == want;
            }
    CHECK(same && padding_is_zero(image, 1, c, h, w));
    CHECK(intact(row, count * 4) && intact(image, floats * 4));
    guarded_free(pixels);
    guarded_free(row);
    guarded_free(image);
}

int main(void) {
    static const int channels[] = {1, 3, 4, 5, 10, 33};
    cal_pool *pool = pool_of(3);
    int turn = 0;
    for (int h = 1; h <= 17; h++)
        for (int c = 0; c < 6; c++, turn++) {
            cal_image_shape s = {1 + turn % 4, channels[c], h, 1 + (h * 3 + turn) % 17};
            check_flatten(s, pool);
            check_padding(s, pool);
            check_shortcut(s, channels[c] + turn % 9, 1 + turn % 3, turn % 9 / 2, pool);
        }
    for (int c_x = 1; c_x <= 13; c_x++)
        for (int c_y = 1; c_y <= 9; c_y++)
            check_concat((cal_image_shape){1 + c_x % 3, c_x + c_y, 3, 5}, c_x, pool);
    check_view((cal_image_shape){3, 12, 3, 5}, 8, 8, pool);
    check_view((cal_image_shape){2, 8, 4, 4}, 4, 5, pool);
    check_shortcut((cal_image_shape){2, 16, 32, 32}, 32, 2, 8, pool);
    cal_pool_free(pool);
    for (int dy = -4; dy <= 4; dy++)
        for (int dx = -9; dx <= 9; dx++)
            check_pixels(1 + (dx + 9) % 5, 5, 8, (cal_pixel_view){dy, dx, (dy + dx) & 1});
    return CHECK_DONE();
}
