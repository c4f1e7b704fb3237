// Sampling variation of a weighted mean over samples, of which those of one case count together.
#ifndef CAL_CATALOG_SCORES_VARIANCE_H
#define CAL_CATALOG_SCORES_VARIANCE_H

// Returns the variance of the mean from its residuals (cluster-robust, Liang and Zeger 1986). A unit's
// residual is the sum of w (x - mean) over its samples, for weights w with sum 1. NaN for one unit.
double cal_units_variance(const double *residual, int units);
// Returns half the width of a 95 % interval of the mean by Student's t. NaN for one unit.
double cal_units_reach(double variance, int units);

#endif
