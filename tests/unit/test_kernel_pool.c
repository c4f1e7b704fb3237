// Pooling against plain loops; all except the means is exact.
#include "kernel/pool/pool.h"
#include "kernel_check.h"

typedef struct pool_case {
    cal_pool_shape s;
    int oh, ow;
    float *x, *y, *gathered, *scattered, *mean, *spread;
    uint8_t *index;
    size_t large, small;
} pool_case;

static cal_pool_shape tiled(int n, int c, int h, int w, int size) {
    return (cal_pool_shape){n, c, h, w, size, size, size, 0, 0};
}

static pool_case case_of(cal_pool_shape s) {
    pool_case k = {.s = s,
                   .oh = (s.h + 2 * s.pad_h - s.kh) / s.stride + 1,
                   .ow = (s.w + 2 * s.pad_w - s.kw) / s.stride + 1};
    k.large = cal_image_floats(s.n, s.c, s.h, s.w);
    k.small = cal_image_floats(s.n, s.c, k.oh, k.ow);
    k.x = guarded(k.large * 4);
    k.y = guarded(k.small * 4);
    k.gathered = guarded(k.small * 4);
    k.scattered = guarded(k.large * 4);
    k.mean = guarded(k.small * 4);
    k.spread = guarded(k.large * 4);
    k.index = guarded(k.small);
    fill_image(k.x, s.n, s.c, s.h, s.w, 1);
    for (size_t i = 0; i < k.large; i++) k.x[i] = (float)(int)(k.x[i] * 6); // few values: ties are common
    fill_image(k.y, s.n, s.c, k.oh, k.ow, 2);
    return k;
}

static void case_free(pool_case *k) {
    void *all[] = {k->x, k->y, k->gathered, k->scattered, k->mean, k->spread, k->index};
    for (int i = 0; i < 7; i++) guarded_free(all[i]);
}

static void run(const cal_env *env, void *context) {
    pool_case *k = context;
    cal_kernel_maxpool_index(env, k->index, k->x, &k->s);
    cal_kernel_maxpool_gather(env, k->gathered, k->x, k->index, &k->s);
    cal_kernel_maxpool_scatter(env, k->scattered, k->y, k->index, &k->s);
    cal_kernel_average_pool(env, k->mean, k->x, &k->s);
    cal_kernel_average_unpool(env, k->spread, k->y, &k->s);
}

static bool run_case(pool_case *k, cal_pool *pool) {
    return run_within(pool, 0, run, k) && intact(k->index, k->small) && intact(k->gathered, k->small * 4) &&
           intact(k->scattered, k->large * 4) && intact(k->mean, k->small * 4) &&
           intact(k->spread, k->large * 4);
}

static int larger(int a, int b) { return a > b ? a : b; }
static bool near(double got, double want) { return magnitude(got - want) <= 1e-5; }

static bool matches(const pool_case *k) {
    const cal_pool_shape *s = &k->s;
    double *scattered = cal_mem_alloc(k->large * 8), *spread = cal_mem_alloc(k->large * 8); // zeroed
    bool ok = true;
    for (int n = 0; n < s->n; n++)
        for (int c = 0; c < (s->c + 3) / 4 * 4; c++)
            for (int y = 0; y < k->oh; y++)
                for (int x = 0; x < k->ow; x++) {
                    size_t at = image_at(s->c, k->oh, k->ow, n, c, y, x), best_at = 0;
                    int best = -1;
                    double sum = 0;
                    for (int i = 0; i < s->kh * s->kw; i++) {
                        int row = y * s->stride - s->pad_h + i / s->kw,
                            column = x * s->stride - s->pad_w + i % s->kw;
                        if (row < 0 || row >= s->h || column < 0 || column >= s->w) continue;
                        size_t from = image_at(s->c, s->h, s->w, n, c, row, column);
                        sum += k->x[from];
                        spread[from] += k->y[at] / (s->kh * s->kw);
                        if (best >= 0 && !(k->x[from] > k->x[best_at])) continue;
                        best = i;
                        best_at = from;
                    }
                    scattered[best_at] += k->y[at];
                    ok = ok && k->index[at] == best && k->gathered[at] == k->x[best_at] &&
                         near(k->mean[at], sum / (s->kh * s->kw));
                }
    for (size_t i = 0; i < k->large; i++)
        ok = ok && near(k->scattered[i], scattered[i]) && near(k->spread[i], spread[i]);
    cal_mem_free(scattered);
    cal_mem_free(spread);
    return ok;
}

static void check_shape(cal_pool_shape s, cal_pool *pool) {
    pool_case k = case_of(s);
    bool ok = run_case(&k, pool), right = matches(&k);
    if (!ok || !right)
        fprintf(stderr, "n %d c %d h %d w %d window %d x %d stride %d pad %d, %d: %d %d\n", s.n, s.c, s.h,
                s.w, s.kh, s.kw, s.stride, s.pad_h, s.pad_w, ok, right);
    CHECK(ok && right);
    CHECK(padding_is_zero(k.mean, s.n, s.c, k.oh, k.ow) && padding_is_zero(k.scattered, s.n, s.c, s.h, s.w));
    case_free(&k);
}

