// maths.h for four floats at once; wide.h has as many as a register holds.
#ifndef CAL_BASE_MATHS_F4_H
#define CAL_BASE_MATHS_F4_H
#include "base/simd.h"

// Error below 2 ulp (erf: 1.34, sigmoid: 2.41, over all floats). exp: 0 below
// -104, inf above 88.73; log: of 0 -inf, of a negative NaN.
cal_f4 cal_f4_exp(cal_f4 x);
cal_f4 cal_f4_log(cal_f4 x);
cal_f4 cal_f4_tanh(cal_f4 x);
cal_f4 cal_f4_erf(cal_f4 x);
cal_f4 cal_f4_sigmoid(cal_f4 x);

#endif
