#include "catalog/sets/sets.h"

// Weights of the counts 0 to n, relative to the most probable one. From one count to the next, the weight
// changes by (n - j)(a + j) / ((j + 1)(b + n - j - 1)).
static double next_weight(int j, int n, double a, double b) {
    return (double)(n - j) * (a + j) / ((j + 1.0) * (b + n - j - 1));
}

void cal_coverage_band(int *low, int *high, int n, int calibrated, int rank) {
    enum { SHARE = 40 }; // one part in 40 beyond each end
    static const double negligible = 1e-250;
    const double a = rank, b = calibrated + 1 - rank;
    int mode = 0, start;
    double weight = 1, total = 1, sum = 0;
    while (mode < n && next_weight(mode, n, a, b) > 1) mode++;
    for (int j = mode; j < n; j++) total += weight *= next_weight(j, n, a, b);
    weight = 1;
    for (start = mode; start > 0 && weight > negligible; start--)
        total += weight /= next_weight(start - 1, n, a, b);
    *low = *high = -1;
    for (int j = start; j <= n && *high < 0; j++) {
        sum += weight;
        if (*low < 0 && sum >= total / SHARE) *low = j;
        if (sum >= total - total / SHARE || j == n) *high = j;
        if (j < n) weight *= next_weight(j, n, a, b);
    }
}
