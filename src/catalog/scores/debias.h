// Debiased gap of a bin between confidence and accuracy (Kumar, Liang, Ma 2019, section 4).
#ifndef CAL_CATALOG_SCORES_DEBIAS_H
#define CAL_CATALOG_SCORES_DEBIAS_H
#include "catalog/scores/figure.h"

// |gap| less the mean increase of |gap| when the accuracy is redrawn from a normal distribution around it.
// This is the limit of infinitely many resamples. Below 0 if the gap is smaller than by chance.
double cal_bin_debiased_gap(const cal_bin *bin);

#endif
