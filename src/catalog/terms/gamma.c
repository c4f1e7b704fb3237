// Computes the gamma of focal loss for a given probability.
#include "base/maths/maths.h"
#include "catalog/terms/terms.h"

// The branch W_-1 of w e^w = x, -1/e < x < 0, by Halley's iteration (Corless et al. 1996, Eq. 5.9).
static double lambert_lower(double x) {
    double w = cal_log(-x) - cal_log(-cal_log(-x));
    if (!(w < -1)) w = -1.5;
    for (int i = 0; i < 60; i++) {
        double e = cal_exp(w), gap = w * e - x;
        double step = gap / (e * (w + 1) - (w + 2) * gap / (2 * w + 2));
        w -= step;
        if (step < 1e-15 && step > -1e-15) break;
    }
    return w;
}

// The ratio of both gradients is `(1-p)^g - g p (1-p)^(g-1) log p`. With a = 1 - p and b = p log p it is 1 if
// `v e^v = -(log a / b) a^(1 - a/b)`, `v = (g - a/b) log a`.
double cal_gamma_of(double p0) {
    double a = 1 - p0, b = p0 * cal_log(p0), log_a = cal_log(a);
    return a / b + lambert_lower(-log_a / b * cal_exp((1 - a / b) * log_a)) / log_a;
}
