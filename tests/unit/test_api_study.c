// The C library as a program sees it: data sets, losses alone, architectures, fits, and their misuse.
#include "api_check.h"

static cal_lab *lab;

static void test_samples(void) {
    static const char link[] = "data=shapes10:train=40,val=30,test=20",
                      moons[] = "data=moons:train=9,val=0,test=5";
    cal_samples *all, *few;
    cal_overlap overlap;
    cal_bytes json;
    GOOD(cal_samples_load(&all, lab, link_of(link), &err));
    GOOD(cal_samples_first(&few, lab, link_of(link), CAL_SET_VALIDATION, 7, &err));
    const cal_sample_set whole = cal_samples_of(all, CAL_SET_VALIDATION),
                         part = cal_samples_of(few, CAL_SET_VALIDATION);
    CHECK(whole.n == 30 && part.n == 7 && cal_samples_of(few, CAL_SET_TRAIN).n < 40);
    CHECK(memcmp(whole.pixels, part.pixels, 7u * (size_t)(whole.c * whole.h * whole.w)) == 0);
    CHECK(memcmp(whole.labels, part.labels, 7 * sizeof *whole.labels) == 0);
    GOOD(cal_samples_overlap(&overlap, all, CAL_SET_TEST, CAL_SET_TEST, 0, &err));
    CHECK(overlap.exact == 20 && overlap.near == 0 && overlap.other_label == 0);
    GOOD(cal_samples_overlap(&overlap, all, CAL_SET_TEST, CAL_SET_TRAIN, 255, &err));
    CHECK(overlap.exact + overlap.near == 20); // everything is near there
    GOOD(cal_samples_json(&json, all, CAL_NEAR_USUAL, &err));
    CHECK(json.size == strlen(json.data) && strstr(json.data, "\"near\":8,") &&
          strstr(json.data, cal_samples_hash(all)));
    cal_bytes_free(&json);
    REFUSED(cal_samples_overlap(&overlap, all, CAL_SET_TEST, CAL_SET_TRAIN, 256, &err), CAL_USAGE,
            "samples: near=256 is not between 0 and 255");
    CHECK(cal_samples_json(&json, all, __builtin_nan(""), &err) == CAL_USAGE && !json.data);
    REFUSED(cal_samples_overlap(&overlap, all, CAL_SET_TEST, (cal_set)3, 0, &err), CAL_USAGE,
            "cal_samples_overlap: 3 is not a cal_set");
    CHECK(cal_samples_overlap(&overlap, NULL, CAL_SET_TEST, CAL_SET_TRAIN, 0, &err) == CAL_USAGE);
    cal_samples_free(few);
    cal_samples_free(all);
    REFUSED(cal_samples_first(&few, lab, link_of(moons), CAL_SET_TEST, -1, &err), CAL_USAGE,
            "samples: count=-1 is below 0");
    CHECK(!few && cal_samples_first(&few, lab, link_of("nosuch=1"), CAL_SET_TEST, 1, &err) == CAL_USAGE &&
          !few);
    CHECK(cal_samples_first(&few, lab, link_of(moons), (cal_set)7, 1, &err) == CAL_USAGE && !few);
    CHECK(cal_samples_first(&few, NULL, link_of(moons), CAL_SET_TEST, 1, &err) == CAL_USAGE && !few);
    GOOD(cal_samples_first(&few, lab, link_of(moons), CAL_SET_TEST, 100, &err)); // at most the link's samples
    CHECK(cal_samples_of(few, CAL_SET_TEST).n == 5);
    GOOD(cal_samples_overlap(&overlap, few, CAL_SET_TEST, CAL_SET_VALIDATION, 255, &err));
    CHECK(!overlap.exact && !overlap.near); // features are never near
    cal_samples_free(few);
}

