// Metrics and temperature on sets small enough to work out by hand; tests/engine/oracles.test.mjs has the
// large ones.
#include <stdlib.h>
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "check.h"
#include "run/report/against.h"
#include "run/report/figures.h"
#include "report_text.h"
#include "run/link/spec.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"
#include "catalog/calibrator/calibrator.h"

static cal_arena arena;
static cal_error err;

static cal_scores scores_of(const float *logits, const int32_t *labels, const double *posterior, int n,
                            int k) {
    cal_scores scores;
    CHECK(cal_scores_make(&scores, &arena, logits, labels, posterior, n, k, 1, &err) == CAL_OK);
    return scores;
}

// Two classes, the first with probability p: logit 2 atanh(2p - 1) = log(p/(1-p)) against 0.
static float logit(double p) { return (float)cal_log(p / (1 - p)); }

static void test_scores(void) {
    const float logits[] = {0, 0, 0, 1, 3, 3, -1000, 1000, 0};
    const int32_t labels[] = {0, 2, 0};
    cal_scores s = scores_of(logits, labels, NULL, 3, 3);
    double p[3];
    cal_scores_row(p, &s, 0);
    CHECK_NEAR(p[0], 1.0 / 3, 1e-16);
    CHECK_NEAR(s.square[0], 2.0 / 3, 1e-15);
    CHECK(s.predicted[0] == 0 && s.correct[0]); // the first of equal ones
    CHECK(s.predicted[1] == 1 && !s.correct[1]);
    CHECK_NEAR(s.log_p_label[1], -cal_log(2 + cal_exp(-2)), 1e-15);
    CHECK(s.confidence[2] == 1);
    CHECK(s.log_p_label[2] == -2000); // not clipped
    CHECK_NEAR(cal_metric_value(&arena, "error", &s, 15), 2.0 / 3, 1e-16);
    CHECK_NEAR(cal_metric_value(&arena, "accuracy", &s, 15), 1.0 / 3, 1e-16);
    CHECK(cal_metric_value(&arena, "true_ce", &s, 15) !=
          cal_metric_value(&arena, "true_ce", &s, 15)); // NaN: no truth
}

