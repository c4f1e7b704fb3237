// The C library as a program sees it: the curvature of a training and of weights in memory, and its misuse.
#include "api_check.h"

static const char link[] = "data=moons:train=30,val=20,test=20&model=mlp:hidden=4&epochs=2&batch=15";
static cal_lab *lab;
static cal_training *training;

enum { MOST = 64 };

static cal_curvature *open_curvature(cal_curvature_def def) {
    cal_curvature *c;
    GOOD(cal_curvature_create(&c, lab, &def, &err));
    return c;
}

// A column of the whole matrix equals the product with a unit vector. The trace is the sum of the layers'
// traces, and estimates are near the exact values.
static void test_whole(cal_curvature *c) {
    const int n = (int)cal_curvature_parameters(c);
    double unit[MOST] = {0}, product[MOST], gradient[MOST], loss, norm, square = 0, sum = 0;
    cal_hessian_matrix all, block;
    cal_curvature_block about;
    CHECK(n == 2 * 4 + 4 + 4 * 2 + 2 && cal_curvature_samples(c) == 20 && cal_curvature_layers(c) == 2);
    GOOD(cal_curvature_loss(&loss, gradient, &norm, c, &err));
    for (int i = 0; i < n; i++) square += gradient[i] * gradient[i];
    CHECK(loss > 0 && loss < 2);
    CHECK_NEAR(norm * norm, square, 1e-12);
    GOOD(cal_curvature_matrix(&all, c, CAL_CURVATURE_ALL, &err));
    CHECK(all.n == n);
    unit[3] = 1;
    GOOD(cal_curvature_product(product, c, unit, &err));
    for (int i = 0; i < n; i++) CHECK_NEAR(product[i], all.hessian[i * n + 3], 1e-12);
    for (int i = 0; i < 2; i++) {
        GOOD(cal_curvature_block_at(&about, c, i, &err));
        GOOD(cal_curvature_matrix(&block, c, i, &err));
        CHECK(block.n == (int)about.parameters && about.layer[0]);
        CHECK(block.hessian[1] == all.hessian[about.first * (size_t)n + about.first + 1]);
        sum += block.trace;
    }
    CHECK_NEAR(sum, all.trace, 1e-12);
    GOOD(cal_curvature_block_at(&about, c, CAL_CURVATURE_ALL, &err));
    CHECK(about.first == 0 && (int)about.parameters == n && !about.layer[0]);
    cal_lanczos_spectrum spectrum;
    GOOD(cal_curvature_lanczos(&spectrum, c, CAL_CURVATURE_ALL, n, 1, 0, &err));
    CHECK_NEAR(spectrum.value[spectrum.steps - 1], all.eigenvalue[n - 1], 1e-6);
    double trace, error;
    GOOD(cal_curvature_trace(&trace, &error, c, CAL_CURVATURE_ALL, 400, 1, &err));
    CHECK(__builtin_fabs(trace - all.trace) < 6 * error);
    cal_spectral_density density;
    double area = 0;
    GOOD(cal_curvature_density(&density, all.eigenvalue, NULL, n, &err));
    for (int i = 0; i < CAL_SPECTRUM_POINTS; i++) area += density.value[i] * (density.at[1] - density.at[0]);
    CHECK_NEAR(area, 1, 0.01);
    CHECK(cal_curvature_bytes(c, 40) > cal_curvature_bytes(c, 0));
}

static void test_training(void) {
    cal_curvature_def def = cal_default_curvature();
    double wide, narrow;
    def.training = training, def.set = CAL_SET_VALIDATION, def.interpreted = true;
    cal_curvature *c = open_curvature(def);
    test_whole(c);
    GOOD(cal_curvature_loss(&wide, NULL, NULL, c, &err));
    cal_curvature_free(c);
    def.interpreted = false, def.loss = "ce"; // the link's own loss
    c = open_curvature(def);
    GOOD(cal_curvature_loss(&narrow, NULL, NULL, c, &err));
    CHECK_NEAR(narrow, wide, 1e-5);
    cal_curvature_free(c);
}

