// Pooling against plain loops; all of it is exact but the means.
#include "kernel/pool.h"
#include "kernel_check.h"

typedef struct pool_case {
    cal_pool_shape s;
    int oh, ow;
    float *x, *y, *gathered, *scattered, *mean, *spread;
    uint8_t *index;
    size_t large, small;
} pool_case;

static pool_case case_of(cal_pool_shape s) {
    pool_case k = {.s = s, .oh = s.h / s.size, .ow = s.w / s.size};
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
    cal_maxpool_index(env, k->index, k->x, &k->s);
    cal_maxpool_gather(env, k->gathered, k->x, k->index, &k->s);
    cal_maxpool_scatter(env, k->scattered, k->y, k->index, &k->s);
    cal_average_pool(env, k->mean, k->x, &k->s);
    cal_average_unpool(env, k->spread, k->y, &k->s);
}

static bool run_case(pool_case *k, cal_pool *pool) {
    return run_within(pool, 0, run, k) && intact(k->index, k->small) && intact(k->gathered, k->small * 4) &&
           intact(k->scattered, k->large * 4) && intact(k->mean, k->small * 4) &&
           intact(k->spread, k->large * 4);
}

static bool matches(const pool_case *k) {
    const cal_pool_shape *s = &k->s;
    float *scattered = cal_mem_alloc(k->large * 4), *spread = cal_mem_alloc(k->large * 4); // zeroed
    bool ok = true;
    for (int n = 0; n < s->n; n++)
        for (int c = 0; c < (s->c + 3) / 4 * 4; c++)
            for (int y = 0; y < k->oh; y++)
                for (int x = 0; x < k->ow; x++) {
                    size_t at = image_at(s->c, k->oh, k->ow, n, c, y, x), best_at = 0;
                    int best = -1;
                    double sum = 0;
                    for (int i = 0; i < s->size * s->size; i++) {
                        size_t from = image_at(s->c, s->h, s->w, n, c, y * s->size + i / s->size,
                                               x * s->size + i % s->size);
                        sum += k->x[from];
                        spread[from] = k->y[at] * (1.0f / (float)(s->size * s->size));
                        if (best >= 0 && !(k->x[from] > k->x[best_at])) continue;
                        best = i;
                        best_at = from;
                    }
                    scattered[best_at] = k->y[at];
                    ok = ok && k->index[at] == best && k->gathered[at] == k->x[best_at] &&
                         magnitude(k->mean[at] - sum / (s->size * s->size)) <= 1e-6 * 6;
                }
    for (size_t i = 0; i < k->large; i++)
        ok = ok && k->scattered[i] == scattered[i] && k->spread[i] == spread[i];
    cal_mem_free(scattered);
    cal_mem_free(spread);
    return ok;
}

static void check_shape(cal_pool_shape s, cal_pool *pool) {
    pool_case k = case_of(s);
    bool ok = run_case(&k, pool), right = matches(&k);
    if (!ok || !right)
        fprintf(stderr, "n %d c %d h %d w %d size %d: %d %d\n", s.n, s.c, s.h, s.w, s.size, ok, right);
    CHECK(ok && right);
    CHECK(padding_is_zero(k.mean, s.n, s.c, k.oh, k.ow) && padding_is_zero(k.scattered, s.n, s.c, s.h, s.w));
    case_free(&k);
}

static void check_lanes(void) {
    static const int lanes[] = {2, 3, 8};
    cal_pool_shape s = {40, 10, 21, 18, 2};
    pool_case one = case_of(s), many = case_of(s);
    CHECK(run_case(&one, NULL));
    for (int i = 0; i < 3; i++) {
        cal_pool *pool = pool_of(lanes[i]);
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

int main(void) {
    static const int channels[] = {1, 3, 4, 5, 10, 33};
    cal_pool *pool = pool_of(2);
    int turn = 0;
    for (int size = 2; size <= 15; size++)
        for (int h = size; h <= 2 * size + 3; h += 1 + size / 4, turn++)
            check_shape((cal_pool_shape){1 + turn % 3, channels[turn % 6], h, size + turn % (size + 2), size},
                        pool);
    check_shape((cal_pool_shape){3, 32, 32, 32, 2}, pool);
    cal_pool_free(pool);
    check_lanes();
    return CHECK_DONE();
}
