// shapes10: samples are functions of (seed, split, i), labels follow the posterior, pictures have not
// changed.
#include <stdlib.h>
#include "check.h"
#include "data_help.h"
#include "catalog/data/shapes/shapes.h"

enum { IMAGE = 3 * CAL_SHAPES_AREA };

static void a_sample_depends_on_seed_and_index_alone(void) {
    cal_dataset small = data_load("shapes10:train=10,val=5,test=7");
    cal_dataset large = data_load("shapes10:train=40,val=9,test=7");
    CHECK(memcmp(small.train.pixels, large.train.pixels, 10 * IMAGE) == 0);
    CHECK(memcmp(small.val.pixels, large.val.pixels, 5 * IMAGE) == 0);
    CHECK(memcmp(small.test.pixels, large.test.pixels, 7 * IMAGE) == 0);
    CHECK(memcmp(small.train.labels, large.train.labels, 10 * sizeof(int32_t)) == 0);
    CHECK(memcmp(small.test.posterior, large.test.posterior, 70 * sizeof(double)) == 0);
    for (int i = 0; i < 7; i++) CHECK(large.test.source[i] == i);

    cal_dataset other = data_load("shapes10:train=10,val=5,test=7,seed=2");
    CHECK(memcmp(small.train.pixels, other.train.pixels, 10 * IMAGE) != 0);
    cal_dataset again = data_load("shapes10:train=10,val=5,test=7");
    CHECK_TEXT(again.hash, small.hash);
    CHECK(strcmp(other.hash, small.hash) != 0 && strcmp(large.hash, small.hash) != 0);
    cal_dataset_free(&small), cal_dataset_free(&large), cal_dataset_free(&other), cal_dataset_free(&again);
}

static int compare_images(const void *a, const void *b) {
    return memcmp(*(const uint8_t *const *)a, *(const uint8_t *const *)b, IMAGE);
}

static void no_picture_is_in_two_splits(void) {
    cal_dataset d = data_load("shapes10:train=400,val=300,test=300");
    const uint8_t *image[1000];
    int n = 0;
    const cal_split *splits[] = {&d.train, &d.val, &d.test};
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < splits[s]->n; i++) image[n++] = splits[s]->pixels + (size_t)i * IMAGE;
    CHECK(n == 1000);
    qsort(image, (size_t)n, sizeof *image, compare_images);
    for (int i = 1; i < n; i++) CHECK(compare_images(&image[i - 1], &image[i]) != 0);
    cal_dataset_free(&d);
}

static void labels_follow_the_posterior(const char *text, int classes, double bayes, double bayes_sd) {
    cal_dataset d = data_load(text);
    CHECK(d.k == classes);
    for (int i = 0; i < d.train.n; i++) {
        double sum = 0;
        int possible = 0;
        for (int k = 0; k < classes; k++) {
            const double p = d.train.posterior[i * classes + k];
            CHECK(p >= 0 && p <= 1);
            sum += p, possible += p > 0;
        }
        CHECK_NEAR(sum, 1, 1e-15);
        CHECK(possible >= 1 && possible <= 2);
        CHECK(d.train.labels[i] >= 0 && d.train.labels[i] < classes);
        CHECK(d.train.posterior[i * classes + d.train.labels[i]] > 0);
    }
    // Class counts, then calibration in five slices of the posterior; 4.5 standard deviations each.
    for (int k = 0; k < classes; k++) {
        CHECK_NEAR(data_deviation(&d.train, classes, k, 0, 2), 0, 4.5);
        for (int slice = 0; slice < 5; slice++)
            CHECK_NEAR(data_deviation(&d.train, classes, k, slice / 5.0, (slice + 1) / 5.0), 0, 4.5);
    }
    double uniform = 0;
    for (int i = 0; i < d.train.n; i++) uniform += d.train.labels[i] == 0;
    const double share = 1.0 / classes, n = d.train.n;
    CHECK_NEAR(uniform, n * share, 4.5 * cal_sqrt(n * share * (1 - share)));
    CHECK_NEAR(data_bayes_error(&d.train, classes), bayes, 4.5 * bayes_sd / cal_sqrt(n));
    cal_dataset_free(&d);
}

