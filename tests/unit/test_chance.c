// Tail probabilities of test statistics, and intervals of a fraction of samples, against libm's functions.
#include <math.h>
#include "catalog/scores/binary/tail.h"
#include "catalog/scores/noncentral.h"
#include "catalog/scores/proportion.h"
#include "check.h"

#define CHECK_DIGITS(got, wanted, off) CHECK_NEAR((double)((got) / (wanted)), 1, off)

// A p value of 1e-200 has the same number of digits as one of 0.5.
static void test_tails(void) {
    const long double half = 0.5, root_pi = sqrtl(acosl(-1));
    for (int i = 0; i < 37 * 32; i++) {
        const double z = i / 32.0;
        CHECK_DIGITS(cal_normal_beyond(z), erfcl(z * sqrtl(half)), z < 20 ? 1e-13 : 3e-13);
        CHECK(cal_normal_beyond(-z) == cal_normal_beyond(z));
    }
    // Closed forms for few degrees of freedom (Abramowitz and Stegun 26.4.4, 26.4.5).
    for (double x = 0.25; x < 400; x *= 1.25) {
        const long double h = x * half, one = erfcl(sqrtl(h)), two = expl(-h);
        CHECK_DIGITS(cal_chi2_above(x, 1), one, 1e-13);
        CHECK_DIGITS(cal_chi2_above(x, 2), two, 1e-13);
        CHECK_DIGITS(cal_chi2_above(x, 3), one + 2 * sqrtl(h) / root_pi * two, 1e-13);
        CHECK_DIGITS(cal_chi2_above(x, 4), two * (1 + h), 1e-13);
        CHECK_DIGITS(cal_chi2_above(x, 6), two * (1 + h + h * h / 2), 1e-13);
    }
    CHECK(cal_chi2_above(0, 3) == 1 && cal_chi2_above(INFINITY, 3) == 0);
    CHECK(isnan(cal_chi2_above(NAN, 3)) && isnan(cal_normal_beyond(NAN)));
}

// Brownian motion against the other series of each, where neither loses its digits; and known values.
static void test_brownian(void) {
    const long double pi = acosl(-1);
    for (double x = 0.8; x < 3; x += 1.0 / 64) {
        long double largest = 1, range = 1;
        for (int k = 1; k < 60; k += 2) {
            largest -= (k % 4 == 1 ? 4 : -4) / (pi * k) * expl(-k * k * pi * pi / (8 * x * x));
            range -= 8 * (1 / (x * x) + 1 / (k * k * pi * pi)) * expl(-k * k * pi * pi / (2 * x * x));
        }
        CHECK_DIGITS(cal_brownian_max_above(x), largest, 1e-12);
        CHECK_DIGITS(cal_brownian_range_above(x), range, 1e-12);
    }
    for (double x = 4; x < 30; x += 0.5) { // the first term is all that counts
        const long double one = erfcl(x / sqrtl(2));
        CHECK_DIGITS(cal_brownian_max_above(x), 2 * one, 1e-12);
        CHECK_DIGITS(cal_brownian_range_above(x), 4 * one - 8 * erfcl(x * sqrtl(2)), 1e-12);
    }
    // Their means are sqrt(pi/2) and 2 sqrt(2/pi) (Feller 1951).
    double largest = 0, range = 0;
    for (int i = 0; i < 10000; i++) {
        largest += cal_brownian_max_above((i + 0.5) / 1000) / 1000;
        range += cal_brownian_range_above((i + 0.5) / 1000) / 1000;
    }
    CHECK_NEAR(largest, (double)sqrtl(pi / 2), 1e-6);
    CHECK_NEAR(range, (double)(2 * sqrtl(2 / pi)), 1e-6);
    CHECK_NEAR(cal_brownian_max_above(2.2414027273321415), 0.05, 1e-15);
    CHECK_NEAR(cal_brownian_range_above(2.4976721610486500), 0.05, 1e-15);
    CHECK(cal_brownian_max_above(0) == 1 && cal_brownian_range_above(0) == 1);
    CHECK(isnan(cal_brownian_max_above(NAN)) && isnan(cal_brownian_range_above(NAN)));
}

// A noncentral chi-squared variable is a mixture of central ones by a Poisson number (Fisher 1928).
static void test_noncentral(void) {
    static const double shifts[] = {0, 0.5, 3, 15, 80};
    for (int degrees = 1; degrees <= 30; degrees++)
        for (int s = 0; s < 5; s++)
            for (double x = 0.5; x < degrees + shifts[s] + 60; x += 2.5) {
                double below = 0, weight = exp(-shifts[s] / 2);
                for (int j = 0; j < 200; weight *= shifts[s] / 2 / ++j)
                    below += weight * (1 - cal_chi2_above(x, degrees + 2 * j));
                const double z = cal_noncentral_z(x, degrees, shifts[s]);
                CHECK_NEAR(erfc(-z / sqrt(2)) / 2, below, degrees > 1 ? 0.005 : 0.011);
                const double back = cal_noncentral_shift(x, degrees, z);
                if (shifts[s] > 0) CHECK_NEAR(back, shifts[s], 1e-6 * shifts[s]);
                else CHECK(back == 0);
            }
    CHECK(cal_noncentral_shift(0, 5, -1.96) == 0);
}

// Returns the probability that `right` of n are right, by logarithms.
static double binomial(int right, int n, double p) {
    return exp(lgamma(n + 1) - lgamma(right + 1) - lgamma(n - right + 1) + right * log(p) +
               (n - right) * log1p(-p));
}

static void test_band(void) {
    enum { MOST = 300 };
    static const double chance[] = {1e-9, 0.013, 0.37, 0.5, 0.871, 0.999};
    double scratch[MOST + 1];
    cal_chance_band band;
    for (int n = 1; n <= MOST; n += 13)
        for (size_t c = 0; c < sizeof chance / sizeof *chance; c++) {
            const double p = chance[c];
            double below = 0, mean = 0;
            int low = -1, high = -1;
            cal_binomial_band(&band, scratch, n, p);
            for (int i = 0; i <= n; i++) {
                const double mass = binomial(i, n, p);
                below += mass, mean += mass * fabs((double)i / n - p);
                if (low < 0 && below >= 0.05) low = i;
                if (high < 0 && below >= 0.95) high = i;
            }
            CHECK(band.low == (double)low / n && band.high == (double)high / n);
            CHECK_NEAR(band.mean, mean, 1e-12);
        }
    // The most certain number below 1: all are right.
    for (int n = 1; n <= MOST; n++) {
        cal_binomial_band(&band, scratch, n, nextafter(1, 0));
        CHECK(band.low == 1 && band.high == 1 && band.mean < 1e-15);
    }
}

int main(void) {
    test_tails();
    test_brownian();
    test_noncentral();
    test_band();
    return CHECK_DONE();
}
