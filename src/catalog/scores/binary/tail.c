#include "catalog/scores/binary/tail.h"
#include "base/maths/maths.h"

static const double root_half = 0.70710678118654752440, root_pi = 1.7724538509055160273;

// erfc(x) = e^(-x^2) / (sqrt(pi) (x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ...))))) for x > 0 (Abramowitz and
// Stegun 7.1.14). It keeps its digits when 1 - erf(x) has lost all.
static double erfc_far(double x) {
    enum { TERMS = 200 };
    double below = x;
    for (int j = TERMS; j >= 1; j--) below = x + 0.5 * j / below;
    return cal_exp(-x * x) / (root_pi * below);
}

double cal_normal_beyond(double z) {
    const double x = __builtin_fabs(z) * root_half;
    return x < 2 ? 1 - cal_erf(x) : erfc_far(x);
}

// By the recurrence of the incomplete gamma function, Q(a + 1, h) = Q(a, h) + h^a e^-h / Gamma(a + 1). It
// starts from Q(1, h) = e^-h or Q(1/2, h) = erfc(sqrt h) (Abramowitz and Stegun 26.4.4, 26.4.5).
double cal_chi2_above(double x, int degrees) {
    if (!(x > 0)) return x == x ? 1 : x;
    if (x - x != 0) return 0;
    const double half = x / 2, start = cal_exp(-half);
    const int odd = degrees % 2;
    double sum = odd ? cal_normal_beyond(cal_sqrt(x)) : start;
    double term = odd ? start * cal_sqrt(half) * 2 / root_pi : start * half; // h^a e^-h / Gamma(a + 1)
    for (int a = odd ? 1 : 2; a < degrees; a += 2) {
        sum += term;
        term *= half / (0.5 * a + 1);
    }
    return sum < 1 ? sum : 1;
}
