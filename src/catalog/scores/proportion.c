#include "catalog/scores/proportion.h"
#include "base/maths/maths.h"

void cal_wilson(double *low, double *high, double fraction, double n) {
    const double z = 1.959963984540054, square = z * z;
    double middle = (fraction + square / (2.0 * n)) / (1 + square / n);
    double half = z * cal_sqrt(fraction * (1 - fraction) / n + square / (4.0 * n * n)) / (1 + square / n);
    // For 0 and 1 the bound is the fraction itself, up to rounding.
    *low = middle - half < fraction && fraction > 0 ? middle - half : fraction;
    *high = middle + half > fraction && fraction < 1 ? middle + half : fraction;
}

// Fills in the probabilities of 0 to n right samples up to a factor, which is returned. Works outwards from
// the most probable number, so that nothing over- or underflows; values below 1e-18 of it stay 0.
static double fill(double *mass, int n, double p) {
    double odds = p / (1 - p), total = 1;
    // At most n: with the largest p below 1, 1 - 2^-53, the product does not round up to n + 1.
    int mode = (int)((n + 1) * p);
    mass[mode] = 1;
    for (int i = mode; i < n && mass[i] > 1e-18; i++)
        total += mass[i + 1] = mass[i] * (n - i) / (i + 1) * odds;
    for (int i = mode; i > 0 && mass[i] > 1e-18; i--) total += mass[i - 1] = mass[i] * i / (n - i + 1) / odds;
    return total;
}

void cal_binomial_band(cal_chance_band *out, double *mass, int n, double p) {
    if (p <= 0 || p >= 1) {
        *out = (cal_chance_band){p, p, 0};
        return;
    }
    for (int i = 0; i <= n; i++) mass[i] = 0;
    double total = fill(mass, n, p), sum = 0, mean = 0;
    int low = -1, high = n;
    for (int i = 0; i <= n; i++) {
        sum += mass[i] / total;
        mean += mass[i] / total * __builtin_fabs((double)i / n - p);
        if (low < 0 && sum >= 0.05) low = i;
        if (sum >= 0.95 && i < high) high = i;
    }
    *out = (cal_chance_band){(double)(low < 0 ? 0 : low) / n, (double)high / n, mean};
}
