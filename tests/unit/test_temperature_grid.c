// The temperature grid against a search that computes every temperature in double.
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "base/simd_width.h"
#include "check.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/temperature_grid/grid.h"
#include <string.h>

static cal_arena arena;
static cal_error err;

// Makes logits of networks of any confidence: normal times `scale`, with most right classes raised.
static cal_scores make(int n, int k, double scale, double lattice, uint64_t seed) {
    cal_scores s;
    float *z = cal_arena_alloc(&arena, (size_t)n * k * sizeof *z);
    int32_t *y = cal_arena_alloc(&arena, (size_t)n * sizeof *y);
    for (int i = 0; i < n; i++) {
        y[i] = cal_random_below(cal_random_bits(seed, CAL_STREAM_DATA, 0, (uint64_t)i), k);
        for (int j = 0; j < k; j++) {
            double x = scale * cal_random_normal(seed, CAL_STREAM_DATA, 1, (uint64_t)i * k + j);
            if (j == y[i]) x += 1.5 * scale;
            z[(size_t)i * k + j] = (float)(lattice > 0 ? lattice * (int)(x / lattice) : x);
        }
    }
    CHECK(cal_scores_make(&s, &arena, z, y, NULL, n, k, 1, &err) == CAL_OK);
    return s;
}

static double score(cal_scores *at, const cal_scores *s, int way, int g, int bins) {
    cal_bin bin[1000];
    if (way == CAL_GRID_BY_ECE)
        CHECK(cal_scores_make(at, &arena, s->logits, s->labels, NULL, s->n, s->k, (g + 1) / 10.0, &err) ==
              CAL_OK);
    cal_binning in = {
        .bins = bins, .n = s->n, .confidence = at->confidence, .correct = at->correct, .order = at->order};
    double nll = 0;
    for (int i = 0; i < s->n; i++) nll -= at->log_p_label[i];
    if (way == CAL_GRID_BY_ECE) cal_bins_equal_width(bin, &in);
    if (way == CAL_GRID_BY_ADAECE) cal_bins_equal_mass(bin, &in);
    return way == CAL_GRID_BY_NLL ? nll / s->n : cal_bins_mean_gap(bin, bins, s->n);
}

static void compare_best(const cal_scores *s, int way, int bins) {
    cal_temperature_grid grid;
    double best = 1e9;
    CHECK(cal_temperature_grid_search(&grid, s, bins));
    for (int g = 0; g < CAL_GRID; g++) {
        cal_scores at;
        double wanted = score(&at, s, CAL_GRID_BY_ECE, g, bins); // computes them
        if (way != CAL_GRID_BY_ECE) wanted = score(&at, s, way, g, bins);
        if (wanted < best) best = wanted;
    }
    CHECK_NEAR(grid.score[way][grid.best[way]], best, 1e-12);
    cal_arena_free(&arena);
}

static void compare(const cal_scores *s, int bins) {
    cal_temperature_grid grid;
    double wanted[CAL_GRID_WAYS][CAL_GRID];
    CHECK(cal_temperature_grid_search(&grid, s, bins));
    for (int g = 0; g < CAL_GRID; g++) {
        cal_scores at;
        CHECK(grid.at[g] == (g + 1) / 10.0);
        for (int way = 0; way < CAL_GRID_WAYS; way++) wanted[way][g] = score(&at, s, way, g, bins);
    }
    for (int way = 0; way < CAL_GRID_WAYS; way++) {
        int best = 0;
        for (int g = 0; g < CAL_GRID; g++) {
            if (wanted[way][g] < wanted[way][best]) best = g;
            // Tolerance of the scan: its rounding, and samples on an edge between bins.
            double off = 2e-5 * (1 + wanted[way][g]) + (way == CAL_GRID_BY_NLL ? 0 : 20.0 / s->n);
            CHECK_NEAR(grid.score[way][g], wanted[way][g], off);
        }
        // Scores in double differ by less than rounding at ties.
        CHECK_NEAR(wanted[way][grid.best[way]], wanted[way][best], 1e-12);
        CHECK_NEAR(grid.score[way][grid.best[way]], wanted[way][best], 1e-12);
    }
    cal_arena_free(&arena);
}

static void test_search(void) {
    const double scales[] = {0.3, 2, 8, 40};
    for (int i = 0; i < 4; i++) {
        cal_scores s = make(1500, 10, scales[i], 0, (uint64_t)i);
        compare(&s, 15);
        s = make(700, 37, scales[i], 0, (uint64_t)i + 10);
        compare(&s, 7);
        s = make(801, 3, scales[i], 0, (uint64_t)i + 20);
        compare(&s, 100);
    }
    cal_scores s = make(400, 1000, 3, 0, 30);
    compare(&s, 15);
    for (int n = 1; n < 20; n += 3) {
        s = make(n, 4, 2, 0, 40);
        compare(&s, 15);
    }
}

// Coarse logits: many samples tie, and a confidence of 1/2 or 1/3 is on an edge.
static void test_ties(void) {
    for (int i = 0; i < 6; i++) {
        cal_scores s = make(1000, 2 + i % 3, 1 + i, 1, (uint64_t)i + 50);
        compare(&s, i % 2 ? 12 : 15);
    }
}

