// Channel algebra against double loops.
#include "kernel/channel.h"
#include "kernel_check.h"

enum { TERMS = CAL_LINEAR_TERMS };

typedef struct channel_case {
    cal_image_shape s;
    int terms;
    bool in_place;
    float *t[TERMS], *y, *matrix, *small; // y: linear; small: plane sums
    double *stat, *dot, *sum, *coefficient[TERMS], *constant;
    size_t floats;
} channel_case;

static channel_case case_of(cal_image_shape s, int terms) {
    channel_case k = {.s = s, .terms = terms, .floats = cal_image_floats(s.n, s.c, s.h, s.w)};
    for (int i = 0; i < TERMS; i++) {
        k.t[i] = guarded(k.floats * 4);
        fill_image(k.t[i], s.n, s.c, s.h, s.w, (uint32_t)i + 1);
        k.coefficient[i] = guarded((size_t)s.c * 8);
        for (int c = 0; c < s.c; c++) k.coefficient[i][c] = 0.3 * i - 0.7 + c * 0.11;
    }
    k.y = guarded(k.floats * 4);
    k.small = guarded((size_t)s.n * s.c * 4);
    k.matrix = guarded((size_t)s.n * s.c * 4);
    fill_floats(k.matrix, (size_t)s.n * s.c, 9);
    k.stat = guarded((size_t)s.c * 16);
    k.dot = guarded((size_t)s.c * 16);
    k.sum = guarded((size_t)s.c * 8);
    k.constant = guarded((size_t)s.c * 8);
    for (int c = 0; c < s.c; c++) k.constant[c] = 0.5 - c * 0.07;
    return k;
}

static bool case_intact(const channel_case *k) {
    bool ok = intact(k->y, k->floats * 4) && intact(k->small, (size_t)k->s.n * k->s.c * 4) &&
              intact(k->stat, (size_t)k->s.c * 16) && intact(k->dot, (size_t)k->s.c * 16) &&
              intact(k->sum, (size_t)k->s.c * 8);
    for (int i = 0; i < TERMS; i++) ok = ok && intact(k->t[i], k->floats * 4);
    return ok;
}

static void case_free(channel_case *k) {
    for (int i = 0; i < TERMS; i++) {
        guarded_free(k->t[i]);
        guarded_free(k->coefficient[i]);
    }
    void *all[] = {k->y, k->small, k->matrix, k->stat, k->dot, k->sum, k->constant};
    for (int i = 0; i < 7; i++) guarded_free(all[i]);
}

// Returns no third coefficient, and no constant for an even number of terms.
static const double *coefficient_of(const channel_case *k, int i) {
    return i == 2 ? NULL : k->coefficient[i];
}
static const double CAP = 1.5;
static const double *constant_of(const channel_case *k) { return k->terms % 2 ? k->constant : NULL; }

static void run(const cal_env *env, void *context) {
    channel_case *k = context;
    const float *t[TERMS];
    const double *coefficient[TERMS];
    for (int i = 0; i < TERMS; i++) {
        t[i] = k->t[i];
        coefficient[i] = coefficient_of(k, i);
    }
    cal_kernel_channel_stat(env, k->stat, k->t[0], NULL, &k->s);
    cal_kernel_channel_dot(env, k->dot, k->t[0], k->t[1], NULL, &k->s);
    cal_kernel_channel_sum(env, k->sum, k->t[0], &k->s);
    cal_kernel_plane_sum(env, k->small, k->t[0], &k->s);
    float *y = k->in_place ? k->t[k->terms - 1] : k->y;
    cal_kernel_channel_linear(env, y, k->terms, t, NULL, coefficient, constant_of(k), k->terms >= 3,
                              k->terms == 4 ? CAP : 0, &k->s);
}

static void run_broadcasts(const cal_env *env, void *context) {
    channel_case *k = context;
    cal_kernel_channel_broadcast(env, k->y, k->constant, &k->s);
    cal_kernel_plane_broadcast(env, k->t[0], k->matrix, &k->s);
}

static bool run_case(channel_case *k, cal_pool *pool) {
    return run_within(pool, cal_kernel_channel_scratch(&k->s), run, k) && case_intact(k);
}