// The training's weights and inputs, from files, give the same.
static void test_files(void) {
    cal_bytes file;
    cal_curvature_def def = cal_default_curvature();
    const cal_sample_set set = cal_training_samples(training, CAL_SET_TEST);
    double inputs[20 * 2], loss[2];
    GOOD(cal_training_weights(&file, training, &err));
    CHECK(set.n == 20 && set.c == 2);
    for (int i = 0; i < set.n * set.c; i++) inputs[i] = set.features[i];
    def.training = training, def.set = CAL_SET_TEST;
    cal_curvature *c = open_curvature(def);
    GOOD(cal_curvature_loss(&loss[0], NULL, NULL, c, &err));
    cal_curvature_free(c);
    def = cal_default_curvature();
    def.weights = (cal_input){"w.safetensors", file.data, file.size};
    def.inputs = inputs, def.labels = set.labels, def.n = set.n, def.c = 2, def.h = def.w = 1;
    c = open_curvature(def);
    GOOD(cal_curvature_loss(&loss[1], NULL, NULL, c, &err));
    CHECK(loss[0] == loss[1]);
    cal_curvature_free(c);
    int32_t labels[20];
    for (int i = 0; i < 20; i++) labels[i] = set.labels[i];
    labels[7] = 2, def.labels = labels, def.k = 2;
    REFUSED(cal_curvature_create(&c, lab, &def, &err), CAL_FAILED,
            "labels: row 7: label 2 is not one of the classes 0 to 1");
    def.labels = set.labels, def.k = 3;
    CHECK(cal_curvature_create(&c, lab, &def, &err) == CAL_FAILED && !c);
    def.k = 1;
    REFUSED(cal_curvature_create(&c, lab, &def, &err), CAL_USAGE,
            "curvature: k=1 is not between 2 and 10000");
    def.k = 0, inputs[3] = __builtin_nan("");
    REFUSED(cal_curvature_create(&c, lab, &def, &err), CAL_FAILED, "inputs: number 3 is not finite");
    inputs[3] = 0, def.c = 2147483647, def.h = def.w = 2147483647;
    CHECK(cal_curvature_create(&c, lab, &def, &err) == CAL_USAGE && !c);
    def.c = 2, def.h = def.w = 1, def.model = "nosuch";
    CHECK(cal_curvature_create(&c, lab, &def, &err) == CAL_USAGE && !c);
    def.model = NULL, def.weights.size = 20;
    CHECK(cal_curvature_create(&c, lab, &def, &err) == CAL_FAILED && !c);
    def.weights.size = file.size, def.labels = NULL;
    REFUSED(cal_curvature_create(&c, lab, &def, &err), CAL_USAGE, "cal_curvature_create: labels is null");
    cal_bytes_free(&file);
}

static void test_misuse(void) {
    cal_curvature_def def = cal_default_curvature();
    cal_curvature *c;
    cal_hessian_matrix matrix;
    cal_lanczos_spectrum spectrum;
    cal_spectral_density density;
    cal_curvature_block block;
    double number;
    REFUSED(cal_curvature_create(&c, lab, &def, &err), CAL_USAGE,
            "cal_curvature_create: the training, or weights, is null");
    def.training = training, def.set = (cal_set)5;
    REFUSED(cal_curvature_create(&c, lab, &def, &err), CAL_USAGE, "curvature: set=5 is not a cal_set");
    def.set = CAL_SET_TEST, def.loss = "trace";
    CHECK(cal_curvature_create(&c, lab, &def, &err) == CAL_USAGE && !c);
    CHECK(cal_curvature_check_loss("trace", &err) == CAL_USAGE);
    CHECK(cal_curvature_check_loss(NULL, &err) == CAL_USAGE);
    GOOD(cal_curvature_check_loss("ce&penalty=entropy", &err));
    def.loss = NULL;
    c = open_curvature(def);
    REFUSED(cal_curvature_trace(&number, NULL, c, CAL_CURVATURE_ALL, 1, 1, &err), CAL_USAGE,
            "curvature: probes=1 is not between 2 and 1000000");
    REFUSED(cal_curvature_lanczos(&spectrum, c, 0, 1001, 1, 0, &err), CAL_USAGE,
            "curvature: steps=1001 and start=0 are not 1 to 1000, and from 0");
    REFUSED(cal_curvature_matrix(&matrix, c, 2, &err), CAL_USAGE, "curvature: there is no block 2 of 2");
    CHECK(cal_curvature_block_at(&block, c, -2, &err) == CAL_USAGE);
    CHECK(cal_curvature_product(&number, c, NULL, &err) == CAL_USAGE);
    CHECK(cal_curvature_loss(NULL, NULL, NULL, c, &err) == CAL_USAGE);
    CHECK(cal_curvature_density(&density, &number, NULL, 0, &err) == CAL_USAGE);
    cal_curvature_free(c);
    CHECK(cal_curvature_loss(&number, NULL, NULL, NULL, &err) == CAL_USAGE);
    CHECK(!cal_curvature_parameters(NULL) && !cal_curvature_samples(NULL) && !cal_curvature_layers(NULL));
    cal_curvature_free(NULL);
    def.cookie = 0;
    REFUSED(cal_curvature_create(&c, lab, &def, &err), CAL_USAGE,
            "the definition was not made with cal_default_curvature()");
    CHECK(cal_curvature_create(&c, NULL, &def, &err) == CAL_USAGE);
}

int main(void) {
    cal_lab_def def = cal_default_lab();
    cal_training_def train = cal_default_training();
    def.threads = 1, train.link = link_of(link);
    CHECK(cal_lab_create(&lab, &def, &err) == CAL_OK);
    CHECK(cal_training_create(&training, lab, &train, &err) == CAL_OK);
    CHECK(cal_training_run(training, 0, &err) == CAL_OK);
    test_training();
    test_files();
    test_misuse();
    cal_training_free(training);
    cal_lab_free(lab);
    return CHECK_DONE();
}
