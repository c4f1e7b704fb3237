// Counts how often tests reject, for calibrated models and for others: the worst group, Spiegelhalter's z,
// and differences of two models. Labels are drawn from known probabilities. Without arguments a quick check;
// `test_null 1000` (make coverage) prints the tables of intervals/coverage.md from 1,000 sets of each world.
#include <stdlib.h>
#include <string.h>
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "check.h"
#include "report_text.h"
#include "run/report/groups/slices.h"

enum { ROWS_MOST = 2000, SETS_MOST = 10000 };

// How the rows of a case depend on each other.
typedef enum dependence { SAME, INDEPENDENT, CORRELATED } dependence;

typedef struct world {
    const char *says;
    int groups, cases, rows; // cases of each group, rows of each case
    double mean, sd;         // mean and standard deviation of the log odds
    dependence within;
    double off;  // shift of the first group's log odds, by which the model is wrong there
    bool labels; // rows are labels of samples, groups are groups of samples
} world;

typedef struct set {
    int n;
    double p[2 * ROWS_MOST], odds[ROWS_MOST];
    int32_t label[ROWS_MOST], group[ROWS_MOST], cases[ROWS_MOST], which[ROWS_MOST];
} set;

static double normal(int set, int step, int index) {
    return cal_random_normal(21, CAL_STREAM_DATA, (uint64_t)set * 8 + (uint64_t)step, (uint64_t)index);
}

// Row i of a case has the label 1 if this uniform number is below its probability. The number is the case's,
// the row's, or the row's but correlated with the case's.
static double uniform(const world *w, int number, int c, int i) {
    const double shared = normal(number, 1, c), own = normal(number, 2, i);
    const double z = w->within == SAME          ? shared
                     : w->within == INDEPENDENT ? own
                                                : (shared + own) / cal_sqrt(2);
    return (1 + cal_erf(z / cal_sqrt(2))) / 2;
}

static void make(set *s, const world *w, int number) {
    const int samples = w->groups * w->cases;
    s->n = samples * w->rows;
    for (int c = 0; c < samples; c++)
        for (int r = 0; r < w->rows; r++) {
            // Labels of samples are in label order.
            const int i = w->labels ? r * samples + c : c * w->rows + r;
            const double z = w->mean + w->sd * normal(number, 0, w->within == SAME ? c : i);
            s->group[i] = c % w->groups, s->cases[i] = c, s->which[i] = r;
            s->odds[i] = z, s->p[2 * i + 1] = cal_sigmoid(z), s->p[2 * i] = 1 - s->p[2 * i + 1];
            s->label[i] = uniform(w, number, c, i) < cal_sigmoid(z + (s->group[i] ? 0 : w->off));
        }
}

static double after(const char *json, const char *object, const char *key) {
    const char *at = strstr(json, object);
    at = at ? strstr(at, key) : NULL;
    return at ? strtod(at + strlen(key), NULL) : __builtin_nan("");
}

// ---- p values of one set

typedef enum test { WORST, SPIEGELHALTER, TESTS } test;
static const char *const test_says[TESTS] = {"worst group", "Spiegelhalter's z"};

static void p_values(double p[TESTS], const world *w, int number) {
    static const char *const names[] = {"g0",  "g1",  "g2",  "g3",  "g4",  "g5",  "g6",  "g7",  "g8",  "g9",
                                        "g10", "g11", "g12", "g13", "g14", "g15", "g16", "g17", "g18", "g19"},
                             *const metrics[] = {"ece", "spiegelhalter"};
    const int samples[20] = {w->cases};
    cal_text json = {0};
    cal_error err;
    set *s = malloc(sizeof *s);
    make(s, w, number);
    cal_report_request r = {.test = {.task = w->labels ? CAL_TASK_MULTI_LABEL : CAL_TASK_BINARY,
                                     .n = s->n,
                                     .k = 2,
                                     .probabilities = s->p,
                                     .odds = s->odds,
                                     .labels = s->label,
                                     .cases = w->rows > 1 ? s->cases : NULL,
                                     .case_count = w->groups * w->cases,
                                     .positive = "1"},
                            .metrics = {.metric = metrics, .count = 2, .bins = 15, .chance = {.floor = 100}}};
    const cal_groups groups = {
        .of = s->group, .by = "group", .name = names, .samples = samples, .count = w->groups};
    if (w->labels) r.test.sample_groups = groups, r.test.label_of = s->which, r.test.labels_each = w->rows;
    else r.test.groups = groups;
    CHECK(!report_text(&json, &r, &err));
    p[WORST] = after(json.data, "\"worst\"", "\"p_value\":");
    p[SPIEGELHALTER] = after(json.data, "\"spiegelhalter\"", "\"p_value\":");
    CHECK(p[WORST] > 0 && p[WORST] <= 1 && p[SPIEGELHALTER] >= 0 && p[SPIEGELHALTER] <= 1);
    cal_text_free(&json);
    free(s);
}