static void test_refused_scores(void) {
    cal_scores s;
    float logits[] = {0, 1, 2, 3, 4, 5};
    int32_t labels[] = {0, 1, 2};
    CHECK(cal_scores_make(&s, &arena, logits, labels, NULL, 3, 2, 1, &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "labels: row 2 is 2, which is not one of the classes 0 to 1");
    labels[1] = -1;
    CHECK(cal_scores_make(&s, &arena, logits, labels, NULL, 3, 2, 1, &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "labels: row 1 is -1, which is not one of the classes 0 to 1");
    logits[3] = __builtin_nanf("");
    CHECK(cal_scores_make(&s, &arena, logits, labels, NULL, 3, 2, 1, &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "logits: row 1, column 1 is not a number");
    logits[0] = -__builtin_inff();
    CHECK(cal_scores_make(&s, &arena, logits, labels, NULL, 3, 2, 1, &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "logits: row 0, column 0 is infinite");
    CHECK(cal_scores_make(&s, &arena, logits, labels, NULL, 0, 2, 1, &err) == CAL_FAILED);
    CHECK(cal_scores_make(&s, &arena, logits, labels, NULL, 3, 1, 1, &err) == CAL_FAILED);
}

// A confidence on an edge belongs below it or above it; 0 is in the first bin and 1 in the last.
static void test_bin_edges(void) {
    cal_bin bin[201];
    for (int bins = 1; bins <= 200; bins++) {
        cal_bins_lay(bin, bins, CAL_EDGES_RIGHT);
        for (int i = 0; i <= bins; i++) {
            double edge = (double)i / bins, above = edge + 1e-12, below = edge - 1e-12;
            CHECK(cal_bins_find(bin, bins, CAL_EDGES_RIGHT, edge) == (i ? i - 1 : 0));
            CHECK(cal_bin_index(edge, bins) == (i ? i - 1 : 0));
            CHECK(cal_bins_find(bin, bins, CAL_EDGES_LEFT, edge) == (i < bins ? i : bins - 1));
            for (int edges = CAL_EDGES_RIGHT; edges <= CAL_EDGES_LEFT; edges++) {
                if (above < 1) CHECK(cal_bins_find(bin, bins, (cal_edges)edges, above) == i);
                if (below > 0) CHECK(cal_bins_find(bin, bins, (cal_edges)edges, below) == i - 1);
            }
        }
        cal_bins_lay(bin, bins + 1, CAL_EDGES_EXTRA); // one more, for 1 alone
        CHECK(cal_bins_find(bin, bins + 1, CAL_EDGES_EXTRA, 1) == bins);
        CHECK(cal_bins_find(bin, bins + 1, CAL_EDGES_EXTRA, 1 - 1e-12) == bins - 1);
        CHECK(bin[bins].low == 1 && bin[bins - 1].high == 1);
    }
}

static void test_equal_width(void) {
    const double confidence[] = {0.2, 0.21, 0.5, 0.9, 1.0}, outcome[] = {1, 0, 1, 1, 0};
    cal_bin bin[5];
    cal_bins_equal_width(bin,
                         &(cal_binning){.bins = 5, .n = 5, .confidence = confidence, .outcome = outcome});
    CHECK(bin[0].count == 1 && bin[1].count == 1 && bin[2].count == 1 && bin[3].count == 0 &&
          bin[4].count == 2);
    CHECK_NEAR(bin[4].confidence, 0.95, 1e-15);
    CHECK_NEAR(bin[4].accuracy, 0.5, 0);
    // (0.8 + 0.21 + 0.5 + 2 * 0.45) / 5
    CHECK_NEAR(cal_bins_mean_gap(bin, 5, 5), 0.482, 1e-15);
    CHECK_NEAR(cal_bins_norm(bin, 5, 5, CAL_NORM_MAX), 0.8, 1e-15);
    // (0.64 + 0.21^2 + 0.25 + 2 * 0.45^2) / 5
    CHECK_NEAR(cal_bins_norm(bin, 5, 5, CAL_NORM_2), cal_sqrt(0.26782), 1e-15);
}

// Sizes 3, 2, 2 for seven samples in three bins; a tie on an edge is shared.
static void test_equal_mass(void) {
    const double confidence[] = {0.5, 0.9, 0.5, 0.5, 0.7, 0.5, 0.6}, outcome[] = {1, 1, 0, 0, 1, 1, 0};
    int32_t order[7], scratch[7];
    cal_bin bin[10];
    cal_binning in = {.bins = 3, .n = 7, .confidence = confidence, .outcome = outcome, .order = order};
    cal_sort_order(order, scratch, confidence, 7);
    cal_bins_equal_mass(bin, &in);
    const int32_t wanted[] = {0, 2, 3, 5, 6, 4, 1};
    for (int i = 0; i < 7; i++) CHECK(order[i] == wanted[i]);
    CHECK(bin[0].count == 3 && bin[1].count == 2 && bin[2].count == 2);
    CHECK_NEAR(bin[0].accuracy, 0.5, 1e-16);  // three of four samples, of which two are right
    CHECK_NEAR(bin[1].accuracy, 0.25, 1e-16); // the fourth, and one that is wrong
    CHECK(bin[1].low == 0.5 && bin[1].high == 0.6 && bin[2].low == 0.7 && bin[2].high == 0.9);
    in.bins = 10;
    cal_bins_equal_mass(bin, &in);
    for (int b = 0; b < 10; b++) CHECK(bin[b].count == (b < 7));
    CHECK(bin[9].low == 0.9 && bin[9].high == 0.9);
}

static void test_sort(void) {
    enum { N = 1000 };
    static double key[N];
    static int32_t order[N], scratch[N];
    for (int n = 1; n <= N; n = n * 3 + 1) {
        for (int i = 0; i < n; i++)
            key[i] = (double)(cal_random_bits(1, CAL_STREAM_ORDER, (uint64_t)n, (uint64_t)i) % 50);
        cal_sort_order(order, scratch, key, n);
        for (int i = 1; i < n; i++)
            CHECK(key[order[i - 1]] < key[order[i]] ||
                  (key[order[i - 1]] == key[order[i]] && order[i - 1] < order[i]));
    }
}

// A model that predicts the true probabilities has no true calibration error, whatever the labels are.
static void test_true_ce(void) {
    enum { N = 400 };
    static float logits[2 * N];
    static double posterior[2 * N];
    static int32_t labels[N];
    for (int i = 0; i < N; i++) {
        double p = 0.5 + 0.49 * i / N;
        logits[2 * i] = logit(p);
        double e = cal_exp(-(double)logits[2 * i]);
        posterior[2 * i] = 1 / (1 + e);
        posterior[2 * i + 1] = e / (1 + e);
        labels[i] = i % 3 == 0;
    }
    cal_scores s = scores_of(logits, labels, posterior, N, 2);
    CHECK_NEAR(cal_metric_value(&arena, "true_ce", &s, 15), 0, 1e-15);
    CHECK(cal_metric_value(&arena, "ece", &s, 15) > 0.05);
    // The truth at half the distance from 1/2: the mean gap is half the mean distance.
    double distance = 0;
    for (int i = 0; i < N; i++) {
        distance += (posterior[2 * i] - 0.5) / N;
        posterior[2 * i] = 0.5 + (posterior[2 * i] - 0.5) / 2;
        posterior[2 * i + 1] = 1 - posterior[2 * i];
    }
    s = scores_of(logits, labels, posterior, N, 2);
    CHECK_NEAR(cal_metric_value(&arena, "true_ce", &s, 15), distance / 2, 1e-14);
}

// Compares with the truth: distances of each sample, and a divergence that large logits do not make infinite.
static void test_truths(void) {
    const float logits[] = {0, 0, 2000, 0};
    const int32_t labels[] = {0, 0};
    const double posterior[] = {0.25, 0.75, 1, 0}, lost[] = {0.25, 0.75, 0.5, 0.5};
    cal_scores s = scores_of(logits, labels, posterior, 2, 2);
    double half = 0.25 * cal_log(0.5) + 0.75 * cal_log(1.5);
    CHECK_NEAR(cal_metric_value(&arena, "truth_gap", &s, 15), 0.125, 1e-15);
    CHECK_NEAR(cal_metric_value(&arena, "truth_kl", &s, 15), half / 2, 1e-15);
    s = scores_of(logits, labels, lost, 2, 2);
    CHECK_NEAR(cal_metric_value(&arena, "truth_kl", &s, 15), (half + cal_log(0.5) + 0.5 * 2000) / 2, 1e-12);
}

static int fit(cal_fit *out, const cal_scores *s) {
    cal_choice choice;
    cal_choice_default(&choice, &cal_calibrator_temperature.entry);
    return cal_calibrator_temperature.fit(out, &arena, s, &choice);
}

static double temperature(const cal_fit *fitted) { return *fitted->found[0].number; }

enum { BY_ECE, BY_ADAECE, BY_NLL_GRID, BY_NLL };

// Two classes, logit +-d, 3/4 of the samples right: the likelihood is flat at 1/(1+e^(-d/T)) = 3/4, T = d/log
// 3.
static void test_temperature(void) {
    cal_fit fits[CAL_FITS_MAX];
    for (int i = 1; i <= 8; i++) {
        float d = 0.5f * (float)i, logits[16];
        int32_t labels[8];
        for (int j = 0; j < 8; j++) {
            logits[2 * j] = j % 2 ? d : 0;
            logits[2 * j + 1] = j % 2 ? 0 : d;
            labels[j] = (j % 2 == 0) != (j >= 6);
        }
        cal_scores s = scores_of(logits, labels, NULL, 8, 2);
        CHECK(fit(fits, &s) == 4);
        CHECK_NEAR(temperature(&fits[BY_NLL]), d / cal_log(3), 1e-13);
        CHECK(!fits[BY_NLL].at_bound);
        int nearest = (int)(10 * d / cal_log(3) + 0.5);
        CHECK(temperature(&fits[BY_ECE]) >= (nearest - 1) / 10.0 &&
              temperature(&fits[BY_ECE]) <= (nearest + 1) / 10.0);
        CHECK(fits[BY_NLL_GRID].points == 100 && fits[BY_NLL_GRID].at[99] == 10);
    }
}

static void test_temperature_at_bounds(void) {
    cal_fit fits[CAL_FITS_MAX];
    const float logits[] = {2, 0, 0, 3, 1, 0}, far[] = {2000, 0, 0, 3000, 1000, 0},
                flat[] = {1, 1, 2, 2, 3, 3};
    const int32_t right[] = {0, 1, 0}, wrong[] = {1, 0, 1};
    cal_scores s = scores_of(logits, right, NULL, 3, 2);
    fit(fits, &s);
    CHECK(fits[BY_NLL].at_bound && temperature(&fits[BY_NLL]) == 0.01);
    CHECK(fits[BY_NLL_GRID].at_bound && temperature(&fits[BY_NLL_GRID]) == 0.1);
    s = scores_of(far, right, NULL, 3, 2); // the slope underflows to zero
    fit(fits, &s);
    CHECK(fits[BY_NLL].at_bound && temperature(&fits[BY_NLL]) == 0.01);
    s = scores_of(logits, wrong, NULL, 3, 2);
    fit(fits, &s);
    CHECK(fits[BY_NLL].at_bound && temperature(&fits[BY_NLL]) == 100);
    CHECK(fits[BY_NLL_GRID].at_bound && temperature(&fits[BY_NLL_GRID]) == 10);
    s = scores_of(flat, right, NULL, 3, 2); // every temperature is equally good
    fit(fits, &s);
    CHECK(!fits[BY_NLL].at_bound && temperature(&fits[BY_NLL]) == 1);
    CHECK(temperature(&fits[BY_ECE]) == 0.1); // the first of equal ones
}

static const cal_metric *find_metric(const char *id) {
    int i = 0;
    while (strcmp(cal_metrics[i]->entry.id, id) != 0) i++;
    return cal_metrics[i];
}

static cal_measured chance_of(const char *id, const cal_scores *s, int bins, cal_resampling chance) {
    cal_measured measured = {.metric = find_metric(id)};
    cal_choice choice;
    cal_choice_with_bins(&choice, &measured.metric->entry, bins);
    measured.choice = &choice;
    measured.metric->compute(&measured.figure, &arena, s, &choice);
    cal_resampling_measure(&measured, 1, &arena, s, chance, NULL, &(cal_progress_range){0});
    return measured;
}

// In one bin the figure is |c - mean of the draws|, whose expectation is sqrt(2 c (1 - c) / (pi n)). With 100
// draws its standard error is 0.076 of that.
static void test_noise_floor(void) {
    enum { N = 2000 };
    static float logits[2 * N];
    static int32_t labels[N];
    const cal_resampling draws = {100, 0};
    for (int i = 0; i < N; i++) logits[2 * i] = logit(0.8);
    cal_scores s = scores_of(logits, labels, NULL, N, 2);
    double wanted = cal_sqrt(2 * 0.8 * 0.2 / (3.14159265358979 * N));
    // If all confidences are equal, each sum of gaps is that gap; so are two classes with one bin each.
    const char *const same[] = {"ece", "mce", "adaece", "smce", "cwece"};
    for (int m = 0; m < 5; m++) CHECK_NEAR(chance_of(same[m], &s, 1, draws).floor / wanted, 1, 0.3);
    // At confidence 1 the floor is 0.
    for (int i = 0; i < N; i++) logits[2 * i] = 1000;
    s = scores_of(logits, labels, NULL, N, 2);
    for (int m = 0; m < 5; m++) CHECK(chance_of(same[m], &s, 15, draws).floor == 0);
    cal_measured nll = chance_of("nll", &s, 15, draws);
    CHECK(nll.floor != nll.floor && nll.low != nll.low);
}

// The interval of a mean is 1.96 standard errors to each side; with 2,000 draws their error is about 4 %.
static void test_intervals(void) {
    enum { N = 1000 };
    static float logits[2 * N];
    static int32_t labels[N];
    const cal_resampling draws = {0, 2000};
    double mean = 0, square = 0, low, high;
    for (int i = 0; i < N; i++) {
        double p = 0.5 + 0.49 * cal_random_uniform(3, CAL_STREAM_DATA, 0, (uint64_t)i);
        logits[2 * i] = logit(p);
        labels[i] = cal_random_uniform(3, CAL_STREAM_DATA, 1, (uint64_t)i) > p;
    }
    cal_scores s = scores_of(logits, labels, NULL, N, 2);
    for (int i = 0; i < N; i++) {
        mean -= s.log_p_label[i] / N;
        square += s.log_p_label[i] * s.log_p_label[i] / N;
    }
    double error = cal_sqrt((square - mean * mean) / N);
    cal_measured nll = chance_of("nll", &s, 15, draws);
    CHECK_NEAR(nll.low, mean - 1.96 * error, 0.15 * error);
    CHECK_NEAR(nll.high, mean + 1.96 * error, 0.15 * error);
    CHECK(nll.floor != nll.floor);
    const char *const errors[] = {"ece", "mce", "adaece", "ks", "smce", "smece", "mmce", "cwece"};
    for (int m = 0; m < 8; m++) {
        cal_measured e = chance_of(errors[m], &s, 15, draws);
        CHECK(e.low >= 0 && e.low <= e.figure.value && e.figure.value <= e.high && e.high < 0.5);
    }
    // The same seed, the same draws.
    CHECK(chance_of("nll", &s, 15, draws).low == nll.low);
    // Published for 5 of 10, and clipped at 0.
    cal_wilson(&low, &high, 0.5, 10);
    CHECK_NEAR(low, 0.23659309, 1e-8);
    CHECK_NEAR(high, 0.76340691, 1e-8);
    cal_wilson(&low, &high, 0, 10);
    CHECK(low == 0);
    CHECK_NEAR(high, 0.27753279, 1e-8);
}

static void test_report_text(void) {
    const float logits[] = {2, 0, 0, 3, 1, 0, 0, 1};
    const int32_t labels[] = {0, 1, 1, 1};
    cal_report_request request = {
        .spec = "v=1", .test = {.n = 4, .k = 2, .logits = logits, .labels = labels}, .metrics = {.bins = 3}};
    cal_text json = {0};
    CHECK(report_text(&json, &request, &err) == CAL_OK);
    CHECK(strstr(json.data, "{\"schema\":1,\"spec\":\"v=1\",\"n\":4,\"k\":2,\"metrics\":{") == json.data);
    CHECK(strstr(json.data, "\"fitted_on\":null,\"calibrators\":{}}"));
    CHECK(strstr(json.data, "\"count\":0,\"confidence\":null,\"accuracy\":null,"
                            "\"interval\":[null,null]}")); // an empty bin is not perfect
    CHECK(!strstr(json.data, "true_ce"));
    cal_text_free(&json);
    request.validation = request.test, request.validation.labels = (const int32_t[]){0, 1, 2, 1};
    CHECK(report_text(&json, &request, &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "validation labels: row 2 is 2, which is not one of the classes 0 to 1");
    cal_text_free(&json);
}

// Compares with numpy's percentile (linear) and std(ddof=1) for these draws, and the percentiles of a - b,
// shifted to the difference of the figures.
static void test_draws(void) {
    double a[] = {1, 2, 3, 4, 10}, b[] = {1, 1, 1, 1, 1}, draw[5];
    const cal_metric score = {.kind = CAL_SCORE}, error = {.kind = CAL_CALIBRATION};
    cal_difference difference;
    const cal_moments m = cal_moments_of(a, 5);
    CHECK_NEAR(m.mean, 4, 1e-15);
    CHECK_NEAR(m.sd, 3.5355339059327378, 1e-15);
    CHECK_NEAR(cal_draws_percentile(a, 5, 0.025), 1.1, 1e-14);
    CHECK_NEAR(cal_draws_percentile(a, 5, 0.975), 9.4, 1e-14);
    CHECK(cal_draws_percentile(a, 5, 1) == 10);
    cal_measured mine = {.metric = &score, .figure = {.value = 5}, .floor = 0.25, .draw = a},
                 other = {.metric = &score, .figure = {.value = 3}, .floor = 0.5, .draw = b};
    CHECK(cal_difference_make(&difference, draw, &mine, &other, 5));
    CHECK_NEAR(difference.low, 2 - 3 + 0.1, 1e-14);
    CHECK_NEAR(difference.high, 2 - 3 + 8.4, 1e-14);
    // The floors bound the bias of calibration errors.
    mine.metric = other.metric = &error;
    CHECK(cal_difference_make(&difference, draw, &mine, &other, 5));
    CHECK_NEAR(difference.low, 2 - 3 + 0.1 - 0.25, 1e-14);
    CHECK_NEAR(difference.high, 2 - 3 + 8.4 + 0.5, 1e-14);
}

extern const cal_metric cal_metric_cwece;

// More classes than a thread takes at a time: the gaps sum to the figure. So does a draw that has every
// sample once, with weights or with labels, at any position among others.
static void test_many_classes(void) {
    enum { N = 60, K = 70, DRAWS = 70 };
    static float logits[N * K];
    static uint8_t once[N * DRAWS];
    static int32_t labels[N], same[N * DRAWS];
    for (int i = 0; i < N; i++) {
        labels[i] = (int32_t)(cal_random_uniform(4, CAL_STREAM_DATA, 0, (uint64_t)i) * K);
        for (int j = 0; j < K; j++)
            logits[i * K + j] =
                (float)cal_random_normal(4, CAL_STREAM_DATA, (uint64_t)i + 1, (uint64_t)j) * 3;
        for (int d = 0; d < DRAWS; d++) once[i * DRAWS + d] = 1, same[i * DRAWS + d] = labels[i];
    }
    const cal_scores s = scores_of(logits, labels, NULL, N, K);
    const double value = cal_metric_value(&arena, "cwece", &s, 15);
    cal_choice choice;
    cal_choice_with_bins(&choice, &cal_metric_cwece.entry, 15);
    cal_gap *gap;
    double residuals = 0, size = 0;
    const int gaps = cal_metric_cwece.gaps(&gap, &arena, &s, &choice);
    for (int g = 0; g < gaps; g++) residuals += __builtin_fabs(gap[g].residual), size += gap[g].size;
    CHECK(gaps == K * 15);
    CHECK_NEAR(size, 1, 1e-12);
    CHECK_NEAR(residuals, value, 1e-12);
    const cal_draws weighted = {.count = DRAWS, .weight = once}, relabelled = {.count = DRAWS, .label = same};
    double drawn[DRAWS];
    for (int way = 0; way < 2; way++) {
        cal_metric_cwece.draws(drawn, &arena, &s, &choice, way ? &relabelled : &weighted);
        for (int d = 0; d < DRAWS; d++) CHECK_NEAR(drawn[d], value, 1e-12);
    }
}

// Checks that the figure is the mean of the metric's terms with these parameters.
static void check_mean(const char *text, const cal_scores *s) {
    cal_choice choice;
    cal_figure figure;
    CHECK(!cal_choice_parse(&choice, "metric", text, strlen(text), &err));
    const cal_metric *metric = (const cal_metric *)choice.entry; // its first member
    metric->compute(&figure, &arena, s, &choice);
    double sum = 0;
    for (int i = 0; i < s->n; i++) sum += metric->term(s, i, &choice);
    CHECK_NEAR(figure.value, sum / s->n, 1e-15);
}

// Paired tests compare the terms of means over the samples, which metrics declare.
static void test_terms(void) {
    static const char *const means[] = {"binary_brier", "brier", "cost", "error", "nll"};
    const float logits[] = {0, 0, 0, 1, 3, 3, -2, 1, 0};
    const int32_t labels[] = {0, 2, 0};
    const cal_scores s = scores_of(logits, labels, NULL, 3, 3);
    int count = 0;
    for (int i = 0; cal_metrics[i]; i++) {
        if (!cal_metrics[i]->term) continue;
        bool listed = false;
        for (size_t j = 0; j < sizeof means / sizeof *means; j++)
            listed |= strcmp(cal_metrics[i]->entry.id, means[j]) == 0;
        CHECK(listed);
        count++;
    }
    CHECK(count == 5);
    check_mean("error", &s);
    check_mean("cost:ask=0.3", &s);
    check_mean("nll", &s);
    check_mean("nll:clip=0.4", &s);
    check_mean("brier", &s);
    check_mean("brier:scale=half", &s);
}

int main(void) {
    test_terms();
    test_draws();
    test_many_classes();
    test_scores();
    test_refused_scores();
    test_bin_edges();
    test_equal_width();
    test_equal_mass();
    test_sort();
    test_true_ce();
    test_temperature();
    test_temperature_at_bounds();
    test_noise_floor();
    test_intervals();
    test_truths();
    test_report_text();
    cal_arena_free(&arena);
    return CHECK_DONE();
}
