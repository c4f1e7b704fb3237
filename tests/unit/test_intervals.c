// Intervals of means and areas: formulas, cases without an interval, and coverage of a known truth.
#include <math.h>
#include <string.h>
#include "base/maths/student.h"
#include "base/memory.h"
#include "base/random/random.h"
#include "check.h"
#include "run/report/figures.h"
#include "run/report/intervals/mean.h"
#include "run/report/intervals/resampling.h"
#include "run/report/scoring.h"

enum { N_MOST = 400 };
static const double NONE[2] = {NAN, NAN};

static cal_scores scores_of(cal_arena *arena, const double *p, const int32_t *label, int n) {
    cal_scores scores, unused;
    cal_error err;
    double *both = cal_arena_alloc(arena, (size_t)n * 2 * sizeof *both);
    for (int i = 0; i < n; i++) both[2 * i + 1] = p[i], both[2 * i] = 1 - p[i];
    const cal_outputs of = {.task = CAL_TASK_BINARY, .n = n, .k = 2, .probabilities = both, .labels = label};
    CHECK(!cal_outputs_score(&scores, &unused, arena, &of, NULL, 0, &err));
    return scores;
}

static cal_measured measure(const char *id, cal_arena *arena, const cal_scores *s, int draws) {
    int m = 0;
    while (strcmp(cal_metrics[m]->entry.id, id) != 0) m++;
    cal_measured out = {.metric = cal_metrics[m]};
    cal_choice choice;
    cal_choice_with_bins(&choice, &out.metric->entry, 15);
    out.choice = &choice;
    out.metric->compute(&out.figure, arena, s, &choice);
    cal_resampling_measure(&out, 1, arena, s, (cal_resampling){0, draws, 0}, NULL, &(cal_progress_range){0});
    return out;
}

static void check_interval(const cal_measured *m, double low, double high) {
    if (low != low) CHECK(m->low != m->low && m->high != m->high);
    else {
        CHECK_NEAR(m->low, low, 1e-12);
        CHECK_NEAR(m->high, high, 1e-12);
    }
    CHECK((m->no_interval != NULL) == (low != low));
}

