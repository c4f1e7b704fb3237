// What chance adds to the gap of a bin between confidence and accuracy, taken away
// (Kumar, Liang, Ma 2019, section 4).
#ifndef CAL_CATALOG_SCORES_DEBIAS_H
#define CAL_CATALOG_SCORES_DEBIAS_H
#include "catalog/scores/figure.h"

// |gap| less what redrawing the accuracy, normally and around itself, adds to it on average: the limit of
// infinitely many resamples. Below 0 where the gap is less than chance makes it.
double cal_bin_debiased_gap(const cal_bin *bin);

#endif
