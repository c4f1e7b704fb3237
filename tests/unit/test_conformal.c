// Tests conformal sets: ranks of quantiles, choices by brute force, and coverage against its distribution.
#include <math.h>
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "check.h"
#include "run/conformal/conformal.h"
#include "run/link/link.h"

static void test_ranks(void) {
    CHECK(cal_conformal_rank(99, 0.1) == 90 && cal_conformal_rank(19, 0.05) == 19);
    CHECK(cal_conformal_rank(18, 0.05) == 19); // one too few
    CHECK(cal_conformal_least(0.05) == 19 && cal_conformal_least(0.1) == 9 && cal_conformal_least(0.5) == 1);
    // ceil(1 / 0.3) - 1 = 3, and 4 * 0.7 = 2.8.
    CHECK(cal_conformal_least(0.3) == 3 && cal_conformal_rank(3, 0.3) == 3);
    for (int percent = 1; percent < 100; percent++)
        for (int n = 1; n < 400; n++) {
            const int wanted = ((n + 1) * (100 - percent) + 99) / 100; // in whole numbers
            CHECK(cal_conformal_rank(n, percent / 100.0) == wanted);
            CHECK((wanted <= n) == (n >= cal_conformal_least(percent / 100.0)));
        }
}

// Returns the probability of j covered of n, by logarithms.
static double beta_binomial(int j, int n, double a, double b) {
    return exp(lgamma(n + 1) - lgamma(j + 1) - lgamma(n - j + 1) + lgamma(a + j) + lgamma(b + n - j) -
               lgamma(a + b + n) + lgamma(a + b) - lgamma(a) - lgamma(b));
}

static void test_band(void) {
    static const int sizes[] = {1, 2, 30, 500, 20000}, calibrated[] = {1, 9, 99, 3000};
    static const double alphas[] = {0.01, 0.1, 0.5};
    for (int s = 0; s < 5; s++)
        for (int c = 0; c < 4; c++)
            for (int a = 0; a < 3; a++) {
                const int n = sizes[s], rank = cal_conformal_rank(calibrated[c], alphas[a]);
                int low, high, wanted_low = -1, wanted_high = -1;
                double below = 0;
                if (rank > calibrated[c]) continue;
                cal_coverage_band(&low, &high, n, calibrated[c], rank);
                for (int j = 0; j <= n; j++) {
                    below += beta_binomial(j, n, rank, calibrated[c] + 1 - rank);
                    if (wanted_low < 0 && below >= 0.025 + 1e-9) wanted_low = j;
                    if (wanted_high < 0 && below >= 0.975 + 1e-9) wanted_high = j;
                }
                CHECK(abs(low - wanted_low) <= 1 && abs(high - wanted_high) <= 1);
            }
}

// ---- outputs with a known posterior

enum { K = 5, POOL = 600, CALIBRATED = 150, FITTED = 60 };

typedef struct pool {
    float logits[POOL * K];
    int32_t labels[POOL];
    double posterior[POOL * K];
} pool;

// Makes outputs that are overconfident: logits twice those of the posterior.
static void make_pool(pool *out, uint64_t seed) {
    for (int i = 0; i < POOL; i++) {
        double p[K], sum = 0, u = cal_random_uniform(seed, CAL_STREAM_LABELS, 0, (uint64_t)i);
        for (int j = 0; j < K; j++) {
            const double z = cal_random_normal(seed, CAL_STREAM_DATA, 0, (uint64_t)(i * K + j));
            out->logits[i * K + j] = (float)(2 * z);
            sum += p[j] = cal_exp(z);
        }
        int label = 0;
        for (int j = 0; j < K; j++) out->posterior[i * K + j] = p[j] / sum;
        for (; label < K - 1 && u >= p[label] / sum; label++) u -= p[label] / sum;
        out->labels[i] = label;
    }
}

// Makes sets of a random split of the pool. Returns the number of covered test samples.
static int cover(const pool *all, const char *score, const char *calibrator, int validation, int seed) {
    static float logits[2][POOL * K];
    static int32_t labels[2][POOL];
    int32_t order[POOL];
    cal_sets_value value;
    cal_error err;
    cal_random_order(order, POOL, (uint64_t)seed, CAL_STREAM_PROBE, 0);
    for (int i = 0; i < POOL; i++) {
        const int set = i >= validation, to = set ? i - validation : i;
        memcpy(&logits[set][to * K], &all->logits[order[i] * K], sizeof(float) * K);
        labels[set][to] = all->labels[order[i]];
    }
    const cal_sets_request request = {
        .score = score,
        .calibrator = calibrator,
        .temperature = 1,
        .alpha = 0.1,
        .seed = (uint64_t)seed,
        .validation = {.n = validation, .k = K, .logits = logits[0], .labels = labels[0]},
        .test = {.n = POOL - validation, .k = K, .logits = logits[1], .labels = labels[1]}};
    const cal_status status = cal_sets_make_value(&value, &request, &err);
    CHECK(!status);
    if (status) return 0;
    CHECK(value.quantile[0].calibrated == CALIBRATED);
    const int covered = value.all.covered;
    cal_sets_value_free(&value);
    return covered;
}

