// A conformity score says how badly a class fits a sample's probabilities. Conformal prediction keeps every
// class whose score is at most a quantile of the scores of true classes (Vovk, Gammerman and Shafer 2005).
#ifndef CAL_CATALOG_CONFORMITY_CONFORMITY_H
#define CAL_CATALOG_CONFORMITY_CONFORMITY_H
#include <stdint.h>
#include "catalog/entry.h"

// A sample's classes by descending probability; equal ones in ascending order.
typedef struct cal_ranked {
    int k;
    const int32_t *class; // [k]
    const double *p;      // [k] their probabilities
    const double *above;  // [k] sum of the probabilities before each
} cal_ranked;

// A penalty for classes of low rank.
typedef struct cal_rank_penalty {
    double lambda; // per rank
    int kreg;      // ranks without a penalty
} cal_rank_penalty;

typedef struct cal_conformity {
    cal_entry entry;
    bool random;    // its parameter `random` draws a uniform number for each sample
    bool penalises; // has the parameters lambda and kreg
    // Returns the score of the class at `rank`, from 0; it never falls as the rank grows. u: the sample's
    // uniform number, or 1.
    double (*score)(const cal_ranked *row, int rank, double u, cal_rank_penalty penalty);
} cal_conformity;

#define CAL_CONFORMITY_RANDOM                                                                                \
    {.name = "random",                                                                                       \
     .help = "Whether a uniform number for each sample enters its scores; without it, sets are larger, and " \
             "equal scores raise the coverage",                                                              \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "yes/no"}
enum { CAL_CONFORMITY_RANDOM_YES = 0 };

#define CAL_CONFORMITY_PENALTY                                                                               \
    {.name = "lambda",                                                                                       \
     .help = "Penalty for each rank beyond kreg; of several values, the one with the smallest sets on the "  \
             "first half of the validation set",                                                             \
     .unit = "",                                                                                             \
     .type = CAL_LIST,                                                                                       \
     .preset = "0.001/0.01/0.1/0.2/0.5",                                                                     \
     .min = 0,                                                                                               \
     .max = 10},                                                                                             \
        {.name = "kreg",                                                                                     \
         .help =                                                                                             \
             "Ranks without a penalty; 0: the fewest that hold 1 - alpha of the true classes of the first "  \
             "half of the validation set",                                                                   \
         .unit = "classes",                                                                                  \
         .type = CAL_INTEGER,                                                                                \
         .value = 0,                                                                                         \
         .min = 0,                                                                                           \
         .max = 1000000}

CAL_REGISTRY(cal_conformity, cal_conformities)

#endif
