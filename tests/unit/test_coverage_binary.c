// Counts how often the intervals of a binary task's report hold the truth. Figures: ece, the Brier score,
// Cox's slope and the difference of two models on the same samples. Labels are drawn from known
// probabilities. Without arguments a quick check of small sets; `test_coverage_binary 1000 200 5000` (make
// coverage) prints the reference's table, from 1000 sets each of 200 and of 5,000 samples.
#include <stdlib.h>
#include <string.h>
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "catalog/scores/bins.h"
#include "check.h"
#include "run/report/against.h"
#include "run/report/scoring.h"

enum { FIGURES = 4, WORLDS = 2, CELLS = 20000, SETS_MAX = 10000, SIZE_MOST = 100000, SETS_APART = 4 };
static const char *const ids[FIGURES] = {"ece", "binary_brier", "cox_slope", "roc_auc"};

// The model predicts sigmoid(z), z normal with mean -0.5 and standard deviation 1.5; the truth is
// sigmoid(shift + slope z). The other model predicts sigmoid(0.8 z).
typedef struct world {
    const char *says;
    double slope, shift;
    double truth[FIGURES + 2]; // the figures, then the differences of ece and of the Brier score
} world;

enum { OTHER = FIGURES };

static double normal(int set, int sample) {
    return -0.5 + 1.5 * cal_random_normal(11, CAL_STREAM_DATA, (uint64_t)set, (uint64_t)sample);
}

typedef struct set {
    cal_arena arena;
    cal_scores mine, other;
} set;

static void make(set *s, const world *w, int n, int number) {
    cal_scores unused;
    cal_error err;
    *s = (set){.arena = {0}};
    int32_t *label = cal_arena_alloc(&s->arena, (size_t)n * sizeof *label);
    double *p = cal_arena_alloc(&s->arena, (size_t)n * 2 * sizeof *p),
           *q = cal_arena_alloc(&s->arena, (size_t)n * 2 * sizeof *q);
    for (int i = 0; i < n; i++) {
        const double z = normal(number, i);
        label[i] = cal_random_uniform(12, CAL_STREAM_DATA, (uint64_t)number, (uint64_t)i) <
                   cal_sigmoid(w->shift + w->slope * z);
        p[2 * i + 1] = cal_sigmoid(z), p[2 * i] = 1 - p[2 * i + 1];
        q[2 * i + 1] = cal_sigmoid(0.8 * z), q[2 * i] = 1 - q[2 * i + 1];
    }
    cal_outputs of = {.task = CAL_TASK_BINARY, .n = n, .k = 2, .probabilities = p, .labels = label};
    CHECK(!cal_outputs_score(&s->mine, &unused, &s->arena, &of, NULL, 0, &err));
    of.probabilities = q;
    CHECK(!cal_outputs_score(&s->other, &unused, &s->arena, &of, NULL, 0, &err));
}

// Integrates over a fine grid of z, weighed by its density.
static double ece_of(const world *w, double sharp) {
    double gap[15] = {0}, all = 0, sum = 0;
    for (int c = 0; c < CELLS; c++) {
        const double u = -7 + 14 * (c + 0.5) / CELLS, z = -0.5 + 1.5 * u, density = cal_exp(-u * u / 2);
        const double p = cal_sigmoid(sharp * z);
        gap[cal_bin_index(p, 15)] += density * (p - cal_sigmoid(w->shift + w->slope * z)), all += density;
    }
    for (int b = 0; b < 15; b++) sum += __builtin_fabs(gap[b]);
    return sum / all;
}

static double brier_of(const world *w, double sharp) {
    double all = 0, sum = 0;
    for (int c = 0; c < CELLS; c++) {
        const double u = -7 + 14 * (c + 0.5) / CELLS, z = -0.5 + 1.5 * u, density = cal_exp(-u * u / 2);
        const double p = cal_sigmoid(sharp * z), eta = cal_sigmoid(w->shift + w->slope * z);
        sum += density * ((p - eta) * (p - eta) + eta * (1 - eta)), all += density;
    }
    return sum / all;
}

// Both z are in the same order, so the area is that of eta alone: positives and negatives by their density.
static double auc_of(const world *w) {
    double below = 0, pairs = 0, positives = 0;
    for (int c = 0; c < CELLS; c++) {
        const double u = -7 + 14 * (c + 0.5) / CELLS, density = cal_exp(-u * u / 2);
        const double eta = cal_sigmoid(w->shift + w->slope * (-0.5 + 1.5 * u));
        const double up = density * eta, down = density * (1 - eta);
        pairs += up * (below + down / 2), below += down, positives += up;
    }
    return pairs / below / positives;
}

static void learn(world *w) {
    w->truth[0] = ece_of(w, 1), w->truth[1] = brier_of(w, 1), w->truth[2] = w->slope, w->truth[3] = auc_of(w);
    w->truth[OTHER] = w->truth[0] - ece_of(w, 0.8), w->truth[OTHER + 1] = w->truth[1] - brier_of(w, 0.8);
}

