#include "catalog/scores/noncentral.h"
#include "base/maths/maths.h"

double cal_noncentral_z(double x, double degrees, double shift) {
    const double mean = degrees + shift, twice = degrees + 2 * shift;
    const double h = 1 - 2.0 / 3 * mean * (degrees + 3 * shift) / (twice * twice), p = twice / (mean * mean),
                 m = (h - 1) * (1 - 3 * h);
    const double centre = 1 + h * p * (h - 1 - 0.5 * (2 - h) * m * p),
                 sd = h * cal_sqrt(2 * p) * (1 + 0.5 * m * p);
    return (cal_pow(x / mean, h) - centre) / sd;
}

double cal_noncentral_shift(double x, double degrees, double z) {
    enum { DOUBLINGS = 200, HALVINGS = 60 };
    double low = 0, high = 1;
    if (cal_noncentral_z(x, degrees, 0) <= z) return 0;
    for (int i = 0; i < DOUBLINGS && cal_noncentral_z(x, degrees, high) > z; i++) low = high, high *= 2;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        if (cal_noncentral_z(x, degrees, middle) > z) low = middle;
        else high = middle;
    }
    return high;
}