// ---- differences of two models

enum { PAIRED = 3, PAIR_ROWS = 1000 };
static const char *const paired[PAIRED] = {"ece", "mce", "corp"};

typedef enum other { CONSTANT, TOO_SURE, OTHERS } other;
static const char *const other_says[OTHERS] = {"a constant, calibrated too", "one that is too sure"};

// This model predicts sigmoid(z), which is true, z normal with mean -0.5 and standard deviation 1.5.
static double rate(void) {
    double sum = 0, all = 0;
    for (int i = -600; i <= 600; i++) {
        const double u = i / 100.0, density = cal_exp(-u * u / 2);
        sum += density * cal_sigmoid(-0.5 + 1.5 * u), all += density;
    }
    return sum / all;
}

static void beyond_noise(bool beyond[PAIRED], other which, int number) {
    static const world one = {.groups = 1, .cases = PAIR_ROWS, .rows = 1, .mean = -0.5, .sd = 1.5};
    cal_text json = {0};
    cal_error err;
    double constant = rate(), *q = malloc(2 * PAIR_ROWS * sizeof *q);
    set *s = malloc(sizeof *s);
    make(s, &one, number);
    for (int i = 0; i < s->n; i++) {
        q[2 * i + 1] = which == CONSTANT ? constant : cal_sigmoid(2 * s->odds[i]);
        q[2 * i] = 1 - q[2 * i + 1];
    }
    const cal_outputs test = {.task = CAL_TASK_BINARY,
                              .n = s->n,
                              .k = 2,
                              .probabilities = s->p,
                              .labels = s->label,
                              .positive = "1"};
    cal_outputs other = test;
    other.probabilities = q;
    const cal_report_request r = {
        .test = test,
        .against = "other",
        .other = other,
        .metrics = {.metric = paired, .count = PAIRED, .bins = 15, .chance = {100, 200, 0}}};
    CHECK(!report_text(&json, &r, &err));
    const char *at = strstr(json.data, "\"tested\":3,");
    CHECK(at);
    for (int m = 0; m < PAIRED; m++) {
        const char *within = strstr(strstr(at, paired[m]), "\"within_noise\":");
        beyond[m] = !strncmp(within, "\"within_noise\":false", 20);
    }
    cal_text_free(&json);
    free(q), free(s);
}

typedef struct pair_job {
    other which;
    bool (*beyond)[PAIRED];
} pair_job;

static void try_pair(void *context, int at, int worker) {
    const pair_job *q = context;
    (void)worker;
    beyond_noise(q->beyond[at], q->which, at);
}

// Computes the fraction of pairs that are called beyond noise, by figure; the last one: by any of them.
static void called(double out[PAIRED + 1], cal_pool *pool, other which, int sets) {
    bool(*beyond)[PAIRED] = malloc((size_t)sets * sizeof *beyond);
    cal_pool_run(pool, sets, try_pair, &(pair_job){which, beyond});
    for (int m = 0; m <= PAIRED; m++) out[m] = 0;
    for (int i = 0; i < sets; i++) {
        bool any = false;
        for (int m = 0; m < PAIRED; m++) any |= beyond[i][m], out[m] += beyond[i][m] / (double)sets;
        out[PAIRED] += any / (double)sets;
    }
    free(beyond);
}

// ---- rates

typedef struct job {
    const world *world;
    double (*p)[TESTS];
} job;

static void try_one(void *context, int at, int worker) {
    const job *q = context;
    (void)worker;
    p_values(q->p[at], q->world, at);
}

// Computes the fraction of sets with p below 0.05.
static void rejections(double out[TESTS], cal_pool *pool, const world *w, int sets) {
    double(*p)[TESTS] = malloc((size_t)sets * sizeof *p);
    cal_pool_run(pool, sets, try_one, &(job){w, p});
    for (int t = 0; t < TESTS; t++) {
        out[t] = 0;
        for (int i = 0; i < sets; i++) out[t] += (p[i][t] < 0.05) / (double)sets;
    }
    free(p);
}