static void the_bayes_error_is_three_sixteenths(void) {
    // E[min(pi, 1 - pi)] = 2 * integral to 1/2 of 3t^2 - 2t^3 = 3/16; its standard deviation a picture is
    // sqrt(2 * integral to 1/2 of (3t^2 - 2t^3)^2 - 9/256) = 0.1593.
    labels_follow_the_posterior("shapes10:train=20000,val=0,test=1", 10, 0.1875, 0.1593);
    labels_follow_the_posterior("shapes10:train=4000,val=0,test=1,classes=2,clutter=0", 2, 0.1875, 0.1593);
    labels_follow_the_posterior("shapes10:train=4000,val=0,test=1,classes=7,seed=9", 7, 0.1875, 0.1593);
    labels_follow_the_posterior("shapes10:train=1000,val=0,test=1,ambiguity=0", 10, 0, 0);
    // Half of the pictures are blends: mean 3/32, and second moment half of the one above.
    labels_follow_the_posterior("shapes10:train=4000,val=0,test=1,ambiguity=0.5", 10, 0.09375, 0.147);
}

static void noise_moves_pixels_and_no_label(void) {
    cal_dataset clean = data_load("shapes10:train=20,val=0,test=1");
    cal_dataset noisy = data_load("shapes10:train=20,val=0,test=1,noise=0.02");
    CHECK(memcmp(clean.train.labels, noisy.train.labels, 20 * sizeof(int32_t)) == 0);
    CHECK(memcmp(clean.train.posterior, noisy.train.posterior, 200 * sizeof(double)) == 0);
    double sum = 0, squares = 0;
    int n = 0;
    for (int i = 0; i < 20 * IMAGE; i++) {
        const int before = clean.train.pixels[i];
        if (before < 40 || before > 215) continue; // values at which noise of 0.02 is not clipped
        const double step = noisy.train.pixels[i] - before;
        sum += step, squares += step * step, n++;
    }
    CHECK(n > 20000);
    // Two roundings to whole bytes, of which noise makes one random, add at most 1/12 each.
    CHECK_NEAR(sum / n, 0, 4.5 * 5.1 / cal_sqrt(n));
    CHECK_NEAR(squares / n, 5.1 * 5.1 + 1.0 / 12, 0.6);
    cal_dataset_free(&clean), cal_dataset_free(&noisy);
}

static void distances_are_distances(void) {
    float x[CAL_SHAPES_AREA], y[CAL_SHAPES_AREA], right[CAL_SHAPES_AREA], d[CAL_SHAPES_AREA],
        e[CAL_SHAPES_AREA];
    const float h = 1 / 64.0f;
    for (int i = 0; i < CAL_SHAPES_AREA; i++) {
        x[i] = (float)(i % 32) / 12 - 1.3f, y[i] = (float)(i / 32) / 12 - 1.3f; // no symmetric pairs
        right[i] = x[i] + h;
    }
    for (int shape = 0; shape < CAL_SHAPES; shape++) {
        cal_shapes_distance(d, shape, x, y);
        cal_shapes_distance(e, shape, right, y);
        int inside = 0;
        const double steepest = shape == 1 ? 1.3 : 1;
        for (int i = 0; i < CAL_SHAPES_AREA; i++) {
            inside += d[i] < 0;
            CHECK_NEAR((double)e[i], (double)d[i], steepest * (double)h + 1e-6);
        }
        CHECK(inside > 100 && inside < 500); // pixels of 1024; a disc of radius 0.8 has 290
    }
    for (int shape = 0; shape < CAL_SHAPES; shape++) { // crescent and arrow are rotated by 90 degrees
        float mirror[CAL_SHAPES_AREA];
        const bool lying = shape == 2 || shape == 9;
        for (int i = 0; i < CAL_SHAPES_AREA; i++) mirror[i] = lying ? -y[i] : -x[i];
        cal_shapes_distance(d, shape, x, y);
        if (lying) cal_shapes_distance(e, shape, x, mirror);
        else cal_shapes_distance(e, shape, mirror, y);
        for (int i = 0; i < CAL_SHAPES_AREA; i++) CHECK_NEAR((double)e[i], (double)d[i], 1e-6);
    }
}

