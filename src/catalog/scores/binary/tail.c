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

// Both have two series (Feller 1951 for the range). That of normal tails, by reflection, keeps its digits for
// large x. That of eigenfunctions converges for small x.
enum { TERMS_MOST = 40 };
static const double PI = 3.14159265358979323846;

double cal_brownian_max_above(double x) {
    if (!(x > 0)) return x == x ? 1 : x;
    double sum = 0;
    if (x < 1) {
        for (int k = 1; k < TERMS_MOST; k += 2)
            sum += (k % 4 == 1 ? 4 : -4) / (PI * k) * cal_exp(-k * k * PI * PI / (8 * x * x));
        return 1 - sum;
    }
    for (int k = 1; k < TERMS_MOST; k += 2) sum += (k % 4 == 1 ? 2 : -2) * cal_normal_beyond(k * x);
    return sum;
}

double cal_brownian_range_above(double x) {
    if (!(x > 0)) return x == x ? 1 : x;
    double sum = 0;
    if (x < 2) {
        for (int k = 1; k < TERMS_MOST; k += 2)
            sum += 8 * (1 / (x * x) + 1 / (k * k * PI * PI)) * cal_exp(-k * k * PI * PI / (2 * x * x));
        return 1 - sum;
    }
    for (int k = 1; k < TERMS_MOST; k++) sum += (k % 2 ? 4 : -4) * k * cal_normal_beyond(k * x);
    return sum;
}
