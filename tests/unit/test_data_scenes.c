// scenes: samples are functions of (seed, split, i). Each label follows its posterior, independently of the
// others given the posteriors. The number of unknown labels is as requested, and the pictures match the
// posterior.
#include "check.h"
#include "data_help.h"

enum { AREA = 24 * 24, K = 6 };

static void a_sample_depends_on_seed_and_index_alone(void) {
    cal_dataset small = data_load("scenes:train=10,val=5,test=7");
    cal_dataset large = data_load("scenes:train=40,val=9,test=7");
    CHECK(small.several && small.k == K && cal_data_labels(&small) == K);
    CHECK(memcmp(small.train.pixels, large.train.pixels, 10 * AREA) == 0);
    CHECK(memcmp(small.train.labels, large.train.labels, 10 * K * sizeof(int32_t)) == 0);
    CHECK(memcmp(small.val.posterior, large.val.posterior, 5 * K * sizeof(double)) == 0);
    cal_dataset other = data_load("scenes:train=10,val=5,test=7,seed=2");
    CHECK(memcmp(small.train.pixels, other.train.pixels, 10 * AREA) != 0);
    CHECK(strcmp(other.hash, small.hash) != 0 && strcmp(large.hash, small.hash) != 0);
    // A shape's latents do not depend on the others: fewer labels leave the rest unchanged.
    cal_dataset few = data_load("scenes:train=10,val=5,test=7,labels=4");
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 4; j++) {
            CHECK(few.train.labels[i * 4 + j] == small.train.labels[i * K + j]);
            CHECK(few.train.posterior[i * 4 + j] == small.train.posterior[i * K + j]);
        }
    cal_dataset_free(&small), cal_dataset_free(&large), cal_dataset_free(&other), cal_dataset_free(&few);
}

// Returns the difference of label j from its posterior within [low, high), in standard deviations.
static double deviation(const cal_split *s, int j, double low, double high) {
    double surplus = 0, variance = 0;
    for (int i = 0; i < s->n; i++) {
        const double p = s->posterior[i * K + j];
        if (p < low || p >= high || s->labels[i * K + j] < 0) continue;
        surplus += s->labels[i * K + j] - p;
        variance += p * (1 - p);
    }
    return variance > 0 ? surplus / cal_sqrt(variance) : surplus;
}

static void labels_follow_the_posterior(const char *text, double flip, double missing) {
    static const double rate[K] = {0.8, 0.7, 0.6, 0.5, 0.4, 0.3};
    cal_dataset d = data_load(text);
    const cal_split *s = &d.train;
    int unknown = 0;
    for (int j = 0; j < K; j++) {
        double mean = 0, never = 0;
        for (int i = 0; i < s->n; i++) {
            const double p = s->posterior[i * K + j];
            const int label = s->labels[i * K + j];
            CHECK(p >= flip && p <= 1 - flip && label >= -1 && label <= 1);
            mean += p / s->n, never += p == flip, unknown += label < 0;
        }
        // E pi(s) over a uniform s is 1/2, its variance 13/35 - 1/4; a shape is drawn at its rate.
        CHECK_NEAR(mean, flip + (1 - 2 * flip) * rate[j] / 2, 4.5 * 0.5 / cal_sqrt(s->n));
        CHECK_NEAR(never / s->n, 1 - rate[j], 4.5 * 0.5 / cal_sqrt(s->n));
        for (int slice = 0; slice < 5; slice++)
            CHECK_NEAR(deviation(s, j, slice / 5.0, (slice + 1) / 5.0 + 1e-9), 0, 4.5);
    }
    const double labels = (double)s->n * K;
    CHECK_NEAR(unknown, missing * labels, 4.5 * cal_sqrt(labels * missing * (1 - missing)));
    // Given their posteriors two labels are independent: their residuals do not covary.
    for (int a = 0; a < K; a++)
        for (int b = 0; b < a; b++) {
            double sum = 0, variance = 0;
            for (int i = 0; i < s->n; i++) {
                const double p = s->posterior[i * K + a], q = s->posterior[i * K + b];
                if (s->labels[i * K + a] < 0 || s->labels[i * K + b] < 0) continue;
                sum += (s->labels[i * K + a] - p) * (s->labels[i * K + b] - q);
                variance += p * (1 - p) * q * (1 - q);
            }
            CHECK_NEAR(sum / cal_sqrt(variance), 0, 4.5);
        }
    cal_dataset_free(&d);
}

// Shapes add light in proportion to their strengths; without shapes the picture is the background.
static void strengths_are_painted(void) {
    cal_dataset shown = data_load("scenes:train=30,val=0,test=1,rates=1");
    cal_dataset bare = data_load("scenes:train=30,val=0,test=1,rates=0");
    for (int i = 0; i < 30; i++) {
        double light = 0, strength = 0;
        for (int j = 0; j < AREA; j++) {
            const int added = shown.train.pixels[i * AREA + j] - bare.train.pixels[i * AREA + j];
            CHECK(added >= 0 && added <= 115);
            light += added;
        }
        for (int j = 0; j < K; j++) {
            CHECK(bare.train.posterior[i * K + j] == 0 && bare.train.labels[i * K + j] == 0);
            double low = 0, high = 1; // pi^-1 by bisection
            for (int step = 0; step < 60; step++) {
                const double s = (low + high) / 2;
                if (s * s * (3 - 2 * s) < shown.train.posterior[i * K + j]) low = s;
                else high = s;
            }
            strength += low;
        }
        // A shape covers between 13 and 45 of its cell's 64 pixels.
        CHECK(light > 0.9 * 13 * 114 * strength && light < 1.1 * 45 * 115 * strength);
    }
    cal_dataset_free(&shown), cal_dataset_free(&bare);
}

static void test_refused(void) {
    cal_dataset d;
    cal_error err = {0};
    CHECK(data_load_files(&d, "scenes:rates=0.5/0.3", 0, 0, &err) == CAL_USAGE);
    CHECK_TEXT(err.text,
               "data scenes: rates has 2 numbers, and there are 6 labels; give one number for all or one "
               "for each");
    CHECK(data_load_files(&d, "scenes:labels=10", 0, 0, &err) == CAL_USAGE);
    CHECK(data_load_files(&d, "scenes:label_noise=0.1", 0, 0, &err) == CAL_USAGE);
}

int main(void) {
    a_sample_depends_on_seed_and_index_alone();
    labels_follow_the_posterior("scenes:train=8000,val=0,test=1", 0, 0);
    labels_follow_the_posterior("scenes:train=8000,val=0,test=1,flip=0.1,missing=0.25,seed=3", 0.1, 0.25);
    strengths_are_painted();
    test_refused();
    return CHECK_DONE();
}
