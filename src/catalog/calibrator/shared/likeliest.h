// The temperature of largest likelihood, in a continuous range.
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_LIKELIEST_H
#define CAL_CATALOG_CALIBRATOR_SHARED_LIKELIEST_H
#include "catalog/calibrator/shared/fit.h"
#include "catalog/scores/temperature_grid/grid.h"

// With a grid, searches around its best temperature; null: the whole range. 1 if all are equally good.
// `at_bound`: the likelihood still rises at the end of the range, 0.01 or 100, which is returned.
double cal_likeliest_temperature(bool *at_bound, const cal_scores *scores, const cal_temperature_grid *grid);

#endif