static void check_shape(cal_image_shape s, int terms, cal_pool *pool) {
    channel_case k = case_of(s, terms);
    CHECK(run_case(&k, pool));
    size_t count = (size_t)s.n * s.h * s.w;
    error_scale stat = {0}, linear = {0}, plane = {0};
    for (int c = 0; c < s.c; c++) {
        double sum = 0, inner = 0, square = 0, size = 0;
        for (int n = 0; n < s.n; n++) {
            double of_plane = 0;
            for (int p = 0; p < s.h * s.w; p++) {
                size_t at = image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w);
                of_plane += k.t[0][at];
                inner += (double)k.t[0][at] * k.t[1][at];
                size += magnitude(k.t[0][at]);
                double y = constant_of(&k) ? k.constant[c] : 0;
                for (int i = 0; i < terms; i++)
                    y += (coefficient_of(&k, i) ? k.coefficient[i][c] : 1) * k.t[i][at];
                if (terms >= 3 && y < 0) y = 0; // three terms: with a ReLU, four: with a cap
                if (terms == 4 && y > CAP) y = CAP;
                compare(&linear, k.y[at], y);
            }
            compare(&plane, k.small[(size_t)n * s.c + c], of_plane);
            sum += of_plane;
        }
        double mean = sum / (double)count;
        for (int n = 0; n < s.n; n++)
            for (int p = 0; p < s.h * s.w; p++) {
                double d = k.t[0][image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w)] - mean;
                square += d * d;
            }
        compare(&stat, k.stat[c], mean);
        compare(&stat, k.stat[s.c + c], square / (double)count);
        plane.scale = size;
        CHECK_NEAR(k.sum[c], sum, 1e-6 * size);
        CHECK_NEAR(k.dot[c], sum, 1e-6 * size);
        CHECK_NEAR(k.dot[s.c + c], inner, 1e-6 * size);
    }
    CHECK(within(&stat, 1e-6) && within(&linear, 1e-6) && within(&plane, 1e-6));
    CHECK(padding_is_zero(k.y, s.n, s.c, s.h, s.w));

    // Exact: y may be one of the terms, and the broadcasts copy.
    if (terms > 0) {
        channel_case again = case_of(s, terms);
        again.in_place = true;
        CHECK(run_case(&again, pool));
        CHECK(memcmp(again.t[terms - 1], k.y, k.floats * 4) == 0);
        case_free(&again);
    }
    CHECK(run_within(pool, cal_kernel_channel_scratch(&s), run_broadcasts, &k) && case_intact(&k));
    bool exact = true;
    for (int n = 0; n < s.n; n++)
        for (int c = 0; c < s.c; c++)
            for (int p = 0; p < s.h * s.w; p++) {
                size_t at = image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w);
                exact =
                    exact && k.y[at] == (float)k.constant[c] && k.t[0][at] == k.matrix[(size_t)n * s.c + c];
            }
    CHECK(exact);
    CHECK(padding_is_zero(k.y, s.n, s.c, s.h, s.w) && padding_is_zero(k.t[0], s.n, s.c, s.h, s.w));
    case_free(&k);
}

// E[x^2] - mean^2 in float would lose every digit here.
static void check_large_mean(void) {
    cal_image_shape s = {3, 1, 9, 9};
    channel_case k = case_of(s, 1);
    double mean = 0, square = 0;
    for (int n = 0; n < s.n; n++)
        for (int p = 0; p < 81; p++) {
            float *x = &k.t[0][image_at(1, 9, 9, n, 0, p / 9, p % 9)];
            *x = 4096 + *x;
            mean += *x;
        }
    mean /= 243;
    for (int n = 0; n < s.n; n++)
        for (int p = 0; p < 81; p++) {
            double d = k.t[0][image_at(1, 9, 9, n, 0, p / 9, p % 9)] - mean;
            square += d * d;
        }
    CHECK(run_case(&k, NULL));
    CHECK_NEAR(k.stat[0], mean, 1e-9 * mean);
    CHECK_NEAR(k.stat[1], square / 243, 1e-6 * square / 243);
    case_free(&k);
}

static void run_mask(const cal_env *env, void *context) {
    channel_case *k = context;
    cal_kernel_channel_mask(env, k->y, k->t[0], k->t[1], NULL, k->coefficient[0], constant_of(k),
                            k->terms == 4 ? CAP : 0, &k->s);
}

// Checks exactly: without a constant, with one, and with a cap.
static void check_mask(cal_image_shape s, int terms, cal_pool *pool) {
    channel_case k = case_of(s, terms);
    bool exact = run_within(pool, 0, run_mask, &k) && case_intact(&k);
    for (int n = 0; n < s.n; n++)
        for (int c = 0; c < s.c; c++)
            for (int p = 0; p < s.h * s.w; p++) {
                const size_t at = image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w);
                const float a =
                    (float)k.coefficient[0][c] * k.t[1][at] + (constant_of(&k) ? (float)k.constant[c] : 0);
                const bool open = a > 0 && (terms != 4 || a < (float)CAP);
                exact = exact && k.y[at] == (open ? k.t[0][at] : 0);
            }
    CHECK(exact && padding_is_zero(k.y, s.n, s.c, s.h, s.w));
    case_free(&k);
}

