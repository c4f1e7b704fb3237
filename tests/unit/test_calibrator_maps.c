// Calibrated probabilities against slow evaluations of the definitions (golden/calibrators/maps.py).
#include <string.h>
#include "check.h"
#include "catalog/calibrator/shared/fit.h"
#include "run/link/spec.h"

#include "../golden/calibrators/maps.inc"

// As in maps.py: samples to fit on, further rows, classes, values of a logit, their distance, and a class
// without samples.
typedef struct golden_case {
    int n, rows, k, levels;
    double unit;
    int missing;
} golden_case;
static const golden_case cases[] = {
    {60, 10, 2, 17, 0.25, -1},    {80, 12, 10, 1024, 1.0 / 128, -1}, {150, 6, 100, 1024, 1.0 / 64, -1},
    {40, 8, 5, 512, 1.0 / 64, 3}, {6, 5, 10, 256, 1.0 / 32, -1},     {30, 8, 4, 1024, 2, -1},
};
enum { CASES = sizeof cases / sizeof *cases };

extern const cal_calibrator cal_calibrator_venn_abers, cal_calibrator_focal_temperature;
static cal_arena arena;
static cal_error err;
static uint32_t state;

static int below(int most) {
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 16) % (uint32_t)most);
}

static void draw(cal_scores *fitted_on, cal_scores *rest, const golden_case *c) {
    const int n = c->n, k = c->k, all = n + c->rows;
    float *z = cal_arena_alloc(&arena, (size_t)all * (size_t)k * sizeof *z);
    int32_t *y = cal_arena_alloc(&arena, (size_t)all * sizeof *y);
    state = (uint32_t)(n * 1000 + k);
    for (int i = 0; i < all; i++) {
        float *row = z + (size_t)i * (size_t)k;
        int top = 0;
        for (int j = 0; j < k; j++) row[j] = (float)((below(c->levels) - c->levels / 2) * c->unit);
        if (i % 5 == 4) memcpy(row, row - k, (size_t)k * sizeof *row);
        for (int j = 1; j < k; j++)
            if (row[j] > row[top]) top = j;
        y[i] = below(3) ? top : below(k);
        if (y[i] == c->missing) y[i] = 0;
    }
    CHECK(cal_scores_make(fitted_on, &arena, z, y, NULL, n, k, 1, &err) == CAL_OK);
    CHECK(cal_scores_make(rest, &arena, z + (size_t)n * (size_t)k, y + n, NULL, c->rows, k, 1, &err) ==
          CAL_OK);
}

// The fit `way` of the calibrator, saved and restored, maps the further rows of `count` cases as wanted.
static void check(const char *text, const double *wanted, int numbers, int count, double tolerance) {
    const double *const end = wanted + numbers;
    for (int c = 0; c < count; c++) {
        cal_scores fitted_on, rest, after;
        cal_choice choice;
        cal_fit fits[CAL_FITS_MAX];
        double p[128];
        CHECK(cal_choice_parse(&choice, "calibrator", text, strlen(text), &err) == CAL_OK);
        const cal_calibrator *calibrator = cal_calibrator_of(&choice);
        draw(&fitted_on, &rest, &cases[c]);
        CHECK(calibrator->fit(fits, &arena, &fitted_on, &choice) == 1);
        cal_fit again = {.way = fits[0].way};
        if (calibrator->save) calibrator->save(again.found, &arena, &fits[0]);
        else memcpy(again.found, fits[0].found, sizeof again.found);
        CHECK(!calibrator->restore || calibrator->restore(&again, &arena, cases[c].k));
        CHECK(cal_calibrator_apply(&after, &arena, calibrator, &again, &rest, &err) == CAL_OK);
        for (int i = 0; i < cases[c].rows; i++) {
            cal_scores_row(p, &after, i);
            for (int j = 0; j < cases[c].k; j++) CHECK_NEAR(p[j], *wanted++, tolerance);
        }
        cal_arena_free(&arena);
    }
    CHECK(wanted == end);
}

// p0 and p1 of the further rows, and of the samples themselves, whose scores are ties.
static void test_intervals(void) {
    const double *low_wanted = venn_low, *high_wanted = venn_high;
    const cal_choice choice = {.entry = &cal_calibrator_venn_abers.entry};
    for (int c = 0; c < CASES; c++) {
        const int k = cases[c].k;
        cal_scores fitted_on, rest, after;
        cal_fit fit;
        double low[128], high[128], p[128];
        draw(&fitted_on, &rest, &cases[c]);
        CHECK(cal_calibrator_venn_abers.fit(&fit, &arena, &fitted_on, &choice) == 1);
        CHECK(cal_calibrator_apply(&after, &arena, &cal_calibrator_venn_abers, &fit, &rest, &err) == CAL_OK);
        for (int i = 0; i < cases[c].rows; i++) {
            cal_calibrator_venn_abers.interval(low, high, &fit, rest.logits + (size_t)i * (size_t)k, k);
            cal_scores_row(p, &after, i);
            for (int j = 0; j < k; j++) {
                CHECK_NEAR(low[j], *low_wanted++, 1e-10);
                CHECK_NEAR(high[j], *high_wanted++, 1e-10);
                if (k == 2) CHECK(low[j] <= p[j] && p[j] <= high[j]);
            }
        }
        cal_arena_free(&arena);
    }
}

// Logits as far apart as floats are: probabilities sum to 1, and log p is finite.
static void test_focal_extremes(void) {
    const float z[] = {3e38f, -3e38f, 0, 4000, 0, -4000, 1, 1, 1, 0, 3000, 3001};
    const int32_t y[] = {1, 2, 0, 0};
    cal_scores s, after;
    CHECK(cal_scores_make(&s, &arena, z, y, NULL, 4, 3, 1, &err) == CAL_OK);
    for (double gamma = -0.99; gamma < 10; gamma += 0.33) {
        double t = 0.01, p[3];
        const cal_fit fit = {.found = {{"T", 1, &t}, {"gamma", 1, &gamma}}};
        CHECK(cal_calibrator_apply(&after, &arena, &cal_calibrator_focal_temperature, &fit, &s, &err) ==
              CAL_OK);
        for (int i = 0; i < 4; i++) {
            cal_scores_row(p, &after, i);
            CHECK_NEAR(p[0] + p[1] + p[2], 1, 1e-14);
            CHECK(p[0] >= 0 && p[1] >= 0 && p[2] >= 0);
            CHECK(after.log_p_label[i] <= 1e-15 && after.log_p_label[i] - after.log_p_label[i] == 0);
        }
    }
    cal_arena_free(&arena);
}

#define CHECK_MAPS(text, wanted, count, tolerance)                                                           \
    check(text, wanted, (int)(sizeof(wanted) / sizeof *(wanted)), count, tolerance)

int main(void) {
    CHECK_MAPS("isotonic:centred=yes", centred, CASES - 1, 1e-10);
    CHECK_MAPS("venn-abers", venn_merged, CASES, 1e-10);
    test_intervals();
    CHECK_MAPS("focal-temperature:gamma=3", focal_3, 4, 1e-6);
    CHECK_MAPS("focal-temperature", focal_any, 4, 1e-6);
    test_focal_extremes();
    return CHECK_DONE();
}
