#include "base/maths/student.h"
#include "base/maths/maths.h"

// Above this the expansion is as exact as the sums, whose cost grows with the degrees of freedom.
enum { SUMS_MAX = 400 };

// Returns the probability that |t| is below sqrt(freedom) tan(angle), by the finite sums of Abramowitz and
// Stegun 1964, 26.7.3 and 26.7.4.
static double within(int freedom, double angle) {
    const double s = cal_sin(angle), c = cal_cos(angle);
    double term = freedom % 2 ? c : 1, sum = freedom == 1 ? 0 : term;
    for (int k = freedom % 2 ? 2 : 1; k <= freedom - 3; k += 2) {
        term *= c * c * k / (k + 1);
        sum += term;
    }
    return freedom % 2 ? (angle + s * sum) * 2 / 3.14159265358979323846 : s * sum;
}

// Abramowitz and Stegun 1964, 26.7.5, at the normal quantile z.
static double expansion(double n) {
    const double z = 1.959963984540054, z2 = z * z;
    return z + z * (z2 + 1) / (4 * n) + z * ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n) +
           z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / (92160 * n * n * n * n);
}

double cal_student_975(int freedom) {
    double low = 0, high = 3.14159265358979323846 / 2;
    if (freedom > SUMS_MAX) return expansion(freedom);
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (within(freedom, middle) < 0.95) low = middle;
        else high = middle;
    }
    return cal_sqrt(freedom) * cal_sin(low) / cal_cos(low);
}
