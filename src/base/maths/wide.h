// exp, log, tanh, erf and the logistic function of a register of floats (base/simd_wide.h): those of maths.h for four, and the same
// bits for more.
#ifndef CAL_BASE_MATHS_WIDE_H
#define CAL_BASE_MATHS_WIDE_H
#include "base/maths/maths.h"
#include "base/simd_wide.h"

#ifdef CAL_SIMD_PLAIN_CODE
#define cal_wide_exp     cal_f4_exp
#define cal_wide_log     cal_f4_log
#define cal_wide_tanh    cal_f4_tanh
#define cal_wide_erf     cal_f4_erf
#define cal_wide_sigmoid cal_f4_sigmoid
#else
#define cal_wide_exp     CAL_WIDE(cal_wide_exp)
#define cal_wide_log     CAL_WIDE(cal_wide_log)
#define cal_wide_tanh    CAL_WIDE(cal_wide_tanh)
#define cal_wide_erf     CAL_WIDE(cal_wide_erf)
#define cal_wide_sigmoid CAL_WIDE(cal_wide_sigmoid)
cal_wide cal_wide_exp(cal_wide x);
cal_wide cal_wide_log(cal_wide x);
cal_wide cal_wide_tanh(cal_wide x);
cal_wide cal_wide_erf(cal_wide x);
cal_wide cal_wide_sigmoid(cal_wide x);
#endif

#endif