static void test_blends(void) {
    // A picture is a function of its sample and its blend. With its own blend, recovered from the known
    // posterior 3 t^2 - 2 t^3, a sample is unchanged.
    static const char link[] = "data=shapes10:train=1,val=1,test=60,seed=3";
    cal_samples *all, *one;
    GOOD(cal_samples_load(&all, lab, link_of(link), &err));
    const cal_sample_set test = cal_samples_of(all, CAL_SET_TEST);
    const size_t picture = (size_t)(test.c * test.h * test.w);
    cal_blend_def def = cal_default_blend();
    def.link = link_of(link), def.set = CAL_SET_TEST;
    for (int i = 0; i < test.n; i++) {
        const double *p = test.posterior + (size_t)i * 10;
        int a = -1, b = -1;
        for (int k = 0; k < 10; k++)
            if (p[k] > 0) a < 0 ? (a = k) : (b = k);
        double low = 0, high = 1;
        for (int step = 0; step < 60; step++) {
            const double t = (low + high) / 2;
            t *t * (3 - 2 * t) < p[b] ? (low = t) : (high = t);
        }
        const double fraction[] = {(low + high) / 2, 0, 0.5, 1};
        def.index = i, def.first = a, def.second = b, def.fraction = fraction, def.n = 4;
        GOOD(cal_samples_blend(&one, &def, &err));
        const cal_sample_set blends = cal_samples_of(one, CAL_SET_TEST);
        CHECK(blends.n == 4 && blends.k == 10 && !cal_samples_of(one, CAL_SET_TRAIN).n);
        CHECK(memcmp(blends.pixels, test.pixels + (size_t)i * picture, picture) == 0);
        CHECK(memcmp(blends.pixels + picture, blends.pixels + 3 * picture, picture) != 0);
        for (int k = 0; k < 10; k++) CHECK_NEAR(blends.posterior[k], p[k], 1e-12);
        CHECK(blends.posterior[10 + a] == 1 && blends.posterior[20 + a] == 0.5 &&
              blends.posterior[30 + b] == 1);
        CHECK(blends.labels[1] == a && blends.labels[2] == a && blends.labels[3] == b &&
              blends.source[0] == i);
        CHECK_TEXT(cal_samples_class(one, 3), "heart");
        cal_samples_free(one);
    }
    cal_samples_free(all);

    // With label noise on every set the known posterior is that of noisy labels: 0.9 of it, and 0.1/9 of the
    // others'.
    const double half[] = {0.25};
    def = cal_default_blend();
    def.link = link_of("data=shapes10:label_noise=0.1,label_noise_on=all"), def.set = CAL_SET_TEST;
    def.first = 3, def.second = 5, def.fraction = half, def.n = 1;
    GOOD(cal_samples_blend(&one, &def, &err));
    const double *noisy = cal_samples_of(one, CAL_SET_TEST).posterior;
    CHECK_NEAR(noisy[5], 0.9 * 0.15625 + 0.1 / 9 * 0.84375, 1e-15);
    CHECK_NEAR(noisy[0], 0.1 / 9, 1e-15);
    cal_samples_free(one);
}

static void test_blends_misuse(void) {
    cal_samples *one = NULL;
    double fraction[] = {0.5, 1.5};
    cal_blend_def def = cal_default_blend();
    def.link = link_of("data=shapes10:classes=4"), def.set = CAL_SET_TEST, def.second = 1,
    def.fraction = fraction;
    def.n = 2;
    REFUSED(cal_samples_blend(&one, &def, &err), CAL_USAGE, "data shapes10: blend 1.5 is not from 0 to 1");
    fraction[1] = __builtin_nan("");
    CHECK(cal_samples_blend(&one, &def, &err) == CAL_USAGE && !one);
    def.n = 0;
    REFUSED(cal_samples_blend(&one, &def, &err), CAL_USAGE, "data shapes10: 0 blends are not from 1 to 4096");
    def.n = 1, def.second = 4;
    REFUSED(cal_samples_blend(&one, &def, &err), CAL_USAGE,
            "data shapes10: 0 and 4 are not two different classes from 0 to 3");
    def.second = 0;
    CHECK(cal_samples_blend(&one, &def, &err) == CAL_USAGE);
    def.second = 1, def.index = -1;
    REFUSED(cal_samples_blend(&one, &def, &err), CAL_USAGE, "data shapes10: there is no sample -1");
    def.index = 0, def.set = (cal_set)3;
    CHECK(cal_samples_blend(&one, &def, &err) == CAL_USAGE);
    def.set = CAL_SET_TEST, def.link = link_of("data=moons");
    REFUSED(cal_samples_blend(&one, &def, &err), CAL_USAGE, "data moons: its samples blend no two classes");
    def.link = link_of("data=shapes10:only=2/5,classes=4");
    CHECK(cal_samples_blend(&one, &def, &err) == CAL_USAGE);
    def.link = NULL;
    CHECK(cal_samples_blend(&one, &def, &err) == CAL_USAGE && !one);
    def.fraction = NULL;
    CHECK(cal_samples_blend(&one, &def, &err) == CAL_USAGE && !one);
    CHECK(cal_samples_blend(NULL, &def, &err) == CAL_USAGE &&
          cal_samples_blend(&one, NULL, &err) == CAL_USAGE);
}