// R's qt(0.975, freedom) up to 100, scipy 1.10.1's t.ppf above. The formula changes at 400.
static void test_student(void) {
    static const struct {
        int freedom;
        double quantile;
    } of[] = {{1, 12.706204736},        {2, 4.302652730},           {3, 3.182446305},
              {4, 2.776445105},         {5, 2.570581836},           {6, 2.446911851},
              {10, 2.228138852},        {30, 2.042272456},          {100, 1.983971519},
              {399, 1.96592729592081},  {400, 1.96591234322939},    {401, 1.96589746533645},
              {1000, 1.96233908082641}, {1000000, 1.95996635681411}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        CHECK_NEAR(cal_student_975(of[i].freedom), of[i].quantile, 1e-9);
}

// Terms of the Brier score are 0.04, 0.16, 0.36, 0.01: mean 0.1425, variance 0.0253583 with n - 1.
static void test_formulas(void) {
    static const double p[] = {0.2, 0.6, 0.6, 0.9};
    static const int32_t label[] = {0, 1, 0, 1};
    static const double term[] = {0.04, 0.16, 0.36, 0.01};
    cal_arena arena = {0};
    cal_scores s = scores_of(&arena, p, label, 4);
    const double reach =
        3.182446305283708 * sqrt((0.0105062500 + 0.00030625 + 0.04730625 + 0.01755625) / 3 / 4);
    cal_measured brier = measure("binary_brier", &arena, &s, 2);
    check_interval(&brier, 0, 0.1425 + reach);
    brier = measure("brier", &arena, &s, 2); // over both classes: twice as large
    check_interval(&brier, 0, 2 * (0.1425 + reach));

    double mean = 0, square = 0;
    for (int i = 0; i < 4; i++) {
        const double loss = -log(label[i] ? p[i] : 1 - p[i]);
        mean += loss / 4, square += loss * loss / 4;
    }
    cal_measured nll = measure("nll", &arena, &s, 2);
    CHECK_NEAR(nll.high, mean + 3.182446305283708 * sqrt((square - mean * mean) / 3), 1e-12);

    // Two cases of two rows each: one residual for each case, 1 degree of freedom.
    static const int32_t cases[] = {0, 1, 1, 0};
    cal_scores clustered = s;
    clustered.cases = cases, clustered.case_count = 2, clustered.clustered = true;
    const double a = (term[0] + term[3] - 2 * 0.1425) / 4, b = (term[1] + term[2] - 2 * 0.1425) / 4;
    brier = measure("binary_brier", &arena, &clustered, 2);
    check_interval(&brier, 0, 0.1425 + 12.706204736174698 * sqrt(2 * (a * a + b * b)));

    // Weights 1, 2, 1, 4, which sum to 8: the linearised variance of a ratio.
    static const double weight[] = {1, 2, 1, 4};
    double centre = 0, variance = 0;
    for (int i = 0; i < 4; i++) centre += weight[i] * term[i] / 8;
    for (int i = 0; i < 4; i++) variance += pow(weight[i] / 8 * (term[i] - centre), 2) * 4 / 3;
    cal_scores weighted = s;
    weighted.weight = weight;
    brier = measure("binary_brier", &arena, &weighted, 2);
    check_interval(&brier, 0, centre + 3.182446305283708 * sqrt(variance));
    cal_arena_free(&arena);
}

// Roots of (area - theta)^2 = 1.96^2 V(theta), found in Python on a grid of 200,000 steps.
static void test_areas(void) {
    static const double p[] = {0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9};
    static const double same[] = {0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4};
    static const int32_t up[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, down[] = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0};
    static const int32_t mixed[] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0};
    cal_arena arena = {0};
    cal_scores s = scores_of(&arena, p, up, 10);
    cal_measured area = measure("roc_auc", &arena, &s, 40);
    CHECK(area.figure.value == 1);
    check_interval(&area, 0.6328553494330458, 1);
    cal_measured precision = measure("average_precision", &arena, &s, 40);
    CHECK(precision.figure.value == 1);
    check_interval(&precision, NONE[0], NONE[1]);
    s = scores_of(&arena, p, down, 10);
    area = measure("roc_auc", &arena, &s, 40);
    CHECK(area.figure.value == 0);
    check_interval(&area, 0, 0.3671446505669541);
    s = scores_of(&arena, same, mixed, 12);
    area = measure("roc_auc", &arena, &s, 40);
    check_interval(&area, 0.22156427186013233, 0.7784357281398677);
    // With weights the area has shifted draws, some of which would exceed 1.
    static const int32_t near[] = {0, 0, 0, 0, 1, 0, 1, 1, 1, 1};
    static const double weight[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    s = scores_of(&arena, p, near, 10);
    s.weight = weight;
    area = measure("roc_auc", &arena, &s, 200);
    CHECK(area.figure.value == 0.96 && area.low < 0.96 && area.high == 1);
    cal_arena_free(&arena);
}

static void test_constant(void) {
    static const double p[] = {0.3, 0.3, 0.3, 0.3};
    static const int32_t label[] = {0, 0, 0, 0};
    static const char *const ids[] = {"binary_brier", "brier", "nll", "ece"};
    cal_arena arena = {0};
    for (int n = 1; n <= 4; n += 3) {
        cal_scores s = scores_of(&arena, p, label, n);
        for (int m = 0; m < 4; m++) {
            cal_measured one = measure(ids[m], &arena, &s, 40);
            CHECK(one.figure.value > 0);
            check_interval(&one, NONE[0], NONE[1]);
        }
    }
    cal_arena_free(&arena);
}

// p is uniform in [0.05, 0.95] and correct, so the expected Brier score is the mean of p (1 - p). Rows of a
// case are copies.
static double coverage(const char *id, int n, int copies, int sets, double truth) {
    double p[N_MOST];
    int32_t label[N_MOST], cases[N_MOST];
    int held = 0;
    for (int set = 0; set < sets; set++) {
        cal_arena arena = {0};
        for (int i = 0; i < n; i++) {
            const uint64_t at = (uint64_t)(cases[i] = i / copies);
            p[i] = 0.05 + 0.9 * cal_random_uniform(21, CAL_STREAM_DATA, (uint64_t)set, at);
            label[i] = cal_random_uniform(22, CAL_STREAM_DATA, (uint64_t)set, at) < p[i];
        }
        cal_scores s = scores_of(&arena, p, label, n);
        if (copies > 1) s.cases = cases, s.case_count = n / copies, s.clustered = true;
        const cal_measured m = measure(id, &arena, &s, 2);
        held += m.low <= truth && truth <= m.high;
        cal_arena_free(&arena);
    }
    return (double)held / sets;
}

static void test_coverage(void) {
    enum { SETS = CHECK_TIMES(1000), CELLS = 100000 };
    static const struct {
        int n, copies;
    } of[] = {{50, 1}, {200, 1}, {400, 4}};
    double brier = 0, nll = 0;
    for (int c = 0; c < CELLS; c++) {
        const double p = 0.05 + 0.9 * (c + 0.5) / CELLS;
        brier += p * (1 - p) / CELLS, nll -= (p * log(p) + (1 - p) * log(1 - p)) / CELLS;
    }
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const double held[] = {coverage("binary_brier", of[i].n, of[i].copies, SETS, brier),
                               coverage("brier", of[i].n, of[i].copies, SETS, 2 * brier),
                               coverage("nll", of[i].n, of[i].copies, SETS, nll)};
        for (int m = 0; m < 3; m++) {
            CHECK(SETS < 1000 || (held[m] >= 0.93 && held[m] <= 0.97));
        }
    }
}

int main(void) {
    test_student();
    test_formulas();
    test_areas();
    test_constant();
    test_coverage();
    return CHECK_DONE();
}
