// Tests of cumulative differences: how often they reject calibrated models, and find others. Without
// arguments a quick check; `test_cumulative 10000` (make coverage) prints the table of intervals/coverage.md
// from 10,000 sets of each size.
#include <stdlib.h>
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/binary/cumulative.h"
#include "catalog/scores/sort.h"
#include "check.h"

enum { K = 10, TESTS = 3, LEVELS = 3, SIZES = 3, SETS_MOST = 100000 };
static const double levels[LEVELS] = {0.01, 0.05, 0.1};
static const int sizes[SIZES] = {100, 1000, 10000};
static const char *const binary_tests[TESTS] = {"ks", "kuiper", "spiegelhalter"},
                         *const class_tests[TESTS] = {"cwks", "cwkuiper", NULL};

// Probabilities sigmoid(z), z normal, rounded to multiples of 1/steps; or of the top label; or of classes.
typedef struct world {
    const char *says;
    double mean, sd;
    int steps; // 0: not rounded
    bool top, classes;
} world;
static const world worlds[] = {
    {"probabilities of all sizes", -0.5, 1.5, 0, false, false},
    {"rare events", -3.5, 1, 0, false, false},
    {"top label, mostly sure", 0, 0, 0, true, false},
    {"probabilities in whole percent", -0.5, 1.5, 100, false, false},
    {"11 different probabilities", -0.5, 1.5, 10, false, false},
    {"10 classes", 0, 2, 0, false, true},
};
enum { WORLDS = sizeof worlds / sizeof *worlds };

static double uniform(int set, int sample, int what) {
    return cal_random_uniform(31, CAL_STREAM_DATA, (uint64_t)set * 2 + (uint64_t)what, (uint64_t)sample);
}

static double normal(int set, int index) {
    return cal_random_normal(32, CAL_STREAM_DATA, (uint64_t)set, (uint64_t)index);
}

static double probability(const world *w, int set, int i) {
    if (w->top) return 0.3 + 0.7 * cal_sqrt(cal_sqrt(uniform(set, i, 1)));
    const double p = cal_sigmoid(w->mean + w->sd * normal(set, i));
    return w->steps ? (double)(int)(p * w->steps + 0.5) / w->steps : p;
}

// Fills scores whose outcomes have the probability p + shift, between 0 and 1.
static void make(cal_scores *out, cal_arena *arena, const world *w, int n, int set, double shift) {
    const size_t rows = (size_t)n;
    int32_t *scratch = cal_arena_alloc(arena, rows * sizeof *scratch);
    *out = (cal_scores){.n = n, .k = 2, .positive = !w->top};
    out->confidence = cal_arena_alloc(arena, rows * sizeof *out->confidence);
    out->correct = cal_arena_alloc(arena, rows);
    out->order = cal_arena_alloc(arena, rows * sizeof *out->order);
    for (int i = 0; i < n; i++) {
        out->confidence[i] = probability(w, set, i);
        out->correct[i] = uniform(set, i, 0) < out->confidence[i] + shift;
    }
    cal_sort_order(out->order, scratch, out->confidence, n);
}

static void make_classes(cal_scores *out, cal_arena *arena, const world *w, int n, int set) {
    float *z = cal_arena_alloc(arena, (size_t)n * K * sizeof *z);
    int32_t *label = cal_arena_alloc(arena, (size_t)n * sizeof *label);
    cal_error err;
    for (int i = 0; i < n; i++) {
        double p[K], sum = 0, u = uniform(set, i, 0);
        for (int j = 0; j < K; j++)
            z[i * K + j] = (float)(w->sd * normal(set, i * K + j)), sum += p[j] = cal_exp(z[i * K + j]);
        for (u *= sum; label[i] < K - 1 && u >= p[label[i]]; label[i]++) u -= p[label[i]];
    }
    CHECK(!cal_scores_make(out, arena, z, label, NULL, n, K, 1, &err));
}

static double part(const cal_figure *figure, const char *name) {
    for (int i = 0; i < figure->parts; i++)
        if (!strcmp(figure->part[i].name, name)) return figure->part[i].value;
    return __builtin_nan("");
}

