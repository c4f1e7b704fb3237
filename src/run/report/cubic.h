// A cubic through points, by least squares.
#ifndef CAL_RUN_CUBIC_H
#define CAL_RUN_CUBIC_H
#include <stdbool.h>
#include "base/text.h"

// y = sum over j of coefficient[j] u^j, u = (x - center) / scale, with u in [-1, 1] over the points.
typedef struct cal_cubic {
    double center, scale, coefficient[4];
    double residual;  // root of the mean squared distance
    double explained; // R^2: the share of y's variance; NaN where y has none
} cal_cubic;

// False for points with fewer than four different x, through which there is no one cubic.
bool cal_cubic_fit(cal_cubic *out, const double *x, const double *y, int count);

// "coefficients", "center", "scale", "residual", "r2", into an open object.
void cal_cubic_write(cal_text *json, const cal_cubic *cubic);

#endif
