// Fits a cubic to points by least squares.
#ifndef CAL_BASE_MATHS_CUBIC_H
#define CAL_BASE_MATHS_CUBIC_H
#include <stdbool.h>

// y = sum over j of coefficient[j] u^j, u = (x - center) / scale, with u in [-1, 1] over the points.
typedef struct cal_cubic {
    double center, scale, coefficient[4];
    double residual;  // root mean square, in units of y
    double explained; // R^2, the explained fraction of y's variance; NaN if y is constant
} cal_cubic;

// Returns false for points with fewer than four different x, whose cubic is not unique.
bool cal_cubic_fit(cal_cubic *out, const double *x, const double *y, int count);

#endif