// Rows of coverage: the figures (for ece of the true error), the spread of ece, the differences.
enum { SPREAD = FIGURES + 2, ROWS };
typedef struct job {
    const world *world;
    int n;
    uint8_t (*held)[ROWS];
    double (*width)[ROWS];
} job;

static void keep(const job *q, int at, int row, double low, double high, double truth) {
    q->held[at][row] = low <= truth + 1e-9 && truth <= high + 1e-9;
    q->width[at][row] = high - low;
}

static void try_one(void *context, int at, int worker) {
    (void)worker;
    const job *q = context;
    const world *w = q->world;
    enum { DRAWS = 200 };
    double draw[DRAWS];
    cal_arena arena = {0};
    cal_error err;
    cal_figures mine, other;
    set s;
    const cal_metric_request request = {
        .metric = ids, .count = FIGURES, .bins = 15, .chance = {DRAWS / 2, DRAWS}};
    make(&s, w, q->n, at * SETS_APART + q->n);
    CHECK(!cal_figures_choose(&mine, &arena, &s.mine, &request, &err));
    CHECK(!cal_figures_measure(&mine, &arena, &s.mine, &request, &err));
    cal_metric_request compared = request;
    compared.count = 2; // the compared figures
    CHECK(!cal_figures_choose(&other, &arena, &s.other, &compared, &err));
    CHECK(!cal_figures_measure(&other, &arena, &s.other, &compared, &err));
    for (int m = 0; m < FIGURES; m++) {
        const cal_measured *f = &mine.measured[m];
        keep(q, at, m, m ? f->low : f->truth_low, m ? f->high : f->truth_high, w->truth[m]);
    }
    keep(q, at, SPREAD, mine.measured[0].low, mine.measured[0].high, w->truth[0]);
    for (int m = 0; m < 2; m++) {
        cal_difference d;
        CHECK(cal_difference_make(&d, draw, &mine.measured[m], &other.measured[m], DRAWS));
        keep(q, at, OTHER + m, d.low, d.high, w->truth[OTHER + m]);
    }
    cal_arena_free(&arena);
    cal_arena_free(&s.arena);
}

static void measure(double held[ROWS], double width[ROWS], cal_pool *pool, const world *w, int n, int sets) {
    static uint8_t all[SETS_MAX][ROWS];
    static double widths[SETS_MAX][ROWS];
    memset(all, 0, sizeof all);
    cal_pool_run(pool, sets, try_one, &(job){w, n, all, widths});
    for (int r = 0; r < ROWS; r++) {
        held[r] = width[r] = 0;
        for (int i = 0; i < sets; i++) held[r] += (double)all[i][r] / sets, width[r] += widths[i][r] / sets;
    }
}

static const char *const rows[ROWS] = {"ece, true error",   "Brier score",         "slope",      "AUROC",
                                       "difference of ece", "difference of Brier", "ece, spread"};

static void print_table(world *w, int sets, char *const *sizes, int count) {
    cal_pool *pool;
    cal_error err;
    double held[ROWS], width[ROWS];
    if (cal_pool_create(&pool, cal_threads_available(), &err)) exit(1);
    printf(
        "| model | interval of | true | n | holds it | of 95 | width |\n|---|---|---:|---:|---:|---|---:|\n");
    for (int k = 0; k < WORLDS; k++)
        for (int s = 0; s < count; s++) {
            const int n = atoi(sizes[s]);
            if (n < 1 || n > SIZE_MOST) continue;
            measure(held, width, pool, &w[k], n, sets);
            for (int r = 0; r < ROWS; r++)
                printf("| %s | %s | %.4f | %d | %.1f | %s | %.4f |\n", w[k].says, rows[r],
                       w[k].truth[r == SPREAD ? 0 : r], n, 100 * held[r],
                       held[r] < 0.93   ? "fewer by more than two points"
                       : held[r] > 0.97 ? "more by more than two points"
                                        : "as said",
                       width[r]);
            fflush(stdout);
        }
    cal_pool_free(pool);
}

static void test_small_sets(const world *w) {
    enum { SETS = CHECK_TIMES(30), ENOUGH = SETS >= 30 };
    double held[ROWS], width[ROWS];
    measure(held, width, NULL, w, 300, SETS);
    for (int r = 0; r < SPREAD; r++) {
        if (ENOUGH && held[r] < 0.8) printf("%s of %s: %g\n", rows[r], w->says, held[r]);
        CHECK(!ENOUGH || held[r] >= 0.8);
        CHECK(width[r] > 0 && width[r] < 1.5);
    }
}

int main(int count, char **argument) {
    world w[WORLDS] = {{.says = "calibrated", .slope = 1},
                       {.says = "too extreme", .slope = 0.7, .shift = 0.2}};
    int sets = count > 1 ? atoi(argument[1]) : 0;
    for (int k = 0; k < WORLDS; k++) learn(&w[k]);
    if (sets > SETS_MAX) sets = SETS_MAX;
    if (sets > 0) print_table(w, sets, argument + 2, count - 2);
    else test_small_sets(&w[1]);
    return CHECK_DONE();
}