static void check_workers(cal_pool_shape s) {
    static const int workers[] = {2, 3, 8};
    pool_case one = case_of(s), many = case_of(s);
    CHECK(run_case(&one, NULL));
    for (int i = 0; i < 3; i++) {
        cal_pool *pool = pool_of(workers[i]);
        CHECK(run_case(&many, pool));
        CHECK(memcmp(one.gathered, many.gathered, one.small * 4) == 0);
        CHECK(memcmp(one.scattered, many.scattered, one.large * 4) == 0);
        CHECK(memcmp(one.mean, many.mean, one.small * 4) == 0);
        CHECK(memcmp(one.spread, many.spread, one.large * 4) == 0);
        cal_pool_free(pool);
    }
    case_free(&one);
    case_free(&many);
}

// Checks windows that overlap, leave gaps, reach into the padding, or are not square.
static void check_windows(const int *channels, cal_pool *pool) {
    int turn = 0;
    for (int kh = 1; kh <= 15; kh += 1 + kh / 6)
        for (int kw = 1; kw <= 15; kw += 1 + kw / 4)
            for (int stride = 1; stride <= 5; stride++, turn++) {
                cal_pool_shape s = {
                    .n = 1 + turn % 2, .c = channels[turn % 6], .kh = kh, .kw = kw, .stride = stride};
                s.pad_h = turn % (kh / 2 + 1);
                s.pad_w = turn / 2 % (kw / 2 + 1);
                s.h = larger(1, kh - 2 * s.pad_h) + turn % 7;
                s.w = larger(1, kw - 2 * s.pad_w) + turn % 5;
                check_shape(s, pool);
            }
}

typedef struct plane_case {
    cal_image_shape s;
    float *x, *picked, *y, *spread;
    int32_t *index;
} plane_case;

static void run_plane(const cal_env *env, void *context) {
    plane_case *k = context;
    cal_kernel_plane_argmax(env, k->index, k->x, &k->s);
    cal_kernel_plane_pick(env, k->picked, k->x, k->index, &k->s);
    cal_kernel_plane_unpick(env, k->spread, k->y, k->index, &k->s);
}

static void check_plane(cal_image_shape s, cal_pool *pool) {
    size_t image = cal_image_floats(s.n, s.c, s.h, s.w), count = (size_t)s.n * s.c;
    plane_case k = {s,
                    guarded(image * 4),
                    guarded(count * 4),
                    guarded(count * 4),
                    guarded(image * 4),
                    guarded(count * 4)};
    fill_image(k.x, s.n, s.c, s.h, s.w, 1);
    fill_floats(k.y, count, 2);
    if (s.h * s.w < 100) // few values: ties are common
        for (size_t i = 0; i < image; i++) k.x[i] = (float)(int)(k.x[i] * 4);
    bool ok = run_within(pool, 0, run_plane, &k) && intact(k.index, count * 4) &&
              intact(k.picked, count * 4) && intact(k.spread, image * 4);
    for (size_t m = 0; m < count; m++) {
        int n = (int)m / s.c, c = (int)m % s.c, best = 0;
        for (int p = 1; p < s.h * s.w; p++)
            if (k.x[image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w)] >
                k.x[image_at(s.c, s.h, s.w, n, c, best / s.w, best % s.w)])
                best = p;
        ok = ok && k.index[m] == best &&
             k.picked[m] == k.x[image_at(s.c, s.h, s.w, n, c, best / s.w, best % s.w)];
        for (int p = 0; p < s.h * s.w; p++)
            ok = ok && k.spread[image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w)] == (p == best ? k.y[m] : 0);
    }
    CHECK(ok && padding_is_zero(k.spread, s.n, s.c, s.h, s.w));
    void *all[] = {k.x, k.picked, k.y, k.spread, k.index};
    for (int i = 0; i < 5; i++) guarded_free(all[i]);
}

static void check_planes(const int *channels, cal_pool *pool) {
    for (int i = 0; i < 30; i++)
        check_plane((cal_image_shape){1 + i % 3, channels[i % 6], 1 + i % 7, 1 + i % 4}, pool);
    check_plane((cal_image_shape){2, 3, 1, 300}, pool);
    check_plane((cal_image_shape){1, 6, 300, 301}, pool); // more pixels than 16 bits count
}

int main(void) {
    static const int channels[] = {1, 3, 4, 5, 10, 33};
    cal_pool *pool = pool_of(2);
    int turn = 0;
    for (int size = 2; size <= 15; size++)
        for (int h = size; h <= 2 * size + 3; h += 1 + size / 4, turn++)
            check_shape(tiled(1 + turn % 3, channels[turn % 6], h, size + turn % (size + 2), size), pool);
    check_shape(tiled(3, 32, 32, 32, 2), pool);
    check_windows(channels, pool);
    check_planes(channels, pool);
    cal_pool_free(pool);
    check_workers(tiled(40, 10, 21, 18, 2));
    check_workers((cal_pool_shape){40, 10, 21, 18, 3, 3, 2, 1, 1});
    return CHECK_DONE();
}
