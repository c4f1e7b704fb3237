// The area under the ROC curve against a count of all pairs.
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "check.h"
#include "catalog/scores/certainty/roc.h"

static cal_arena arena;
static cal_error err;

static double pairs(const double *negative, int negatives, const double *positive, int positives) {
    double sum = 0;
    for (int i = 0; i < negatives; i++)
        for (int j = 0; j < positives; j++)
            sum += positive[j] > negative[i] ? 1 : positive[j] == negative[i] ? 0.5 : 0;
    return sum / negatives / positives;
}

static void compare(int negatives, int positives, int levels, uint64_t seed) {
    double a[700], b[700], area = 0;
    cal_roc roc;
    for (int i = 0; i < 700; i++) {
        a[i] = cal_random_normal(seed, CAL_STREAM_DATA, 0, (uint64_t)i);
        b[i] = cal_random_normal(seed, CAL_STREAM_DATA, 1, (uint64_t)i) + 0.7;
        if (levels) a[i] = (int)(a[i] * levels), b[i] = (int)(b[i] * levels);
    }
    cal_roc_make(&roc, &arena, a, negatives, b, positives);
    CHECK_NEAR(roc.area, pairs(a, negatives, b, positives), 1e-14);
    CHECK(roc.points >= 2 && roc.points <= CAL_ROC_POINTS);
    CHECK(roc.false_positives[0] == 0 && roc.true_positives[0] == 0);
    CHECK(roc.false_positives[roc.points - 1] == 1 && roc.true_positives[roc.points - 1] == 1);
    for (int i = 1; i < roc.points; i++) {
        double wide = roc.false_positives[i] - roc.false_positives[i - 1];
        CHECK(wide >= 0 && roc.true_positives[i] >= roc.true_positives[i - 1]);
        area += wide * (roc.true_positives[i] + roc.true_positives[i - 1]) / 2;
    }
    CHECK_NEAR(area, roc.area, 1.0 / 256); // corners are left out
}

static void test_ood_scores(void) {
    const float z[] = {1, 2, 3, 3, 1, 2, 500, 0, -500};
    const int32_t y[] = {0, 0, 0};
    cal_scores s;
    double score[3];
    CHECK(cal_scores_make(&s, &arena, z, y, NULL, 3, 3, 2, &err) == CAL_OK);
    CHECK(cal_ood_score_of(score, &arena, &s, CAL_OOD_ENTROPY));
    double sum = 1 + cal_exp(-0.5) + cal_exp(-1), wanted = 0;
    for (int j = 0; j < 3; j++) wanted -= cal_exp(-0.5 * j) / sum * (-0.5 * j - cal_log(sum));
    CHECK_NEAR(score[0], wanted, 1e-9);
    CHECK(score[0] == score[1]); // the same probabilities in another order
    CHECK(score[2] == 0);
    CHECK(cal_ood_score_of(score, &arena, &s, CAL_OOD_CONFIDENCE));
    CHECK_NEAR(score[0], 1 - 1 / sum, 1e-15);
    CHECK(cal_ood_score_of(score, &arena, &s, CAL_OOD_ENERGY));
    CHECK_NEAR(score[0], -2 * cal_log(cal_exp(0.5) + cal_exp(1) + cal_exp(1.5)), 1e-14);
    CHECK_NEAR(score[2], -500, 1e-12);
    CHECK(cal_ood_score_of(score, &arena, &s, CAL_OOD_LOGIT));
    CHECK(score[0] == -3 && score[2] == -500);
    s.logits = NULL, s.fill = NULL;
    CHECK(!cal_ood_score_of(score, &arena, &s, CAL_OOD_ENTROPY));
    CHECK(!cal_ood_score_of(score, &arena, &s, CAL_OOD_LOGIT));
    CHECK(cal_ood_score_of(score, &arena, &s, CAL_OOD_CONFIDENCE));
}

int main(void) {
    for (uint64_t seed = 0; seed < 4; seed++) {
        compare(700, 300, 0, seed);
        compare(150, 700, 3, seed); // many ties
        compare(40, 40, 1, seed);
        compare(1, 1, 0, seed);
    }
    const double some[] = {1, 2};
    cal_roc roc;
    cal_roc_make(&roc, &arena, some, 2, some, 0);
    CHECK(roc.area != roc.area && roc.points == 0);
    test_ood_scores();
    cal_arena_free(&arena);
    return CHECK_DONE();
}
