// Least squares in polynomials that are orthogonal over the points (Forsythe 1957), which stays accurate if
// the x are close together.
#include "base/maths/cubic.h"
#include "base/maths/maths.h"

enum { DEGREES = 4 };

static double value_at(const double *polynomial, double u) {
    double sum = 0;
    for (int j = DEGREES - 1; j >= 0; j--) sum = sum * u + polynomial[j];
    return sum;
}

bool cal_cubic_fit(cal_cubic *out, const double *x, const double *y, int count) {
    double low = x[0], high = x[0], mean = 0, spread = 0, errors = 0;
    double basis[DEGREES][DEGREES] = {{1}}, squares[DEGREES];
    *out = (cal_cubic){0};
    for (int i = 0; i < count; i++) {
        if (x[i] < low) low = x[i];
        if (x[i] > high) high = x[i];
        mean += y[i] / count;
    }
    out->center = (low + high) / 2;
    out->scale = (high - low) / 2;
    if (!(out->scale > 0)) return false;
    for (int d = 0; d < DEGREES; d++) {
        double square = 0, shifted = 0, along = 0;
        for (int i = 0; i < count; i++) {
            double u = (x[i] - out->center) / out->scale, p = value_at(basis[d], u);
            square += p * p;
            shifted += u * p * p;
            along += p * y[i];
        }
        squares[d] = square;
        if (square <= 1e-20 * count) return false; // the polynomial is 0 at every point: too few different x
        for (int j = 0; j < DEGREES; j++) out->coefficient[j] += along / square * basis[d][j];
        for (int j = 0; d + 1 < DEGREES && j < DEGREES; j++)
            basis[d + 1][j] = (j ? basis[d][j - 1] : 0) - shifted / square * basis[d][j] -
                              (d ? square / squares[d - 1] * basis[d - 1][j] : 0);
    }
    for (int i = 0; i < count; i++) {
        double gap = y[i] - value_at(out->coefficient, (x[i] - out->center) / out->scale);
        errors += gap * gap;
        spread += (y[i] - mean) * (y[i] - mean);
    }
    out->residual = cal_sqrt(errors / count);
    out->explained = spread > 0 ? 1 - errors / spread : __builtin_nan("");
    return true;
}
