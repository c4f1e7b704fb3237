// Row operations of every softmax: largest element, exp in double precision, division by the sum.
#ifndef CAL_BASE_MATHS_EXP_ROW_H
#define CAL_BASE_MATHS_EXP_ROW_H
#include "base/simd_width.h"

typedef double cal_exp_of_row(double *e, const float *z, int k, float top, double temperature);
CAL_EACH_WIDTH_OF(cal_exp_of_row, cal_exp_row);

// e[j] = exp((z[j] - top) / temperature) for z[j] <= top; returns their sum. e may be null. Error below 1 ulp
// (cal_exp: half of that, at a fifth of the speed). Results below e^-708 are 0.
static inline double cal_exp_row(double *e, const float *z, int k, float top, double temperature) {
    return CAL_OF_WIDTH(cal_exp_row)(e, z, k, top, temperature);
}

typedef int cal_largest_of_row(const float *z, int k);
CAL_EACH_WIDTH_OF(cal_largest_of_row, cal_row_largest);
// Index of the first largest element of z[k], which contains no NaN.
static inline int cal_row_largest(const float *z, int k) { return CAL_OF_WIDTH(cal_row_largest)(z, k); }

// Divides p[k] by `by`, correctly rounded. Elements are finite and at least 0; `by` is a normal number such
// as a softmax's sum.
typedef void cal_division_of_row(double *p, int k, double by);
CAL_EACH_WIDTH_OF(cal_division_of_row, cal_row_divide);
static inline void cal_row_divide(double *p, int k, double by) { CAL_OF_WIDTH(cal_row_divide)(p, k, by); }

#endif
