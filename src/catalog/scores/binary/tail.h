// Tail probabilities of test statistics.
#ifndef CAL_CATALOG_SCORES_BINARY_TAIL_H
#define CAL_CATALOG_SCORES_BINARY_TAIL_H

// P(|Z| > |z|) of a standard normal Z. The relative error is below 1e-13 up to |z| = 20, and below 3e-13 up
// to 37. NaN for NaN.
double cal_normal_beyond(double z);
// P(X > x) of a chi-squared X with a whole number of degrees of freedom, at least 1; x >= 0.
double cal_chi2_above(double x, int degrees);
// P(max |B| > x) and P(max B - min B > x) of a Brownian motion B on [0, 1] that starts at 0. The relative
// error is below 1e-11 up to x = 30. NaN for NaN.
double cal_brownian_max_above(double x);
double cal_brownian_range_above(double x);

#endif