// At one temperature half of the samples are just below an edge, in a bin with the other half, whose gap is
// the opposite. That temperature is the best by far. Single precision may place the edge between the halves
// and rate it as poor as any other.
static void test_edge(void) {
    enum { N = 200 };
    for (int c = 0; c < CHECK_TIMES(300); c++) {
        if (!CHECK_SOME(3, c)) continue;
        float z[2 * N];
        int32_t y[N];
        double edge = (9 + c % 5) / 15.0, temperature = (6 + c % 37) / 10.0;
        double at[2] = {edge * (1 - 1e-8 * (1 + c % 7)), edge - 0.03};
        for (int i = 0; i < N; i++) {
            int half = i % 2, right = (int)((at[half] + (half ? 0.1 : -0.1)) * N / 2 + 0.5);
            z[2 * i] = (float)(temperature * (cal_log(at[half]) - cal_log1p(-at[half])));
            z[2 * i + 1] = 0;
            y[i] = i / 2 >= right;
        }
        cal_scores s;
        CHECK(cal_scores_make(&s, &arena, z, y, NULL, N, 2, 1, &err) == CAL_OK);
        compare_best(&s, CAL_GRID_BY_ECE, 15);
    }
}

// In the less confident half of the samples, two confidences differ by one unit in the last place of a logit.
// Each has half of a group that is always right and half of one that rarely is. In double the cut between the
// first two of four equal-mass bins separates the confidences. Both bins then mix the groups, and one
// temperature is the best by far. Single precision sees one confidence, uses the samples' order, and
// separates the groups. The other samples are certain at every temperature and sometimes wrong, so that the
// other ways prefer another temperature.
static void test_cut(void) {
    enum { N = 400 };
    int parted = 0;
    for (int c = 0; c < CHECK_TIMES(100); c++) {
        static float z[4 * N], sums[CAL_GRID_SUMS * 2 * N], at[2 * N];
        static int32_t y[2 * N];
        float scratch[4];
        double mean = 0.72 + 0.0019 * c, temperature = (10 + c % 20) / 10.0;
        float d = (float)(temperature * (cal_log(mean) - cal_log1p(-mean)));
        for (int i = 0; i < N; i++) {
            z[2 * i] = i % 2 ? d : __builtin_nextafterf(d, 100);
            y[i] = i >= N / 2 && i - N / 2 >= (int)((2 * mean - 1) * N / 2 + 0.5);
            z[2 * (N + i)] = 1000;
            y[N + i] = i % 5 == 0;
        }
        cal_scores s;
        CHECK(cal_scores_make(&s, &arena, z, y, NULL, 2 * N, 2, 1, &err) == CAL_OK);
        cal_grid_sums(sums, scratch, &s);
        cal_grid_interpolate(at, sums, 2 * N, 9 + c % 20);
        parted += at[0] == at[1];
        compare_best(&s, CAL_GRID_BY_ADAECE, 4);
    }
    CHECK(100 * parted > 15 * CHECK_TIMES(100));
}

static void test_interpolation(void) {
    enum { N = 203, K = 1000 };
    cal_scores s = make(N, K, 1, 0, 60);
    // Rows whose rates are all equal are the hardest: from flat to certain.
    for (int i = 0; i < 200; i++)
        for (int j = 1; j < K; j++) ((float *)s.logits)[i * K + j] = s.logits[i * K] - 0.5f * (float)i;
    CHECK(cal_scores_make(&s, &arena, s.logits, s.labels, NULL, N, K, 1, &err) == CAL_OK);
    float *sums = cal_arena_alloc(&arena, sizeof *sums * N * CAL_GRID_SUMS), d[K], got[N];
    cal_grid_sums(sums, d, &s);
    for (int g = 0; g < CAL_GRID; g++) {
        if (!CHECK_SOME(4, g)) continue;
        cal_grid_interpolate(got, sums, N, g);
        for (int i = 0; i < N; i++) {
            const float *z = s.logits + i * K;
            double wanted = 0;
            for (int j = 0; j < K; j++)
                if (j != s.predicted[i]) wanted += cal_exp(10 * ((double)z[j] - z[s.predicted[i]]) / (g + 1));
            CHECK_NEAR(got[i], wanted, 4e-6 * (1 + wanted));
        }
    }
    cal_arena_free(&arena);
}

// Checks for the same bits at every SIMD width, with rows that fill no register.
static void test_widths(void) {
    enum { N = 40, K = 103 };
    cal_scores s = make(N, K, 3, 0, 61);
    float *first = cal_arena_alloc(&arena, sizeof *first * N * CAL_GRID_SUMS), d[K + 3];
    float *sums = cal_arena_alloc(&arena, sizeof *sums * N * CAL_GRID_SUMS);
    const cal_simd usual = cal_simd_width();
    for (cal_simd width = CAL_SIMD_128; width <= CAL_SIMD_512; width++) {
        if (!cal_simd_use(width)) continue;
        cal_grid_sums(width == CAL_SIMD_128 ? first : sums, d, &s);
        CHECK(width == CAL_SIMD_128 || memcmp(sums, first, sizeof *sums * N * CAL_GRID_SUMS) == 0);
    }
    CHECK(cal_simd_use(usual));
    cal_arena_free(&arena);
}

int main(void) {
    test_widths();
    test_search();
    test_ties();
    test_edge();
    test_cut();
    test_interpolation();
    return CHECK_DONE();
}
