// Calibrators on small sets; tests/engine/calibrators.test.mjs has those with reference values.
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "check.h"
#include "catalog/calibrator/shared/fit.h"

extern const cal_calibrator cal_calibrator_ets;
static cal_arena arena;
static cal_error err;

// Makes n samples of two classes, confidences on a lattice of 1/steps, right with a slowly varying
// probability.
static cal_scores make(int n, int steps, uint64_t seed) {
    cal_scores s;
    float *z = cal_arena_alloc(&arena, 2 * (size_t)n * sizeof *z);
    int32_t *y = cal_arena_alloc(&arena, (size_t)n * sizeof *y);
    for (int i = 0; i < n; i++) {
        double u = cal_random_uniform(seed, CAL_STREAM_DATA, 0, (uint64_t)i);
        double c = 0.5 + 0.49 * (int)(u * steps) / steps;
        double right = 0.5 + 0.4 * cal_sin(12 * c + (double)seed);
        z[2 * i] = (float)cal_log(c / (1 - c));
        y[i] = cal_random_uniform(seed, CAL_STREAM_DATA, 1, (uint64_t)i) > right;
    }
    CHECK(cal_scores_make(&s, &arena, z, y, NULL, n, 2, 1, &err) == CAL_OK);
    return s;
}

// Dykstra's projections onto conditions of two neighbours in turn, until nothing moves: slow, and right for
// any convex set.
static void project(double *k, const double *c, int n) {
    double *low = cal_arena_alloc(&arena, (size_t)n * sizeof *low);
    double *high = cal_arena_alloc(&arena, (size_t)n * sizeof *high);
    for (int sweep = 0; sweep < 20000; sweep++)
        for (int i = 0; i + 1 < n; i++) {
            // k[i+1] >= k[i], then k[i+1] <= k[i] + 2 (c[i+1] - c[i]); first adds each one's correction
            // again.
            double a = k[i] + low[i], b = k[i + 1] - low[i], move = a > b ? (a - b) / 2 : 0;
            k[i] = a - move, k[i + 1] = b + move, low[i] = move;
            a = k[i] - high[i], b = k[i + 1] + high[i];
            double over = b - a - 2 * (c[i + 1] - c[i]);
            move = over > 0 ? over / 2 : 0;
            k[i] = a + move, k[i + 1] = b - move, high[i] = move;
        }
}

static void test_lipschitz(void) {
    enum { N = 40 };
    for (uint64_t seed = 1; seed <= 12; seed++) {
        cal_scores s = make(N, seed % 3 ? 1000 : 9, seed), after;
        cal_fit fit;
        double c[N], k[N];
        CHECK(cal_calibrator_lipschitz.fit(&fit, &arena, &s, NULL) == 1);
        CHECK(cal_calibrator_apply(&after, &arena, &cal_calibrator_lipschitz, &fit, &s, &err) == CAL_OK);
        for (int i = 0; i < N; i++) c[i] = s.confidence[s.order[i]], k[i] = s.correct[s.order[i]];
        project(k, c, N);
        for (int i = 0; i < N; i++) CHECK_NEAR(after.confidence[s.order[i]], k[i], 1e-6);
        for (int i = 1; i < N; i++) {
            double step = after.confidence[s.order[i]] - after.confidence[s.order[i - 1]];
            CHECK(step > -1e-14 && step < 2 * (c[i] - c[i - 1]) + 1e-14);
        }
    }
    cal_scores s = make(1, 9, 3); // one sample: corrected completely
    cal_scores after;
    cal_fit fit;
    CHECK(cal_calibrator_lipschitz.fit(&fit, &arena, &s, NULL) == 1);
    CHECK(cal_calibrator_apply(&after, &arena, &cal_calibrator_lipschitz, &fit, &s, &err) == CAL_OK);
    CHECK(after.confidence[0] == s.correct[0]);
    cal_arena_free(&arena);
}

static void test_interpolate(void) {
    const double x[] = {0.1, 0.3, 0.3, 0.7}, y[] = {1, 2, 4, 0};
    CHECK(cal_interpolate(x, y, 4, 0) == 1);
    CHECK(cal_interpolate(x, y, 4, 0.1) == 1);
    CHECK_NEAR(cal_interpolate(x, y, 4, 0.2), 1.5, 1e-15);
    CHECK(cal_interpolate(x, y, 4, 0.3) == 4);
    CHECK_NEAR(cal_interpolate(x, y, 4, 0.4), 3, 1e-15);
    CHECK(cal_interpolate(x, y, 4, 0.7) == 0);
    CHECK(cal_interpolate(x, y, 4, 0.9) == 0);
    const double tiny[] = {0, 4e-320, 8e-320}, up[] = {0, 0.5, 1}; // the slope overflows a double
    for (int i = 0; i < 3; i++) CHECK(cal_interpolate(tiny, up, 3, tiny[i]) == up[i]);
    CHECK_NEAR(cal_interpolate(tiny, up, 3, 1e-320), 0.125, 1e-3);
    CHECK_NEAR(cal_interpolate(tiny, up, 3, 6e-320), 0.75, 1e-3);
}

// Every calibrator, on sets of all kinds: probabilities sum to 1, nothing is NaN, and log p_y of distant
// logits is exact, not infinite.
static void test_all(void) {
    const float far[] = {4000, 0, -4000, 0, 3000, 10, 5, 4, 3, 1000, 2000, 0};
    const int32_t labels[] = {2, 1, 0, 0};
    const float flat[] = {1, 1, 1, 2, 2, 2, 0, 0, 0, 3, 3, 3};
    for (int set = 0; set < 2; set++)
        for (int n = 1; n <= 4; n++)
            for (int i = 0; cal_calibrators[i]; i++) {
                cal_scores s, after;
                cal_fit fit[CAL_FITS_MAX];
                cal_choice choice = {.entry = &cal_calibrators[i]->entry};
                double p[3];
                for (int q = 0; choice.entry->params && choice.entry->params[q].name; q++)
                    choice.value[q].number[0] = choice.entry->params[q].value;
                CHECK(cal_scores_make(&s, &arena, set ? flat : far, labels, NULL, n, 3, 1, &err) == CAL_OK);
                int fits = cal_calibrators[i]->fit(fit, &arena, &s, &choice);
                CHECK(fits <= CAL_FITS_MAX && !arena.refused);
                for (int f = 0; f < fits; f++) {
                    CHECK(cal_calibrator_apply(&after, &arena, cal_calibrators[i], &fit[f], &s, &err) ==
                          CAL_OK);
                    for (int r = 0; r < n; r++) {
                        CHECK(after.confidence[r] >= 0 && after.confidence[r] <= 1 + 1e-15);
                        if (!after.fill) continue;
                        cal_scores_row(p, &after, r);
                        CHECK_NEAR(p[0] + p[1] + p[2], 1, 1e-14);
                        CHECK(after.log_p_label[r] <= 1e-15);
                    }
                }
            }
    cal_scores s, after;
    double numbers[] = {1, 1, 0, 0};
    cal_fit fit = {.found = {{"T", 1, numbers}, {"weights", 3, numbers + 1}}};
    CHECK(cal_scores_make(&s, &arena, far, labels, NULL, 4, 3, 1, &err) == CAL_OK);
    CHECK(cal_calibrator_apply(&after, &arena, &cal_calibrator_ets, &fit, &s, &err) == CAL_OK);
    CHECK_NEAR(after.log_p_label[0], -8000, 1e-9); // not minus infinity
    cal_arena_free(&arena);
}

int main(void) {
    test_lipschitz();
    test_interpolate();
    test_all();
    return CHECK_DONE();
}
