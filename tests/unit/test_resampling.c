// Resampling: the bootstrap's draws, the floor of a class-wise figure, and the rule for calling a row best.
#include <math.h>
#include "base/memory.h"
#include "run/report/intervals/best.h"
#include "run/report/intervals/bootstrap.h"
#include "run/report/figures.h"
#include "check.h"

enum { ROWS = 60, DRAWS = 96, BLOCK = 32 };

static bool same_draw(const uint8_t *weight, int a, int b) {
    bool same = true;
    for (int i = 0; i < ROWS && same; i++) same = weight[i * DRAWS + a] == weight[i * DRAWS + b];
    return same;
}

// A draw has n rows, differs from every other, and is the same in blocks of any size.
static void test_blocks(void) {
    static uint8_t whole[ROWS * DRAWS], part[ROWS * BLOCK];
    cal_bootstrap_weights(whole, ROWS, 0, DRAWS);
    for (int d = 0; d < DRAWS; d++) {
        int rows = 0;
        for (int i = 0; i < ROWS; i++) rows += whole[i * DRAWS + d];
        CHECK(rows == ROWS);
        for (int before = 0; before < d; before++) CHECK(!same_draw(whole, before, d));
    }
    for (int first = 0; first < DRAWS; first += BLOCK) {
        bool same = true;
        cal_bootstrap_weights(part, ROWS, first, BLOCK);
        for (int i = 0; i < ROWS; i++)
            for (int d = 0; d < BLOCK; d++) same &= part[i * BLOCK + d] == whole[i * DRAWS + first + d];
        CHECK(same);
    }
}

// The rows of a case share a weight. Cases are drawn as rows are, and blocks do not repeat.
static void test_cases(void) {
    static uint8_t rows[ROWS / 3 * DRAWS], whole[ROWS * DRAWS], part[ROWS * BLOCK];
    int32_t of[ROWS], times[ROWS];
    cal_arena arena = {0};
    for (int i = 0; i < ROWS; i++) of[i] = i * 7 % (ROWS / 3);
    const cal_scores s = {.n = ROWS, .cases = of, .case_count = ROWS / 3};
    cal_bootstrap_weights(rows, ROWS / 3, 0, DRAWS);
    cal_bootstrap_cases(whole, times, &s, 0, DRAWS);
    bool alike = true, same = true;
    size_t most = 0;
    for (int d = 0; d < DRAWS; d++) {
        size_t sum = 0;
        for (int i = 0; i < ROWS; i++) {
            alike &= whole[i * DRAWS + d] == rows[of[i] * DRAWS + d];
            sum += whole[i * DRAWS + d];
        }
        most = sum > most ? sum : most;
    }
    CHECK(alike);
    CHECK(most <= cal_bootstrap_rows(&arena, &s, DRAWS));
    for (int first = 0; first < DRAWS; first += BLOCK) {
        cal_bootstrap_cases(part, times, &s, first, BLOCK);
        for (int i = 0; i < ROWS; i++)
            for (int d = 0; d < BLOCK; d++) same &= part[i * BLOCK + d] == whole[i * DRAWS + first + d];
    }
    CHECK(same);
    cal_arena_free(&arena);
}

// Labels follow each row's probabilities. In one bin a class is off by sqrt(2 p (1 - p) / (pi n)) on average.
static void test_floor_of_classes(void) {
    enum { N = 1500, K = 3 };
    static const double p[K] = {0.5, 0.4, 0.1};
    static float logits[N * K];
    static int32_t labels[N];
    cal_arena arena = {0};
    cal_error err;
    cal_scores s;
    double wanted = 0;
    int m = 0;
    for (int i = 0; i < N * K; i++) logits[i] = (float)log(p[i % K]);
    for (int j = 0; j < K; j++) wanted += sqrt(2 * p[j] * (1 - p[j]) / (acos(-1) * N)) / K;
    CHECK(cal_scores_make(&s, &arena, logits, labels, NULL, N, K, 1, &err) == CAL_OK);
    while (strcmp(cal_metrics[m]->entry.id, "cwece") != 0) m++;
    cal_measured cwece = {.metric = cal_metrics[m]};
    cal_choice_with_bins(&cwece.choice, &cwece.metric->entry, 1);
    cwece.metric->compute(&cwece.figure, &arena, &s, &cwece.choice);
    const cal_resampling draws = {400, 0, 0};
    cal_resampling_measure(&cwece, 1, &arena, &s, draws, NULL, &(cal_progress_range){0});
    CHECK_NEAR(cwece.floor / wanted, 1, 0.1); // its error is about 3 %
    cal_arena_free(&arena);
}

// Compares a row whose draws have standard deviation 1 with one without any, `apart` above it.
static bool is_best(double apart, int draws) {
    static cal_resampled_row row[2];
    bool best[2];
    row[0] = (cal_resampled_row){.value = apart, .draws = draws};
    row[1] = (cal_resampled_row){.value = 0, .draws = draws};
    for (int d = 0; d < draws; d++) row[0].draw[d] = sqrt((draws - 1.0) / draws) * (d % 2 ? 1 : -1);
    cal_rows_best(best, row, 2, true);
    CHECK(!best[1]);
    return best[0];
}

// Student's t at 97.5 %, from the usual table.
static void test_best(void) {
    static const struct {
        int draws;
        double t;
    } of[] = {{10, 2.262}, {20, 2.093}, {30, 2.045}, {40, 2.023}, {50, 2.010}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        CHECK(!is_best(0.97 * of[i].t, of[i].draws));
        CHECK(is_best(1.03 * of[i].t, of[i].draws));
    }
    CHECK(!is_best(100, 6)); // too few draws to decide
    // The best row differs from only one of the others.
    static cal_resampled_row row[3];
    bool best[3];
    for (int r = 0; r < 3; r++) {
        row[r] = (cal_resampled_row){.value = r == 2 ? 9 : 0.1 * r, .draws = 20};
        for (int d = 0; d < 20; d++) row[r].draw[d] = (d + r) % 2 ? 1 : -1;
    }
    cal_rows_best(best, row, 3, false);
    CHECK(!best[0] && !best[1] && !best[2]);
    // The larger figure's bias reduces the difference, 10 here, with draws whose standard deviation is about
    // 2.
    for (int bias = 0; bias < 10; bias += 9) {
        row[0].value = 0, row[0].bias = 5, row[1].value = 10, row[1].bias = bias;
        cal_rows_best(best, row, 2, false);
        CHECK(best[0] == (bias == 0) && !best[1]);
    }
}

int main(void) {
    test_blocks();
    test_cases();
    test_floor_of_classes();
    test_best();
    return CHECK_DONE();
}
