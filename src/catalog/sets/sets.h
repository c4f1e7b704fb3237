// Conformal sets: quantiles of scores, and the classes that stay below them.
#ifndef CAL_CATALOG_SETS_SETS_H
#define CAL_CATALOG_SETS_SETS_H
#include "catalog/sets/ranked.h"

// Returns the rank of the quantile, ceil((n + 1)(1 - alpha)), from 1; n + 1 if n is too small. Products
// within 1e-9 of a whole number count as it.
int cal_conformal_rank(int n, double alpha);
// Returns the least n with a quantile, ceil(1 / alpha) - 1.
int cal_conformal_least(double alpha);
// Returns the quantile of scores [n], n at least cal_conformal_least(alpha). order[2 n]: scratch.
double cal_conformal_quantile(const double *score, int n, double alpha, int32_t *order);
// A quantile of the true classes' scores.
typedef struct cal_conformal {
    int n, rank; // samples, and the quantile's rank; beyond n: too few samples
    double quantile;
} cal_conformal;
// Finds out[count], the quantile of the samples with of[i] == g for each g; of null: of all samples.
// CAL_MEMORY.
cal_status cal_conformal_find(cal_conformal *out, int count, const cal_ranked_rows *rows,
                              const cal_conformity_rule *rule, const int32_t *of, double alpha,
                              cal_error *err);
// Fills order[n] with two random halves, each ascending, and returns the size of the first, n / 2.
int cal_conformal_halves(int32_t *order, int n, uint64_t seed);
// Finds the central 95 % of the number of covered test samples, out of n, over random splits. It is
// beta-binomial for a quantile of this rank among `calibrated` scores without ties.
void cal_coverage_band(int *low, int *high, int n, int calibrated, int rank);
// Fills score[n] with the scores of the true classes. CAL_MEMORY.
cal_status cal_conformity_of_labels(double *score, const cal_ranked_rows *rows,
                                    const cal_conformity_rule *rule, cal_error *err);

// The sets of n samples.
typedef struct cal_label_sets {
    int n, k, stride;
    uint8_t *bits; // [n][stride]: bit j % 8 of byte j / 8 is class j
    int32_t *size; // [n]
} cal_label_sets;
static inline bool cal_label_sets_have(const cal_label_sets *sets, int i, int class) {
    return sets->bits[(size_t)i * (size_t)sets->stride + (size_t)class / 8] >> class % 8 & 1;
}
// Quantiles of all samples (quantile[0]), of groups, or of classes.
typedef struct cal_quantiles {
    const double *quantile;
    const int32_t *group; // [n] index of each sample's quantile, or null
    bool by_class;        // quantile[class]; group is null
    bool top;             // an empty set gets the most probable class
} cal_quantiles;
// Makes the sets of all classes with a score of at most the quantile, within 1e-12. CAL_MEMORY.
cal_status cal_label_sets_make(cal_label_sets *out, cal_arena *arena, const cal_ranked_rows *rows,
                               const cal_conformity_rule *rule, const cal_quantiles *quantiles,
                               cal_error *err);

// Chooses kreg and lambda for the smallest sets of these samples, whose scores give the quantile, too.
// lambda[count]: candidates; kreg 0: chosen. CAL_FAILED: fewer samples than cal_conformal_least. CAL_MEMORY.
cal_status cal_rank_penalty_choose(cal_rank_penalty *out, const cal_ranked_rows *rows,
                                   const cal_conformity_rule *rule, const double *lambda, int count, int kreg,
                                   double alpha, cal_error *err);

#endif
