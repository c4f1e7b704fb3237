#include "catalog/scores/debias.h"
#include "base/maths/maths.h"

// Mean of |x| for a normal x.
static double mean_magnitude(double mean, double sd) {
    if (!(sd > 0)) return __builtin_fabs(mean);
    double u = mean / sd;
    return sd * 0.7978845608028653559 * cal_exp(-u * u / 2) + // sqrt(2 / pi)
           mean * cal_erf(u * 0.7071067811865475244);         // sqrt(1 / 2)
}

double cal_bin_debiased_gap(const cal_bin *bin) {
    double gap = bin->confidence - bin->accuracy;
    double sd = cal_sqrt(bin->accuracy * (1 - bin->accuracy) / bin->count);
    return 2 * __builtin_fabs(gap) - mean_magnitude(gap, sd);
}