static const world calibrated[] = {
    {"5 groups of 40", 5, 40, 1, -0.5, 1.5, SAME, 0, false},
    {"10 groups of 30", 10, 30, 1, -0.5, 1.5, SAME, 0, false},
    {"10 groups of 50, rare events", 10, 50, 1, -3.5, 1, SAME, 0, false},
    {"20 groups of 15", 20, 15, 1, -0.5, 1.5, SAME, 0, false},
    {"60 cases of 4 copies, 5 groups", 5, 12, 4, -0.5, 1.5, SAME, 0, false},
    {"60 cases of 4 correlated rows, 5 groups", 5, 12, 4, -0.5, 1.5, CORRELATED, 0, false},
    {"60 cases of 4 independent rows, 5 groups", 5, 12, 4, -0.5, 1.5, INDEPENDENT, 0, false},
    {"100 samples with 4 equal labels, 5 groups", 5, 20, 4, -0.5, 1.5, SAME, 0, true},
    {"100 samples with 4 correlated labels, 5 groups", 5, 20, 4, -0.5, 1.5, CORRELATED, 0, true},
    {"100 samples with 4 independent labels, 5 groups", 5, 20, 4, -0.5, 1.5, INDEPENDENT, 0, true},
};
enum { CALIBRATED = sizeof calibrated / sizeof *calibrated };
static const world wrong[] = {
    {"5 groups of 40", 5, 40, 1, -0.5, 1.5, SAME, 1.5, false},
    {"10 groups of 30", 10, 30, 1, -0.5, 1.5, SAME, 2.5, false},
    {"10 groups of 50, rare events", 10, 50, 1, -3.5, 1, SAME, 1.5, false},
    {"20 groups of 15", 20, 15, 1, -0.5, 1.5, SAME, 4, false},
    {"60 cases of 4 copies, 5 groups", 5, 12, 4, -0.5, 1.5, SAME, 2, false},
    {"100 samples with 4 independent labels, 5 groups", 5, 20, 4, -0.5, 1.5, INDEPENDENT, 1.5, true},
};
enum { WRONG = sizeof wrong / sizeof *wrong };

static void print_table(int sets) {
    cal_pool *pool;
    cal_error err;
    if (cal_pool_create(&pool, cal_threads_available(), &err)) exit(1);
    printf("| world | model | test | p below 0.05, %% |\n|---|---|---|---:|\n");
    for (int k = 0; k < CALIBRATED + WRONG; k++) {
        const world *w = k < CALIBRATED ? &calibrated[k] : &wrong[k - CALIBRATED];
        double share[TESTS];
        rejections(share, pool, w, sets);
        for (int t = 0; t < TESTS; t++)
            printf("| %s | %s | %s | %.1f |\n", w->says, w->off > 0 ? "wrong in one group" : "calibrated",
                   test_says[t], 100 * share[t]);
        fflush(stdout);
    }
    printf("\n| other model | figure | beyond noise, %% |\n|---|---|---:|\n");
    for (int k = 0; k < OTHERS; k++) {
        double share[PAIRED + 1];
        called(share, pool, (other)k, sets);
        for (int m = 0; m <= PAIRED; m++)
            printf("| %s | %s | %.1f |\n", other_says[k], m < PAIRED ? paired[m] : "any of them",
                   100 * share[m]);
    }
    cal_pool_free(pool);
}

// Returns the 99.9 % quantile of the rejections of a test at 5 %.
static int most_of(int sets) {
    double mass = cal_pow(0.95, sets), below = mass;
    int count = 0;
    for (; below < 0.999; count++) {
        mass *= (double)(sets - count) / (count + 1) * (0.05 / 0.95);
        below += mass;
    }
    return count;
}

// Few sets, with a fixed seed: far fewer rejections than by a test that ignores skewness, cases or bias.
static void test_calibrated(void) {
    enum { SETS = CHECK_TIMES(48) };
    for (int k = 0; k < CALIBRATED; k++) {
        double share[TESTS];
        rejections(share, NULL, &calibrated[k], SETS);
        for (int t = 0; t < TESTS; t++) {
            if (share[t] * SETS > most_of(SETS))
                printf("%s: %s: %g\n", calibrated[k].says, test_says[t], share[t]);
            CHECK(share[t] * SETS <= most_of(SETS));
        }
    }
}

static void test_power(void) {
    enum { SETS = CHECK_TIMES(24) };
    for (int k = 0; k < WRONG; k++) {
        double share[TESTS];
        rejections(share, NULL, &wrong[k], SETS);
        if (share[WORST] < 0.25) printf("%s: %g\n", wrong[k].says, share[WORST]);
        CHECK(share[WORST] >= 0.25);
    }
}

static void test_differences(void) {
    enum { SETS = CHECK_TIMES(16) };
    double share[PAIRED + 1];
    called(share, NULL, CONSTANT, SETS);
    for (int m = 0; m <= PAIRED; m++) CHECK(share[m] * SETS <= most_of(SETS));
    called(share, NULL, TOO_SURE, SETS);
    CHECK(share[0] >= 0.5 && share[2] >= 0.5);
}

int main(int count, char **argument) {
    const int sets = count > 1 ? atoi(argument[1]) : 0;
    if (sets > 0) print_table(sets < SETS_MOST ? sets : SETS_MOST);
    else test_calibrated(), test_power(), test_differences();
    return CHECK_DONE();
}
