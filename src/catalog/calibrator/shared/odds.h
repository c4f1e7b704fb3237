// Calibrators of two classes that map the log odds of the second, z = log(p / (1 - p)).
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_ODDS_H
#define CAL_CATALOG_CALIBRATOR_SHARED_ODDS_H
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/fit.h"

// Clamped to +-92, which is p = 1e-40: a probability of exactly 0 or 1 has no log odds.
double cal_odds_at(const cal_scores *scores, int i);
static inline double cal_odds_log_p(double z) { // log p
    return z > 0 ? -cal_log1p(cal_exp(-z)) : z - cal_log1p(cal_exp(z));
}
// The input of a logistic regression: two columns of numbers and the outcome.
typedef struct cal_odds_columns {
    double *first, *second; // [n]
    uint8_t *outcome;       // [n] 1 if the label is class 1
} cal_odds_columns;
// Fills in only the outcome; check arena->refused.
cal_odds_columns cal_odds_take(cal_arena *arena, const cal_scores *scores);
// The reason why a logistic regression of the outcome on log odds has no maximum.
const char *cal_odds_reason(const cal_scores *scores);
// A calibrator's `counts`: the columns and `found` fitted numbers.
size_t cal_odds_count(cal_arena *kept, int found, int n);

#endif
