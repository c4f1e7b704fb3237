// The error function. Each part is a near-minimax fit (Chebyshev, in 40 digits) of a remainder.
// |x| < 1: x + x p(x^2); the first term carries most of the value.
// Beyond: 1 - erfc(x), erfc(x) = exp(-x^2) q(t), t = (x - 2.5)/(x + 2.5).
// The relative errors of exp and q have a weight of at most 0.16.
#include "base/maths/maths.h"

static double polynomial(const double *c, int count, double x) {
    double sum = c[count - 1];
    for (int i = count - 2; i >= 0; i--) sum = sum * x + c[i];
    return sum;
}

double cal_erf(double x) {
    static const double P[13] = {0.128379167095512574,    -0.376126389031837481,     0.112837916709548787,
                                 -0.0268661706450767932,  0.00522397762481801447,    -0.000854832698083378991,
                                 0.000120553311116427109, -0.0000149255952668311816, 1.6461000484121368e-6,
                                 -1.6350312701054695e-7,  1.46597752740474358e-8,    -1.13728488567916737e-9,
                                 5.9571761477489114e-11}; // on [0, 1], to 1.4e-19
    static const double Q[18] = {
        0.210806364061143581,     -0.371736733948973352,     0.251713193217449305,
        -0.125033052378829315,    0.03992253907558475921882, -0.00399370116585823804,
        -0.00264236596429740316,  0.000875915450133760759,   0.000228380378908600814,
        -0.000128877171331295698, -0.0000341822381333152309, 0.0000186144575520800054,
        7.55259432313950232e-6,   -2.29811025197359551e-6,   -1.80200386534486076e-6,
        7.77333159740478531e-8,   3.44189246129556545e-7,    6.96119156022916801e-8};
    double a = __builtin_fabs(x);
    if (a < 1) return x + x * polynomial(P, 13, x * x);
    if (a > 6) return x < 0 ? -1 : 1; // erfc(6) is below a quarter of a unit in the last place
    if (x != x) return x;
    double y = 1 - cal_exp(-a * a) * polynomial(Q, 18, (a - 2.5) / (a + 2.5)); // to 8.4e-20
    return x < 0 ? -y : y;
}
