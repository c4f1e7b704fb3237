// Logistic regression by maximum likelihood: P(y = 1) = sigmoid(offset + b0 + b1 x1 + ...).
#ifndef CAL_CATALOG_SCORES_BINARY_LOGISTIC_H
#define CAL_CATALOG_SCORES_BINARY_LOGISTIC_H
#include <stdbool.h>
#include <stdint.h>

enum { CAL_LOGISTIC_TERMS = 3 }; // most x columns

typedef struct cal_logistic {
    int n, terms;
    const double *x[CAL_LOGISTIC_TERMS]; // [n] each, finite
    const double *offset;                // [n], finite, or null
    const double *target;                // [n] from 0 to 1, or null: use outcome
    const uint8_t *outcome;              // [n]
    const double *weight;                // [n], or null: 1 each
} cal_logistic;

// The outcomes' numbers and ranges of x.
typedef struct cal_outcome_ranges {
    int count[2];
    double low[2], high[2];
} cal_outcome_ranges;
void cal_outcome_ranges_add(cal_outcome_ranges *to, double x, bool outcome);
// The reason why a regression on terms that increase with x has no maximum. `slope`: false if only the
// intercept is fitted.
const char *cal_logistic_reason(const cal_outcome_ranges *of, bool slope);

// Fills b[terms + 1], the intercept first, by Newton's method, with steps halved while the likelihood falls,
// to about 1e-13. Returns false, and NaN, if no maximum exists: equal outcomes, separated outcomes, or a term
// that depends on the others.
bool cal_logistic_fit(double *b, const cal_logistic *of);

#endif