static void test_theory(void) {
    static const double p[] = {0.25, 0.5, 0.8};
    cal_theory_def def = cal_default_theory();
    double loss[3], slope[3], factor[3], by_p[3], q[3], risk[3];
    bool bound[3];
    def.loss = "ce", def.p = p, def.n = 3;
    GOOD(cal_theory_curve(loss, slope, factor, by_p, &def, &err));
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(slope[i], p[i] - 1, 1e-14);
        CHECK_NEAR(factor[i], 1, 1e-13);
        CHECK_NEAR(by_p[i], -1 / p[i], 1e-12);
    }
    CHECK_NEAR(loss[1], 0.69314718055994531, 1e-14);
    GOOD(cal_theory_optimum(q, risk, bound, &def, &err));
    for (int i = 0; i < 3; i++) CHECK(__builtin_fabs(q[i] - p[i]) < 1e-9 && !bound[i]);
    CHECK_NEAR(risk[1], 0.69314718055994531, 1e-12);
    // The least number's logit is -744, which is outside the search; the largest below 1 has 36.7.
    static const double ends[] = {0x1p-1074, 0.5, 1 - 0x1p-53};
    def.loss = "brier", def.p = ends;
    GOOD(cal_theory_optimum(q, NULL, bound, &def, &err));
    CHECK(bound[0] && !bound[1] && !bound[2]);
    CHECK(q[0] < 1e-17);
    def.loss = "ce", def.p = p;
    def.k = 5;
    GOOD(cal_theory_curve(NULL, slope, NULL, NULL, &def, &err));
    GOOD(cal_theory_optimum(NULL, NULL, NULL, &def, &err));
    CHECK_NEAR(slope[2], -0.2, 1e-14);
    char focal[64]; // has cross-entropy's gradient at p0, but not below
    static const double p0[] = {0.19, 0.2, 0.21};
    snprintf(focal, sizeof focal, "focal:gamma=%.17g", cal_theory_gamma(0.2));
    def.loss = focal, def.k = 2, def.p = p0;
    GOOD(cal_theory_curve(NULL, NULL, factor, NULL, &def, &err));
    CHECK_NEAR(factor[1], 1, 1e-9);
    CHECK(factor[0] > 1 && factor[2] < 1);
    CHECK(cal_theory_gamma(0.5) != cal_theory_gamma(0.5) && cal_theory_gamma(0) != cal_theory_gamma(0));
}

