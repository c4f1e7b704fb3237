// gaussians and moons: the posterior against brute force, labels against the posterior, shape of the clouds.
#include "check.h"
#include "data_help.h"

// P(second | x, y) of the moons by Simpson's rule with 20,000 steps.
static double moons_brute_force(double x, double y, double noise, double flip) {
    const double pi = 3.141592653589793, scale = 1 / (2 * noise * noise);
    double density[2];
    for (int moon = 0; moon < 2; moon++) {
        const double side = moon ? -1 : 1, u = side * x + 0.5, v = side * y + 0.25;
        density[moon] = 0;
        for (int i = 0; i <= 20000; i++) {
            const double angle = pi * i / 20000, dx = u - cal_cos(angle), dy = v - cal_sin(angle);
            density[moon] += cal_exp(-(dx * dx + dy * dy) * scale) * (i % 20000 == 0 ? 1 : i % 2 ? 4 : 2);
        }
    }
    const double second = density[1] / (density[0] + density[1]);
    return second * (1 - flip) + (1 - second) * flip;
}

static void moons_match_brute_force(const char *text, double noise, double flip) {
    cal_dataset d = data_load(text);
    for (int i = 0; i < d.train.n; i++) {
        const double x = (double)d.train.features[2 * i], y = (double)d.train.features[2 * i + 1];
        CHECK_NEAR(d.train.posterior[2 * i + 1], moons_brute_force(x, y, noise, flip), 1e-11);
        CHECK_NEAR(d.train.posterior[2 * i] + d.train.posterior[2 * i + 1], 1, 1e-15);
    }
    cal_dataset_free(&d);
}

// Sums the two densities of the four clusters directly.
static double gaussians_brute_force(double x, double y, double noise, double flip) {
    double density[2] = {0, 0};
    for (int corner = 0; corner < 4; corner++) {
        const double dx = x - (corner % 2 ? 1 : -1), dy = y - (corner / 2 ? 1 : -1);
        density[corner % 2] += cal_exp(-(dx * dx + dy * dy) / (2 * noise * noise));
    }
    const double second = density[1] / (density[0] + density[1]);
    return second * (1 - flip) + (1 - second) * flip;
}

static void gaussians_match_brute_force(const char *text, double noise, double flip) {
    cal_dataset d = data_load(text);
    for (int i = 0; i < d.train.n; i++) {
        const double x = (double)d.train.features[2 * i], y = (double)d.train.features[2 * i + 1];
        CHECK_NEAR(d.train.posterior[2 * i + 1], gaussians_brute_force(x, y, noise, flip), 1e-12);
        CHECK_NEAR(d.train.posterior[2 * i] + d.train.posterior[2 * i + 1], 1, 1e-15);
    }
    cal_dataset_free(&d);
}

// Checks labels in ten slices of the posterior, and the first two moments of each coordinate with given
// variances (means are 0), all within 4.5 standard deviations.
static void clouds_are_as_described(const char *text, double variance_x, double variance_y) {
    cal_dataset d = data_load(text);
    CHECK(d.k == 2 && d.c == 2 && d.h == 1 && d.w == 1 && !d.train.pixels);
    for (int slice = 0; slice < 10; slice++)
        CHECK_NEAR(data_deviation(&d.train, 2, 1, slice / 10.0, (slice + 1) / 10.0), 0, 4.5);
    CHECK_NEAR(data_deviation(&d.train, 2, 1, 0, 2), 0, 4.5);
    const double n = d.train.n, variance[2] = {variance_x, variance_y};
    double posterior = 0;
    for (int i = 0; i < d.train.n; i++) posterior += d.train.posterior[2 * i + 1] - 0.5;
    CHECK_NEAR(posterior / n, 0, 4.5 * 0.5 / cal_sqrt(n));
    for (int c = 0; c < 2; c++) {
        double sum = 0, squares = 0, fourth = 0;
        for (int i = 0; i < d.train.n; i++) {
            const double v = (double)d.train.features[2 * i + c];
            sum += v, squares += v * v, fourth += v * v * v * v;
        }
        CHECK_NEAR(sum / n, 0, 4.5 * cal_sqrt(variance[c] / n));
        const double spread = cal_sqrt((fourth / n - squares / n * squares / n) / n);
        CHECK_NEAR(squares / n, variance[c], 4.5 * spread);
    }
    cal_dataset_free(&d);
}