static void check_workers(void) {
    static const int workers[] = {2, 3, 8};
    cal_image_shape s = {17, 10, 13, 11};
    channel_case one = case_of(s, 3);
    CHECK(run_case(&one, NULL));
    for (int i = 0; i < 3; i++) {
        cal_pool *pool = pool_of(workers[i]);
        channel_case many = case_of(s, 3);
        CHECK(run_case(&many, pool));
        CHECK(memcmp(one.y, many.y, one.floats * 4) == 0);
        CHECK(memcmp(one.stat, many.stat, (size_t)s.c * 16) == 0);
        CHECK(memcmp(one.dot, many.dot, (size_t)s.c * 16) == 0);
        CHECK(memcmp(one.sum, many.sum, (size_t)s.c * 8) == 0);
        CHECK(memcmp(one.small, many.small, (size_t)s.n * s.c * 4) == 0);
        case_free(&many);
        cal_pool_free(pool);
    }
    case_free(&one);
}

// An image with more channels gives exactly its first ones, as a copy would.
static void check_wide_term(cal_image_shape s, int more) {
    const size_t plane = (size_t)s.h * s.w * 4, few = cal_image_floats(1, s.c, s.h, s.w),
                 many = cal_image_floats(1, s.c + more, s.h, s.w);
    channel_case k = case_of(s, 2);
    float *wide = guarded(many * (size_t)s.n * 4), *y = guarded(k.floats * 4);
    fill_image(wide, s.n, s.c + more, s.h, s.w, 11);
    for (int n = 0; n < s.n; n++)
        memcpy(k.t[1] + (size_t)n * few, wide + (size_t)n * many, (size_t)s.c / 4 * plane * sizeof *wide);
    const float *copied[] = {k.t[0], k.t[1]}, *there[] = {k.t[0], wide};
    const double *coefficient[] = {k.coefficient[0], NULL};
    const int groups[] = {(s.c + 3) / 4, (s.c + more + 3) / 4};
    const size_t scratch = cal_kernel_channel_scratch(&s);
    const cal_env env = {pool_of(2), cal_mem_alloc(scratch)};
    double *dot = cal_mem_alloc((size_t)s.c * 2 * sizeof *dot);
    cal_kernel_channel_linear(&env, k.y, 2, copied, NULL, coefficient, k.constant, false, 0, &s);
    cal_kernel_channel_linear(&env, y, 2, there, groups, coefficient, k.constant, false, 0, &s);
    CHECK(memcmp(y, k.y, k.floats * 4) == 0 && intact(y, k.floats * 4) && case_intact(&k));
    cal_kernel_channel_mask(&env, k.y, k.t[0], k.t[1], NULL, coefficient[0], k.constant, 0, &s);
    cal_kernel_channel_mask(&env, y, k.t[0], wide, groups, coefficient[0], k.constant, 0, &s);
    CHECK(memcmp(y, k.y, k.floats * 4) == 0 && intact(y, k.floats * 4) && case_intact(&k));
    cal_kernel_channel_dot(&env, k.dot, k.t[0], k.t[1], NULL, &s);
    cal_kernel_channel_dot(&env, dot, k.t[0], wide, groups, &s);
    CHECK(memcmp(dot, k.dot, (size_t)s.c * 2 * sizeof *dot) == 0);
    const size_t both = (size_t)s.c * 2 * sizeof *dot;
    cal_kernel_channel_stat(&env, k.stat, k.t[1], NULL, &s);
    cal_kernel_channel_stat(&env, dot, wide, groups + 1, &s);
    CHECK(memcmp(dot, k.stat, both) == 0);
    cal_mem_free(dot);
    cal_mem_free(env.scratch);
    cal_pool_free(env.pool);
    guarded_free(wide);
    guarded_free(y);
    case_free(&k);
}

static void check(void) {
    static const int channels[] = {1, 3, 4, 5, 10, 33};
    cal_pool *pool = pool_of(2);
    int turn = 0;
    for (int h = 1; h <= 17; h++)
        for (int c = 0; c < 6; c++, turn++)
            check_shape((cal_image_shape){1 + turn % 5, channels[c], h, 1 + (h * 7 + turn) % 17}, turn % 5,
                        pool);
    check_shape((cal_image_shape){2, 5, 70, 70}, 3, pool);
    for (int terms = 2; terms <= 4; terms++)
        check_mask((cal_image_shape){3, 41, 7, 1 + 2 * terms}, terms, pool);
    check_shape((cal_image_shape){150, 5, 1, 1}, 2, pool);
    check_shape((cal_image_shape){300, 35, 2, 1}, 2, pool); // sums shared by two threads
    cal_pool_free(pool);
    check_wide_term((cal_image_shape){3, 8, 3, 5}, 6);
    check_large_mean();
    check_workers();
}

int main(void) {
    at_every_width(check);
    return CHECK_DONE();
}
