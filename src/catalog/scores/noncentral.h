// Bounds of the non-centrality of a chi-squared variable.
#ifndef CAL_CATALOG_SCORES_NONCENTRAL_H
#define CAL_CATALOG_SCORES_NONCENTRAL_H

// Transform of x >= 0 that is about standard normal if x is noncentral chi-squared (Sankaran 1959). It has
// `degrees` > 0 degrees of freedom, not necessarily a whole number, and the non-centrality `shift` >= 0. The
// probability below x is within 0.011 of the exact one, and within 0.005 from two degrees on.
double cal_noncentral_z(double x, double degrees, double shift);
// The non-centrality at which that transform of x is z; 0 if it is below z at 0. Falls with z.
double cal_noncentral_shift(double x, double degrees, double z);

#endif