static void a_sample_depends_on_seed_and_index_alone(const char *small, const char *large) {
    cal_dataset a = data_load(small), b = data_load(large);
    CHECK(memcmp(a.train.features, b.train.features, 10 * 2 * sizeof(float)) == 0);
    CHECK(memcmp(a.test.features, b.test.features, 10 * 2 * sizeof(float)) == 0);
    CHECK(memcmp(a.val.labels, b.val.labels, 10 * sizeof(int32_t)) == 0);
    CHECK(memcmp(a.train.features, a.test.features, 10 * 2 * sizeof(float)) != 0);
    CHECK(memcmp(a.val.features, a.test.features, 10 * 2 * sizeof(float)) != 0);
    CHECK(strcmp(a.hash, b.hash) != 0);
    cal_dataset_free(&a), cal_dataset_free(&b);
}

// The Bayes error of the clusters is Phi(-1/s) before flips: at s = 0.5, Phi(-2) = 0.0227501319. With 10 %
// flips it is 0.1 + 0.8 * 0.02275 = 0.1182.
static void the_bayes_error_of_gaussians(void) {
    cal_dataset d = data_load("gaussians:train=20000,val=0,test=1");
    double error = 0, squares = 0;
    const double n = d.train.n;
    for (int i = 0; i < d.train.n; i++) {
        const double p = d.train.posterior[2 * i], least = p < 0.5 ? p : 1 - p;
        error += least, squares += least * least;
    }
    CHECK_NEAR(error / n, 0.1 + 0.8 * 0.0227501319,
               4.5 * cal_sqrt((squares / n - error / n * error / n) / n));
    cal_dataset_free(&d);
}

// A change here changes the meaning of every link with these sets.
static void the_points_have_not_changed(void) {
    cal_dataset d = data_load("gaussians:train=100,val=50,test=50");
    CHECK_TEXT(d.hash, "edc54647a0b9517171c51ba9e80a3ea1f930d80dfe13127b77fb83db763424cc");
    cal_dataset_free(&d);
    d = data_load("moons:train=100,val=50,test=50,flip=0.1,seed=3");
    CHECK_TEXT(d.hash, "c885ab47bc9e05eb80aa5ef61e0aba6b45dade3f2f7a0689482367bc94c20ff8");
    cal_dataset_free(&d);
}

int main(void) {
    moons_match_brute_force("moons:train=60,val=0,test=1", 0.2, 0);
    moons_match_brute_force("moons:train=60,val=0,test=1,noise=0.05,flip=0.2", 0.05, 0.2);
    moons_match_brute_force("moons:train=30,val=0,test=1,noise=2", 2, 0);
    gaussians_match_brute_force("gaussians:train=500,val=0,test=1", 0.5, 0.1);
    gaussians_match_brute_force("gaussians:train=500,val=0,test=1,noise=0.3,flip=0", 0.3, 0);
    clouds_are_as_described("gaussians:train=20000,val=0,test=1", 1.25, 1.25);
    // For moons: E[(cos a - 1/2)^2] = 3/4, E[(sin a - 1/4)^2] = 9/16 - 1/pi, plus noise^2.
    clouds_are_as_described("moons:train=20000,val=0,test=1,flip=0.05", 0.75 + 0.04,
                            0.5625 - 0.3183098861837907 + 0.04);
    a_sample_depends_on_seed_and_index_alone("gaussians:train=10,val=10,test=10",
                                             "gaussians:train=30,val=20,test=15");
    a_sample_depends_on_seed_and_index_alone("moons:train=10,val=10,test=10",
                                             "moons:train=30,val=20,test=15");
    the_bayes_error_of_gaussians();
    the_points_have_not_changed();
    return CHECK_DONE();
}
