// Resampling: the bootstrap's draws, the floor of a class-wise figure, the rule for calling a row best, and
// refits on halves.
#include <math.h>
#include "base/memory.h"
#include "run/report/intervals/best.h"
#include "run/report/intervals/bootstrap.h"
#include "run/report/figures.h"
#include "run/report/fits/refit.h"
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
    cal_choice choice;
    cal_choice_with_bins(&choice, &cwece.metric->entry, 1);
    cwece.choice = &choice;
    cwece.metric->compute(&cwece.figure, &arena, &s, &choice);
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

// ---- refits

enum { FITTED = 41, REFITS = 12 };
static cal_scores fitted_on;
static int refit;
static double temperature[2][REFITS]; // those of each fit; NaN if it failed

// A half has every column of its rows, in the order of the set. Cases are whole.
static void check_half(const cal_scores *half) {
    int from[FITTED], rows_of_case[FITTED] = {0}, cases = 0, sorted = 0;
    bool same = true;
    for (int r = 0, i = 0; r < half->n; r++, i++) {
        while (fitted_on.logits[2 * i] != half->logits[2 * r]) i++;
        from[r] = i;
        same &= fitted_on.logits[2 * i + 1] == half->logits[2 * r + 1];
        same &= fitted_on.labels[i] == half->labels[r] && fitted_on.logit[i] == half->logit[r];
        same &= fitted_on.log_p_label[i] == half->log_p_label[r] && fitted_on.square[i] == half->square[r];
        same &= fitted_on.confidence[i] == half->confidence[r] && fitted_on.correct[i] == half->correct[r];
        same &= fitted_on.predicted[i] == half->predicted[r];
        cases += !rows_of_case[fitted_on.cases[i]]++;
    }
    CHECK(same);
    for (int i = 0; i < FITTED; i++)
        for (int r = 0; r < half->n; r++)
            sorted += sorted < half->n && from[half->order[sorted]] == fitted_on.order[i];
    CHECK(sorted == half->n);
    if (!fitted_on.clustered) CHECK(half->n == (FITTED + 1) / 2);
    else {
        CHECK(cases == (fitted_on.case_count + 1) / 2);
        for (int i = 0; i < FITTED; i++) {
            int all = 0;
            for (int j = 0; j < FITTED; j++) all += fitted_on.cases[j] == fitted_on.cases[i];
            CHECK(!rows_of_case[fitted_on.cases[i]] || rows_of_case[fitted_on.cases[i]] == all);
        }
    }
}

// Fits two temperatures, which are equal for some halves. Others cannot be fitted by the second, or at all.
static int fit_half(cal_fit *out, cal_arena *arena, const cal_scores *half, const cal_choice *choice) {
    static const char *const way[] = {"first", "second"};
    const int fits = half->labels[0] ? 0 : half->labels[half->n - 1] ? 1 : 2;
    (void)choice;
    check_half(half);
    for (int f = 0; f < 2; f++) temperature[f][refit] = f < fits ? 1 + half->labels[1 + f] : NAN;
    for (int f = 0; f < fits; f++) {
        double *number = cal_arena_alloc(arena, sizeof *number);
        *number = temperature[f][refit];
        out[f] = (cal_fit){.way = way[f], .found = {{"temperature", 1, number}}};
    }
    refit++;
    return fits;
}

static cal_status divide(cal_scores *out, cal_arena *arena, const cal_fit *fit, const cal_scores *scores,
                         cal_error *err) {
    return cal_scores_at(out, arena, scores, *fit->found[0].number, err);
}

// Mean of log(1 + e^-m), with m the logit of the label less that of the other class, divided by T.
static double nll_at(const float *logits, const int32_t *labels, int n, double t) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += log1p(exp(((double)logits[2 * i + !labels[i]] - logits[2 * i + labels[i]]) / t)) / n;
    return sum;
}

// A figure is that of the test set after each fit. A half without a fit gets the mean of the others.
static void test_refits(void) {
    static float logits[FITTED * 2], test_logits[ROWS * 2];
    static int32_t labels[FITTED], test_labels[ROWS], cases[FITTED];
    static double odds[FITTED], one[2] = {1, 2};
    const cal_calibrator calibrator = {.fit = fit_half, .apply = divide};
    const cal_fit fit[2] = {{.way = "first", .found = {{"temperature", 1, &one[0]}}},
                            {.way = "second", .found = {{"temperature", 1, &one[1]}}}};
    const cal_metric_request nll = {.metric = (const char *const[]){"nll"}, .count = 1, .bins = 15};
    cal_arena arena = {0};
    cal_error err;
    cal_scores test;
    for (int i = 0; i < FITTED; i++) {
        logits[2 * i] = (float)(i * 7 % FITTED) / 8, logits[2 * i + 1] = (float)(i * 11 % FITTED) / 9;
        odds[i] = (double)logits[2 * i + 1] - logits[2 * i], labels[i] = i * 5 % 3 == 1, cases[i] = i / 2;
    }
    for (int i = 0; i < ROWS; i++) {
        test_logits[2 * i] = (float)(i * 13 % ROWS) / 9, test_logits[2 * i + 1] = (float)(i * 17 % ROWS) / 7;
        test_labels[i] = i % 2;
    }
    CHECK(cal_scores_make(&fitted_on, &arena, logits, labels, NULL, FITTED, 2, 1, &err) == CAL_OK);
    CHECK(cal_scores_make(&test, &arena, test_logits, test_labels, NULL, ROWS, 2, 1, &err) == CAL_OK);
    fitted_on.logit = odds, fitted_on.cases = cases, fitted_on.case_count = (FITTED + 1) / 2;
    for (int clustered = 0; clustered < 2; clustered++) {
        cal_refits out[2];
        fitted_on.clustered = clustered, refit = 0;
        const cal_refit_of of = {.calibrator = &calibrator,
                                 .fit = fit,
                                 .count = 2,
                                 .test = &test,
                                 .fitted_on = &fitted_on,
                                 .metrics = &nll};
        CHECK(cal_refit(out, &arena, &of, REFITS, &err) == CAL_OK && refit == REFITS);
        for (int f = 0; f < 2; f++) {
            double sum = 0;
            int known = 0;
            for (int r = 0; r < REFITS; r++)
                if (temperature[f][r] > 0)
                    sum += nll_at(test_logits, test_labels, ROWS, temperature[f][r]), known++;
            CHECK(known > 1 && known < REFITS);
            for (int r = 0; r < REFITS; r++)
                CHECK_NEAR(out[f].value[0][r],
                           temperature[f][r] > 0 ? nll_at(test_logits, test_labels, ROWS, temperature[f][r])
                                                 : sum / known,
                           1e-12);
        }
    }
    cal_arena_free(&arena);
}

int main(void) {
    test_blocks();
    test_cases();
    test_floor_of_classes();
    test_best();
    test_refits();
    return CHECK_DONE();
}