static cal_figure measure(const cal_scores *s, cal_arena *arena, const char *id) {
    cal_figure out = {.value = __builtin_nan("")};
    for (int m = 0; cal_metrics[m]; m++) {
        if (strcmp(cal_metrics[m]->entry.id, id) != 0) continue;
        cal_metrics[m]->compute(&out, arena, s, NULL);
        if (cal_metrics[m]->detail) cal_metrics[m]->detail(&out, arena, s, NULL);
    }
    return out;
}

// ---- rejections of calibrated models

typedef struct job {
    const world *world;
    int n;
    double (*p)[TESTS];
} job;

static const char *const *tests_of(const world *w) { return w->classes ? class_tests : binary_tests; }

static void try_one(void *context, int at, int worker) {
    const job *q = context;
    cal_arena arena = {0};
    cal_scores s;
    (void)worker;
    if (q->world->classes) make_classes(&s, &arena, q->world, q->n, at);
    else make(&s, &arena, q->world, q->n, at, 0);
    for (int t = 0; t < TESTS; t++) {
        const char *id = tests_of(q->world)[t];
        if (!id) continue;
        const cal_figure figure = measure(&s, &arena, id);
        q->p[at][t] = part(&figure, "p_value");
        CHECK(q->p[at][t] >= 0 && q->p[at][t] <= 1);
    }
    cal_arena_free(&arena);
}

static void rejections(double out[TESTS][LEVELS], cal_pool *pool, const world *w, int n, int sets) {
    double(*p)[TESTS] = malloc((size_t)sets * sizeof *p);
    cal_pool_run(pool, sets, try_one, &(job){w, n, p});
    for (int t = 0; t < TESTS; t++)
        for (int l = 0; l < LEVELS; l++) {
            out[t][l] = 0;
            for (int i = 0; i < sets; i++) out[t][l] += (p[i][t] < levels[l]) / (double)sets;
        }
    free(p);
}

static void print_table(int sets) {
    cal_pool *pool;
    cal_error err;
    double share[TESTS][LEVELS];
    if (cal_pool_create(&pool, cal_threads_available(), &err)) exit(1);
    printf("\n| calibrated world | test | n | 1 %% | 5 %% | 10 %% |\n|---|---|---:|---:|---:|---:|\n");
    for (int w = 0; w < WORLDS; w++)
        for (int s = 0; s < SIZES; s++) {
            rejections(share, pool, &worlds[w], sizes[s], sets);
            for (int t = 0; t < TESTS; t++)
                if (tests_of(&worlds[w])[t])
                    printf("| %s | `%s` | %d | %.2f | %.2f | %.2f |\n", worlds[w].says,
                           tests_of(&worlds[w])[t], sizes[s], 100 * share[t][0], 100 * share[t][1],
                           100 * share[t][2]);
            fflush(stdout);
        }
    cal_pool_free(pool);
}

// No test rejects more often than it says, beyond 4 standard deviations of the count.
static void test_calibrated(void) {
    enum { SETS = CHECK_TIMES(2000), FEW = CHECK_TIMES(200), N = 1000 };
    double share[TESTS][LEVELS];
    for (int w = 0; w < WORLDS; w++) {
        const int sets = worlds[w].classes ? FEW : SETS;
        rejections(share, NULL, &worlds[w], N, sets);
        for (int t = 0; t < TESTS; t++)
            for (int l = 0; l < LEVELS && tests_of(&worlds[w])[t]; l++) {
                const double most = levels[l] + 4 * cal_sqrt(levels[l] * (1 - levels[l]) / sets);
                if (share[t][l] > most)
                    printf("%s, %s: %g\n", worlds[w].says, tests_of(&worlds[w])[t], share[t][l]);
                CHECK(share[t][l] <= most);
                CHECK(w > 0 || share[t][l] >= levels[l] - 4 * cal_sqrt(levels[l] / sets) - 0.2 * levels[l]);
            }
    }
}

// ---- models that are wrong

