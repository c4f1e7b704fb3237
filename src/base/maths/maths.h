// Transcendental functions that give the same bits on every compiler and runtime, since libm does not. Errors
// are measured by tests/unit against a correctly rounded reference; special values follow C99's.
#ifndef CAL_BASE_MATHS_MATHS_H
#define CAL_BASE_MATHS_MATHS_H

// Double precision, error below 1 unit in the last place unless noted.
double cal_exp(double x);
double cal_log(double x);
double cal_log1p(double x);
double cal_tanh(double x);
double cal_pow(double x, double y); // x >= 0; 0^0 = 1; below 4 ulp
double cal_sin(double x);           // |x| <= 1e6
double cal_cos(double x);
double cal_erf(double x);     // below 1.5 ulp
double cal_sigmoid(double x); // 1/(1 + e^-x), also where e^-x overflows; below 2.5 ulp
static inline double cal_sqrt(double x) { return __builtin_sqrt(x); } // one instruction, correctly rounded

#endif
