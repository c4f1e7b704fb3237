// Locally weighted regression (Cleveland 1979), without its robustness steps.
#ifndef CAL_CATALOG_SCORES_BINARY_LOWESS_H
#define CAL_CATALOG_SCORES_BINARY_LOWESS_H
// fitted[i] at x[i], ascending: the line through the nearest fraction `span` of the n points, weighted by the
// tricube of their distance. Points within `delta` of the last fitted one are interpolated. With span 2/3 and
// delta a hundredth of the range this is R's lowess(x, y, iter = 0). `room` has space for n doubles.
void cal_lowess(double *fitted, double *room, const double *x, const double *y, int n, double span,
                double delta);

#endif