// A shift of every probability by the detectable value is a true value of both statistics. It is found in at
// least 95 of 100 sets.
static void test_detectable(void) {
    enum { SETS = CHECK_TIMES(400), N = 500 };
    static const world middle = {"middle", 0, 0.5, 0, false, false};
    for (int t = 0; t < 2; t++) {
        int found = 0;
        for (int i = 0; i < SETS; i++) {
            cal_arena arena = {0};
            cal_scores s;
            make(&s, &arena, &middle, N, i, 0);
            cal_figure figure = measure(&s, &arena, binary_tests[t]);
            make(&s, &arena, &middle, N, i, part(&figure, "detectable"));
            figure = measure(&s, &arena, binary_tests[t]);
            found += part(&figure, "p_value") < 0.05;
            cal_arena_free(&arena);
        }
        CHECK(found >= 0.95 * SETS - 3 * cal_sqrt(0.05 * SETS));
        CHECK(found < SETS || SETS < 400); // not far too large
    }
}

// ---- small sets by hand

static cal_scores small(double *p, uint8_t *y, int32_t *order, double *weight, int n) {
    return (cal_scores){
        .n = n, .k = 2, .positive = true, .confidence = p, .correct = y, .order = order, .weight = weight};
}

static void test_by_hand(void) {
    double p[] = {0.5, 0.2, 0.8, 0.5}, weight[] = {2, 0.5, 0.5, 1};
    uint8_t y[] = {0, 1, 1, 1};
    int32_t order[] = {1, 0, 3, 2}, other[] = {1, 3, 0, 2};
    cal_arena arena = {0};
    cal_scores s = small(p, y, order, NULL, 4);
    // Steps 0.8, then 0 for both of 0.5, then 0.2, over 4: it never falls.
    cal_figure ks = measure(&s, &arena, "ks"), kuiper = measure(&s, &arena, "kuiper");
    CHECK_NEAR(ks.value, 0.25, 1e-15);
    CHECK_NEAR(kuiper.value, 0.25, 1e-15);
    CHECK_NEAR(cal_cumulative_sd(&s), cal_sqrt(0.16 + 0.16 + 0.25 + 0.25) / 4, 1e-15);
    s.order = other; // the order within equal probabilities does not matter
    CHECK_NEAR(measure(&s, &arena, "kuiper").value, 0.25, 1e-15);
    s = small(p, y, order, weight, 4);
    // Steps 0.4, then -1 + 0.5, then 0.1, over 4.
    ks = measure(&s, &arena, "ks"), kuiper = measure(&s, &arena, "kuiper");
    CHECK_NEAR(ks.value, 0.1, 1e-15);
    CHECK_NEAR(kuiper.value, 0.125, 1e-15);
    const double sd = cal_sqrt(0.25 * 0.16 * 2 + 4 * 0.25 + 0.25) / 4;
    CHECK_NEAR(cal_cumulative_sd(&s), sd, 1e-15);
    CHECK_NEAR(part(&ks, "detectable") - part(&ks, "critical"),
               1.6448536269514722 * cal_sqrt(0.25 + 0.25 + 4 + 1) / 8, 1e-12);
    cal_arena_free(&arena);
}

// Probabilities of 0 and 1 leave nothing to chance.
static void test_certain(void) {
    double p[] = {0, 1, 1};
    uint8_t y[] = {0, 1, 1};
    int32_t order[] = {0, 1, 2};
    cal_arena arena = {0};
    cal_scores s = small(p, y, order, NULL, 3);
    cal_figure right = measure(&s, &arena, "ks");
    CHECK(right.value == 0 && part(&right, "p_value") == 1);
    y[2] = 0;
    cal_figure wrong = measure(&s, &arena, "kuiper");
    CHECK(wrong.value > 0 && part(&wrong, "p_value") == 0);
    s.clustered = true;
    wrong = measure(&s, &arena, "kuiper");
    CHECK(wrong.note && part(&wrong, "p_value") != part(&wrong, "p_value"));
    cal_arena_free(&arena);
}

int main(int count, char **argument) {
    const int sets = count > 1 ? atoi(argument[1]) : 0;
    if (sets > 0) print_table(sets < SETS_MOST ? sets : SETS_MOST);
    else test_calibrated(), test_detectable(), test_by_hand(), test_certain();
    return CHECK_DONE();
}