static void test_theory_misuse(void) {
    double p[] = {0.5, 1}, loss[2];
    cal_theory_def def = cal_default_theory();
    cal_bytes text;
    def.loss = "mmce", def.p = p, def.n = 1;
    REFUSED(cal_theory_curve(loss, NULL, NULL, NULL, &def, &err), CAL_USAGE,
            "loss mmce couples the samples of a batch: it has no value for a single output");
    def.single = true;
    GOOD(cal_theory_curve(loss, NULL, NULL, NULL, &def, &err));
    CHECK(cal_theory_optimum(loss, NULL, NULL, &def, &err) == CAL_USAGE);
    def.loss = "nosuch";
    CHECK(cal_theory_curve(loss, NULL, NULL, NULL, &def, &err) == CAL_USAGE);
    def.loss = "ce", def.n = 2;
    REFUSED(cal_theory_curve(loss, NULL, NULL, NULL, &def, &err), CAL_USAGE,
            "theory: p[1]=1 is not between 0 and 1");
    p[1] = __builtin_nan("");
    CHECK(cal_theory_optimum(loss, NULL, NULL, &def, &err) == CAL_USAGE);
    def.n = 0;
    REFUSED(cal_theory_curve(loss, NULL, NULL, NULL, &def, &err), CAL_USAGE,
            "theory: n=0 is not between 1 and 10000");
    def.n = 1, def.k = 1;
    REFUSED(cal_theory_curve(loss, NULL, NULL, NULL, &def, &err), CAL_USAGE,
            "theory: k=1 is not between 2 and 1000");
    def.p = NULL;
    REFUSED(cal_theory_curve(loss, NULL, NULL, NULL, &def, &err), CAL_USAGE, "cal_theory_curve: p is null");
    def.cookie = 0;
    REFUSED(cal_theory_curve(loss, NULL, NULL, NULL, &def, &err), CAL_USAGE,
            "the definition was not made with cal_default_theory()");
    GOOD(cal_catalog_canonical(&text, "loss", "focal:gamma=2.0", &err));
    CHECK_TEXT(text.data, "focal:gamma=2");
    cal_bytes_free(&text);
    CHECK(cal_catalog_canonical(&text, "loss", "focal:gamma=x", &err) == CAL_USAGE && !text.data);
    CHECK(cal_catalog_canonical(&text, "nosuch", "focal", &err) == CAL_USAGE);
    CHECK(cal_catalog_canonical(NULL, "loss", "focal", &err) == CAL_USAGE);
}

// Sums over layers equal the whole.
static void test_architecture(void) {
    cal_architecture_def def = cal_default_architecture();
    cal_architecture *a;
    cal_bytes json;
    def.model = "layers:c8-relu-r(c8-bn)-gap-fc", def.data = "cifar10", def.batch = 16;
    GOOD(cal_architecture_create(&a, &def, &err));
    const cal_architecture_info about = cal_architecture_about(a);
    CHECK_TEXT(about.model, def.model);
    CHECK_TEXT(about.layers, "c8-relu-r(c8-bn)-gap-fc");
    CHECK(about.k == 10 && about.c == 3 && about.h == 32 && about.w == 32 && about.batch == 16);
    CHECK(about.input.dims == 3 && about.input.bytes == 4 * 4 * 32 * 32 && about.count == 7);
    CHECK(about.training_bytes > about.evaluation_bytes && about.evaluation_bytes && !about.refusal);
    int64_t parameters = 0, multiply_adds = 0;
    for (int i = 0; i < about.count; i++)
        parameters += about.layer[i].parameters, multiply_adds += about.layer[i].multiply_adds;
    CHECK(parameters == (int64_t)about.parameters && multiply_adds == about.multiply_adds);
    const cal_architecture_layer *first = &about.layer[0], *last = &about.layer[about.count - 1];
    CHECK_TEXT(first->path, "0");
    CHECK_TEXT(first->text, "c8");
    CHECK(first->parameters == 8 * 3 * 9 + 8 && first->result.dims == 3 && first->result.size[0] == 8);
    CHECK(last->result.dims == 1 && last->result.size[0] == 10 && last->result.bytes == 40);
    GOOD(cal_architecture_json(&json, a, &err));
    CHECK(json.size == strlen(json.data) && strstr(json.data, "\"classes\":10,") &&
          strstr(json.data, "\"memory\":{"));
    cal_bytes_free(&json);
    cal_architecture_free(a);
    def.data = NULL, def.model = "layers:fc4096-fc4096-fc", def.c = 8192, def.h = 8192, def.w = 4, def.k = 7;
    def.batch = 4096; // a valid network that no machine can hold
    cal_status status = cal_architecture_create(&a, &def, &err);
    CHECK(status == CAL_OK ? cal_architecture_about(a).k == 7 : err.text[0] && !a);
    cal_architecture_free(a);
}