// Over random splits, the coverage of n test samples is beta-binomial. A chi-square test with eight bins of
// about equal probability; 18.48 is the 99 % quantile with seven degrees of freedom.
static void test_coverage(const char *score, const char *calibrator) {
    enum { BINS = 8 };
    const int splits = CHECK_TIMES(1000);
    const bool fits = calibrator || strncmp(score, "raps", 4) == 0;
    const int validation = fits ? 2 * CALIBRATED : CALIBRATED, n = POOL - validation;
    const int rank = cal_conformal_rank(CALIBRATED, 0.1);
    double chance[BINS] = {0}, below = 0, chi2 = 0;
    int bin_of[POOL + 1], seen[BINS] = {0};
    static pool all;
    make_pool(&all, 7);
    for (int j = 0; j <= n; j++) {
        const double p = beta_binomial(j, n, rank, CALIBRATED + 1 - rank);
        const int bin = (int)((below + p / 2) * BINS);
        bin_of[j] = bin < BINS ? bin : BINS - 1;
        below += p, chance[bin_of[j]] += p;
    }
    for (int s = 1; s <= splits; s++) seen[bin_of[cover(&all, score, calibrator, validation, s)]]++;
    for (int b = 0; b < BINS; b++) {
        const double wanted = chance[b] * splits;
        chi2 += (seen[b] - wanted) * (seen[b] - wanted) / wanted;
    }
    CHECK_NEAR(below, 1, 1e-9);
    if (!(chi2 < 18.48)) printf("%s: chi2 %g\n", score, chi2);
    CHECK(chi2 < 18.48);
}

// ---- choices

static void test_penalty(void) {
    static const double lambda[] = {0, 0.003, 0.05, 0.2, 2};
    enum { LAMBDAS = 5 };
    static pool all;
    make_pool(&all, 3);
    for (int random = 0; random < 2; random++) {
        cal_arena arena = {0};
        cal_scores scores;
        cal_error err;
        cal_choice choice;
        cal_rank_penalty got, wanted = {0, 0};
        double least = INFINITY;
        CHECK(!cal_choice_parse(&choice, "conformity", "raps", 4, &err));
        CHECK(!cal_scores_make(&scores, &arena, all.logits, all.labels, NULL, FITTED, K, 1, &err));
        const cal_ranked_rows rows = {&scores, all.labels, NULL, NULL, CAL_SETS_VALIDATION};
        cal_conformity_rule rule = {cal_conformity_of(&choice), random, 5, {0, 0}};
        CHECK(!cal_rank_penalty_choose(&got, &rows, &rule, lambda, LAMBDAS, 0, 0.2, &err));
        // kreg: the smallest number of classes that holds 80 % of the labels.
        for (int held = 0; held < 0.8 * FITTED;) {
            wanted.kreg++, held = 0;
            for (int i = 0; i < FITTED; i++) {
                int rank = 1;
                for (int j = 0; j < K; j++) rank += all.logits[i * K + j] > all.logits[i * K + all.labels[i]];
                held += rank <= wanted.kreg;
            }
        }
        for (int l = 0; l < LAMBDAS; l++) {
            double score[FITTED], mean = 0;
            cal_label_sets sets;
            int inside = 0;
            rule.penalty = (cal_rank_penalty){lambda[l], wanted.kreg};
            CHECK(!cal_conformity_of_labels(score, &rows, &rule, &err));
            double quantile = -INFINITY; // the smallest score with enough scores at or below it
            for (int i = 0; i < FITTED; i++) {
                inside = 0;
                for (int j = 0; j < FITTED; j++) inside += score[j] <= score[i];
                if (inside >= 49 && (quantile == -INFINITY || score[i] < quantile)) quantile = score[i];
            }
            CHECK(!cal_label_sets_make(&sets, &arena, &rows, &rule, &(cal_quantiles){.quantile = &quantile},
                                       &err));
            for (int i = 0; i < FITTED; i++) mean += sets.size[i];
            if (mean < least) least = mean, wanted.lambda = lambda[l];
        }
        CHECK(got.kreg == wanted.kreg && got.lambda == wanted.lambda);
        cal_arena_free(&arena);
    }
}

int main(void) {
    test_ranks();
    test_band();
    test_penalty();
    test_coverage("lac", NULL);
    test_coverage("aps", NULL);
    test_coverage("raps", NULL);
    test_coverage("topk", NULL);
    test_coverage("aps", "temperature");
    return CHECK_DONE();
}
