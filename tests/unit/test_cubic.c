// Cubics through points on a cubic, far from the origin and close together, and through too few points.
#include "check.h"
#include "base/maths/cubic.h"

static double cubic_at(const cal_cubic *c, double x) {
    double u = (x - c->center) / c->scale, sum = 0;
    for (int j = 3; j >= 0; j--) sum = sum * u + c->coefficient[j];
    return sum;
}

static void test_recovers(double from, double step) {
    double x[9], y[9];
    cal_cubic c;
    for (int i = 0; i < 9; i++) {
        double t = i - 3.5;
        x[i] = from + step * i;
        y[i] = 2 - t + 0.5 * t * t + 0.25 * t * t * t;
    }
    CHECK(cal_cubic_fit(&c, x, y, 9));
    for (int i = 0; i < 9; i++) CHECK_NEAR(cubic_at(&c, x[i]), y[i], 1e-9);
    CHECK_NEAR(c.residual, 0, 1e-9);
    CHECK_NEAR(c.explained, 1, 1e-12);
    x[2] = x[5], y[2] = y[5] + 6; // two values at one x: no curve through both
    CHECK(cal_cubic_fit(&c, x, y, 9));
    CHECK(c.residual > 0.5 && c.explained < 1);
}

int main(void) {
    cal_cubic c;
    test_recovers(0, 1);
    test_recovers(-4, 0.5);
    test_recovers(1000, 0.01);
    test_recovers(0, 1e-9);
    const double three[] = {1, 2, 3, 1, 2, 3}, same[] = {2, 2, 2, 2}, y[] = {1, 5, 2, 4, 3, 1};
    CHECK(!cal_cubic_fit(&c, three, y, 6));
    CHECK(!cal_cubic_fit(&c, same, y, 4));
    const double four[] = {1, 2, 3, 4}, flat[] = {7, 7, 7, 7};
    CHECK(cal_cubic_fit(&c, four, flat, 4));
    CHECK_NEAR(cubic_at(&c, 2.5), 7, 1e-12);
    CHECK(c.explained != c.explained);
    return CHECK_DONE();
}
