// Cumulative differences between outcomes and probabilities, and tests of calibration by them (Arrieta-Ibarra
// et al. 2022).
#ifndef CAL_CATALOG_SCORES_BINARY_CUMULATIVE_H
#define CAL_CATALOG_SCORES_BINARY_CUMULATIVE_H
#include "catalog/scores/figure.h"
#include "catalog/scores/scores.h"

// Range of the cumulative mean of (outcome - p), in ascending order of p. The sum starts at 0. It is read at
// the end of each run of equal probabilities, since within a run it depends on the order of rows.
typedef struct cal_cumulative {
    double lowest, highest; // lowest <= 0 <= highest
} cal_cumulative;
cal_cumulative cal_cumulative_of(const cal_scores *scores);
double cal_cumulative_max(const cal_cumulative *c); // the largest magnitude
double cal_cumulative_range(const cal_cumulative *c);

// Standard deviation of the last cumulative difference if every probability is right: sqrt(sum p (1 - p)) / n
// with equal weights.
double cal_cumulative_sd(const cal_scores *scores);

// A statistic of the cumulative differences. Divided by the standard deviation it has, for large n, the
// distribution of the same statistic of a Brownian motion.
typedef struct cal_cumulative_test {
    double (*value)(const cal_cumulative *c);
    double (*above)(double x); // P(statistic of the Brownian motion > x)
    double critical;           // x with P = 0.05
} cal_cumulative_test;
extern const cal_cumulative_test cal_cumulative_ks, cal_cumulative_kuiper;

// p value of the statistic `value` with this standard deviation.
double cal_cumulative_p(const cal_cumulative_test *test, double value, double sd);
// Adds the parts "p_value", "critical" (the value with p = 0.05) and "detectable" to the figure of a test. A
// true value of at least "detectable" has p < 0.05 in at least 95 of 100 sets. Rows of one case are not
// independent, so that a set with cases has no p value.
void cal_cumulative_parts(cal_figure *out, const cal_cumulative_test *test, const cal_scores *scores);
// The statistics [k] of each class against all others, with p values: raw, and by Holm 1979 for all classes.
typedef struct cal_class_tests {
    const cal_cumulative_test *test;
    double *value, *sd, *p, *holm;
} cal_class_tests;
// Returns false without the rows, or if memory was refused: arena->refused.
bool cal_class_tests_make(cal_class_tests *out, cal_arena *arena, const cal_cumulative_test *test,
                          const cal_scores *scores);
// The figure of the class that is furthest beyond chance, each class against all others. Its p value is the
// smallest one times the number of classes (Bonferroni). Its parts are "class" and "rejected", the number of
// classes that Holm's procedure rejects at 5 %. NaN without the rows.
void cal_cumulative_classes(cal_figure *out, cal_arena *arena, const cal_cumulative_test *test,
                            const cal_scores *scores);

#endif
