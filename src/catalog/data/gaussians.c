// Four clusters on the corners of a square, two for each class, with a fraction of the labels flipped. The
// focal calibration paper (Mukhoti et al., appendix on linear models) uses this set. It compares the weights
// of logistic regression that cross-entropy and focal loss reach.
//
// The classes are on the left and right, so the clusters' means are linearly separable. Both classes have the
// same distribution in y, which therefore cancels. With centres (-1, .) and (1, .) and standard deviation s,
// the posterior before the flips is
//
//   exp(-(x-1)^2 / 2s^2) / (exp(-(x-1)^2 / 2s^2) + exp(-(x+1)^2 / 2s^2)) = 1 / (1 + exp(-2x/s^2)).
//
// A linear model can express it, unlike the flips.
#include "base/maths/maths.h"
#include "catalog/data/plane/plane.h"

static void skeleton(double *x, double *y, const cal_sample *at) {
    *x = cal_sample_uniform(at, CAL_PLANE_FREE) < 0.5 ? -1 : 1;
    *y = cal_sample_uniform(at, CAL_PLANE_FREE + 1) < 0.5 ? -1 : 1;
}

static double second_class(double x, double y, double sd, const void *context) {
    (void)y, (void)context;
    return 1 / (1 + cal_exp(-2 * x / (sd * sd)));
}

static const char *const class_names[2] = {"left", "right"};

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    (void)files, (void)nfiles;
    const cal_plane plane = {class_names, skeleton, second_class, 0};
    return cal_plane_load(out, choice, &plane, err);
}

static void posterior_at(double *posterior, const float *point, int n, const cal_choice *choice) {
    cal_plane_posterior(posterior, point, n, choice, &(cal_plane){class_names, skeleton, second_class, 0});
}

static const cal_param params[] = {
    CAL_DATA_TRAIN(500, 100000),
    CAL_DATA_VAL(500, 100000),
    CAL_DATA_TEST(2000, 100000),
    CAL_PLANE_NOISE(0.5, 0.05),
    CAL_DATA_FLIP(0.1),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the points: sample i depends on the seed and i alone"),
    {0},
};

const cal_data cal_data_gaussians = {
    .entry = {.id = "gaussians",
              .label = "Four clusters",
              .tex = "P(y=1\\mid x)=\\varepsilon+(1-2\\varepsilon)\\,\\sigma(2x_1/s^2)",
              .source =
                  "Mukhoti et al. 2020, Calibrating Deep Neural Networks using Focal Loss, appendix on focal "
                  "loss and cross-entropy on a linear model; the standard deviation is not given there",
              .help = "Four Gaussian clusters on the corners of a square, two per class, with flipped labels",
              .params = params},
    .k = 2,
    .c = 2,
    .h = 1,
    .w = 1,
    .truth = true,
    .clean_posterior = posterior_at,
    .load = load,
};
