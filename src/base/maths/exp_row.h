// What every softmax takes of a whole row: the largest, exp in double precision, the division by the sum.
#ifndef CAL_BASE_MATHS_EXP_ROW_H
#define CAL_BASE_MATHS_EXP_ROW_H
#include "base/simd_width.h"

typedef double cal_exp_of_row(double *e, const float *z, int k, float top, double temperature);
CAL_EACH_WIDTH_OF(cal_exp_of_row, cal_exp_row);

// e[j] = exp((z[j] - top) / temperature), for z[j] <= top, and their sum, which is returned. e may be null.
// Error below 1 ulp (cal_exp: half of that, at a fifth of the speed); results below e^-708 are 0.
static inline double cal_exp_row(double *e, const float *z, int k, float top, double temperature) {
    return CAL_OF_WIDTH(cal_exp_row)(e, z, k, top, temperature);
}

typedef int cal_largest_of_row(const float *z, int k);
CAL_EACH_WIDTH_OF(cal_largest_of_row, cal_row_largest);
// The first of the largest of z[k], of which none is NaN.
static inline int cal_row_largest(const float *z, int k) { return CAL_OF_WIDTH(cal_row_largest)(z, k); }

// p[k] divided by `by`, as a division rounds; of numbers that are finite and not below 0, by a normal one such as a softmax's sum.
typedef void cal_division_of_row(double *p, int k, double by);
CAL_EACH_WIDTH_OF(cal_division_of_row, cal_row_divide);
static inline void cal_row_divide(double *p, int k, double by) { CAL_OF_WIDTH(cal_row_divide)(p, k, by); }

#endif
