// exp of a whole row in double precision, for every softmax.
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

#endif