static void test_architecture_misuse(void) {
    cal_architecture_def def = cal_default_architecture();
    cal_architecture *a;
    cal_bytes json;
    REFUSED(cal_architecture_create(&a, &def, &err), CAL_USAGE, "cal_architecture_create: the model is null");
    def.model = "nosuch";
    CHECK(cal_architecture_create(&a, &def, &err) == CAL_USAGE && !a);
    def.model = "mlp", def.data = "nosuch";
    CHECK(cal_architecture_create(&a, &def, &err) == CAL_USAGE && !a);
    def.data = NULL, def.c = 3;
    REFUSED(cal_architecture_create(&a, &def, &err), CAL_USAGE,
            "architecture: a sample of 3x0x0; each is between 1 and 8192");
    def.h = def.w = def.c = 8192;
    REFUSED(cal_architecture_create(&a, &def, &err), CAL_USAGE,
            "architecture: a sample of 8192x8192x8192 has more than 268435456 values");
    def.c = def.h = def.w = 8, def.k = -1;
    REFUSED(cal_architecture_create(&a, &def, &err), CAL_USAGE,
            "architecture: k=-1 is not between 2 and 8192");
    def.k = 3, def.batch = 0;
    REFUSED(cal_architecture_create(&a, &def, &err), CAL_USAGE,
            "architecture: batch=0 is not between 1 and 4096");
    def.cookie++;
    REFUSED(cal_architecture_create(&a, &def, &err), CAL_USAGE,
            "the definition was not made with cal_default_architecture()");
    CHECK(cal_architecture_json(&json, NULL, &err) == CAL_USAGE && !json.data);
    CHECK(cal_architecture_about(NULL).count == 0);
    cal_architecture_free(NULL);
}

static void test_cubic(void) {
    double x[] = {1, 2, 4, 5, 7}, y[5];
    cal_fitted_cubic cubic;
    for (int i = 0; i < 5; i++) y[i] = 2 - x[i] + 0.5 * x[i] * x[i] * x[i];
    GOOD(cal_fit_cubic(&cubic, x, y, 5, &err));
    const double u = (3 - cubic.center) / cubic.scale;
    const double at = cubic.coefficient[0] +
                      u * (cubic.coefficient[1] + u * (cubic.coefficient[2] + u * cubic.coefficient[3]));
    CHECK_NEAR(at, 12.5, 1e-12);
    CHECK(cubic.center == 4 && cubic.scale == 3);
    CHECK_NEAR(cubic.residual, 0, 1e-12);
    CHECK_NEAR(cubic.explained, 1, 1e-12);
    x[1] = x[2] = 1;
    REFUSED(cal_fit_cubic(&cubic, x, y, 5, &err), CAL_FAILED, "cubic: fewer than four of the 5 x differ");
    CHECK(cal_fit_cubic(&cubic, x, y, 3, &err) == CAL_FAILED &&
          cal_fit_cubic(&cubic, x, y, -1, &err) == CAL_FAILED);
    y[3] = __builtin_inf();
    REFUSED(cal_fit_cubic(&cubic, x, y, 5, &err), CAL_USAGE, "cubic: point 3 is not finite");
    REFUSED(cal_fit_cubic(&cubic, NULL, y, 5, &err), CAL_USAGE, "cal_fit_cubic: x is null");
    CHECK(cal_fit_cubic(NULL, x, y, 5, &err) == CAL_USAGE);
}

int main(void) {
    const cal_lab_def def = cal_default_lab();
    CHECK(cal_lab_create(&lab, &def, &err) == CAL_OK);
    test_samples();
    test_blends();
    test_blends_misuse();
    test_theory();
    test_theory_misuse();
    test_architecture();
    test_architecture_misuse();
    test_cubic();
    cal_lab_free(lab);
    return CHECK_DONE();
}
