// maths.h for four floats at once. wide.h does the same for a full register.
#ifndef CAL_BASE_MATHS_F4_H
#define CAL_BASE_MATHS_F4_H
#include "base/simd.h"

// Error below 2 ulp over all floats, except erf (1.34) and sigmoid (2.41). exp: 0 below -104, inf above
// 88.73. log: -inf at 0, NaN for negative numbers.
cal_f4 cal_f4_exp(cal_f4 x);
cal_f4 cal_f4_log(cal_f4 x);
cal_f4 cal_f4_tanh(cal_f4 x);
cal_f4 cal_f4_erf(cal_f4 x);
cal_f4 cal_f4_sigmoid(cal_f4 x);

#endif