static void the_two_ways_to_name_a_blend_paint_alike(void) {
    cal_shapes_canvas *canvas = malloc(sizeof *canvas);
    cal_shapes_canvas_start(canvas);
    uint8_t one[IMAGE], two[IMAGE];
    for (int i = 0; i < 20; i++) {
        const int a = i % 10, b = (i + 1 + i / 10 * 3) % 10;
        const cal_sample at = {.seed = 5, .split = CAL_SAMPLE_TRAIN, .index = i};
        cal_shapes_paint(one, canvas, &(cal_shapes_blend){a, b, 0.3125}, &at, 2, 0);
        cal_shapes_paint(two, canvas, &(cal_shapes_blend){b, a, 0.6875}, &at, 2, 0);
        CHECK(memcmp(one, two, IMAGE) == 0);
        cal_shapes_paint(two, canvas, &(cal_shapes_blend){a, b, 0.32}, &at, 2, 0);
        CHECK(memcmp(one, two, IMAGE) != 0); // a blend is visible
    }
    free(canvas);
}

static void mean_and_std_fit_the_pictures(void) {
    cal_dataset d = data_load("shapes10:train=2000,val=0,test=1");
    for (int c = 0; c < 3; c++) {
        double sum = 0, squares = 0;
        const double n = 2000.0 * CAL_SHAPES_AREA;
        for (int i = 0; i < 2000; i++)
            for (int j = 0; j < CAL_SHAPES_AREA; j++) {
                const double v =
                    (d.train.pixels[(i * 3 + c) * CAL_SHAPES_AREA + j] / 255.0 - (double)d.mean[c]) /
                    (double)d.sd[c];
                sum += v, squares += v * v;
            }
        CHECK_NEAR(sum / n, 0, 0.1);
        CHECK_NEAR(cal_sqrt(squares / n), 1, 0.1);
    }
    cal_dataset_free(&d);

    cal_error err = {0};
    CHECK(data_load_files(&d, "shapes10:mean=0.1/0.2", 0, 0, &err) == CAL_USAGE);
    CHECK_TEXT(err.text, "data shapes10: mean has 2 numbers; give 1 or 3 (one per channel)");
    d = data_load("shapes10:train=1,val=0,test=1,std=0.1/0.2/0.3");
    CHECK(d.sd[0] == 0.1f && d.sd[2] == 0.3f && d.mean[2] == 0.38f);
    CHECK(!d.val.pixels && !d.val.labels && !d.val.n && !d.test.features);
    cal_dataset_free(&d);
}

// A change here changes the meaning of every link with shapes10.
static void the_pictures_have_not_changed(void) {
    cal_dataset d = data_load("shapes10:train=200,val=100,test=100");
    CHECK_TEXT(d.hash, "049476823550beb8bcdd5ea6ed8c611c915d6de0bf0fcbd1c665be7b98833cd9");
    cal_dataset_free(&d);
    d = data_load("shapes10:train=20,val=0,test=5,noise=0.1,clutter=8,classes=4,seed=4294967295");
    CHECK_TEXT(d.hash, "c91664bfc7308a996a7ae83ab510d8a07758fb0fc8af589c9301fade732823e5");
    cal_dataset_free(&d);
}

int main(void) {
    a_sample_depends_on_seed_and_index_alone();
    no_picture_is_in_two_splits();
    the_bayes_error_is_three_sixteenths();
    noise_moves_pixels_and_no_label();
    distances_are_distances();
    the_two_ways_to_name_a_blend_paint_alike();
    mean_and_std_fit_the_pictures();
    the_pictures_have_not_changed();
    return CHECK_DONE();
}
