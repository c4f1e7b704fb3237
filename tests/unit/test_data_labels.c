// Label noise, class imbalance and subsets of classes of every data set; their posterior stays the
// distribution of their labels.
#include "check.h"
#include "data_help.h"
#include "catalog/data/shared/splits.h"

static void refuses(const char *text, const char *sentence) {
    cal_dataset d;
    cal_error err = {0};
    CHECK(data_load_files(&d, text, NULL, 0, &err) == CAL_USAGE);
    CHECK_TEXT(err.text, sentence);
}

static void labels_follow_the_posterior(const cal_dataset *d, const cal_split *split) {
    for (int k = 0; k < d->k; k++)
        for (int slice = 0; slice < 5; slice++)
            CHECK_NEAR(data_deviation(split, d->k, k, slice / 5.0, slice == 4 ? 2 : (slice + 1) / 5.0), 0,
                       4.5);
}

static bool same_samples(const cal_split *a, const cal_split *b, int n, int values) {
    const size_t count = (size_t)n * (size_t)values;
    if (a->pixels) return !memcmp(a->pixels, b->pixels, count);
    return !memcmp(a->features, b->features, count * sizeof(float));
}

// ---- label noise

// Checks fractions of labels shifted by `step` classes; the clean set is the same without noise.
static void check_moves(const cal_split *noisy, const cal_split *clean, int k, int step, double share) {
    int moved = 0;
    for (int i = 0; i < clean->n; i++) moved += noisy->labels[i] == (clean->labels[i] + step) % k;
    const double n = clean->n, sd = cal_sqrt(n * share * (1 - share));
    CHECK_NEAR(moved, n * share, 4.5 * sd + 1e-9);
}

static void noise_is_what_it_says(const char *data, const char *kind, double share) {
    char text[200], noisy_text[300];
    snprintf(text, sizeof text, "%s", data);
    snprintf(noisy_text, sizeof noisy_text, "%s,label_noise=%g,label_noise_kind=%s", data, share, kind);
    cal_dataset clean = data_load(text), noisy = data_load(noisy_text);
    const bool pair = !strcmp(kind, "pair");
    const int k = clean.k, values = clean.c * clean.h * clean.w;
    CHECK(same_samples(&noisy.train, &clean.train, clean.train.n, values));
    check_moves(&noisy.train, &clean.train, k, 0, 1 - share);
    for (int step = 1; step < k; step++)
        check_moves(&noisy.train, &clean.train, k, step, !pair ? share / (k - 1) : step == 1 ? share : 0);
    // P(noisy = b) = sum over a of P(a) T(a, b), as a matrix.
    for (int i = 0; i < clean.train.n; i++)
        for (int b = 0; b < k; b++) {
            double sum = 0;
            for (int a = 0; a < k; a++) {
                const double wrong = pair ? share * ((a + 1) % k == b) : share / (k - 1);
                sum += clean.train.posterior[i * k + a] * (a == b ? 1 - share : wrong);
            }
            CHECK_NEAR(noisy.train.posterior[i * k + b], sum, 1e-15);
        }
    labels_follow_the_posterior(&noisy, &noisy.train);
    // The other sets are clean unless they are named.
    CHECK(!memcmp(noisy.test.labels, clean.test.labels, (size_t)clean.test.n * sizeof(int32_t)));
    CHECK(!memcmp(noisy.val.labels, clean.val.labels, (size_t)clean.val.n * sizeof(int32_t)));
    CHECK(strcmp(noisy.hash, clean.hash) != 0);
    cal_dataset_free(&noisy);
    snprintf(noisy_text, sizeof noisy_text, "%s,label_noise=%g,label_noise_kind=%s,label_noise_on=all", data,
             share, kind);
    noisy = data_load(noisy_text);
    check_moves(&noisy.test, &clean.test, k, 0, 1 - share);
    check_moves(&noisy.val, &clean.val, k, 0, 1 - share);
    labels_follow_the_posterior(&noisy, &noisy.test);
    cal_dataset_free(&noisy);
    cal_dataset_free(&clean);
}

static void test_noise_is_a_function_of_the_sample(void) {
    cal_dataset few = data_load("shapes10:train=100,val=0,test=1,label_noise=0.5"),
                many = data_load("shapes10:train=300,val=50,test=20,label_noise=0.5"),
                other = data_load("shapes10:train=100,val=0,test=1,label_noise=0.5,seed=2");
    CHECK(!memcmp(few.train.labels, many.train.labels, 100 * sizeof(int32_t)));
    CHECK(memcmp(few.train.labels, other.train.labels, 100 * sizeof(int32_t)));
    cal_dataset_free(&few);
    cal_dataset_free(&many);
    cal_dataset_free(&other);
}

// ---- imbalance

static void check_quota(const char *text, int k, int n, const int *want) {
    cal_choice choice;
    cal_error err = {0};
    int quota[CAL_CLASSES_MAX];
    CHECK(cal_choice_parse(&choice, "data", text, strlen(text), &err) == CAL_OK);
    cal_data_quota(quota, k, n, &choice);
    for (int c = 0; c < k; c++) CHECK_NEAR(quota[c], want[c], 0);
}

static void test_quotas(void) {
    // CIFAR-10-LT: Cui et al. round 5000 r^(-c/9) down, to 12406 samples; at that size ours are within one.
    check_quota("shapes10:imbalance=100", 10, 12406,
                (int[]){4999, 2997, 1796, 1077, 646, 387, 232, 139, 83, 50});
    check_quota("shapes10:imbalance=10,imbalance_kind=step", 10, 5500,
                (int[]){1000, 1000, 1000, 1000, 1000, 100, 100, 100, 100, 100});
    check_quota("shapes10:imbalance=2,imbalance_kind=step", 3, 10, (int[]){4, 4, 2});
    check_quota("gaussians:imbalance=9", 2, 20, (int[]){18, 2});
    check_quota("gaussians:imbalance=1000", 2, 3, (int[]){3, 0});
}

static void imbalanced_set_is_sound(const char *data, const char *how) {
    char text[300];
    cal_choice choice;
    cal_error err = {0};
    int quota[CAL_CLASSES_MAX], count[CAL_CLASSES_MAX] = {0};
    snprintf(text, sizeof text, "%s,%s", data, how);
    cal_dataset d = data_load(text), whole;
    CHECK(cal_choice_parse(&choice, "data", text, strlen(text), &err) == CAL_OK);
    cal_data_quota(quota, d.k, d.train.n, &choice);
    for (int i = 0; i < d.train.n; i++) count[d.train.labels[i]]++;
    for (int c = 0; c < d.k; c++) CHECK(count[c] == quota[c]);
    labels_follow_the_posterior(&d, &d.train);
    labels_follow_the_posterior(&d, &d.test);
    // Its samples are those of the stream, in order; validation and test set are unchanged.
    const size_t values = (size_t)(d.c * d.h * d.w);
    snprintf(text, sizeof text, "%s", data);
    strcpy(strstr(text, "train="), "train=4000,val=100,test=1000");
    whole = data_load(text);
    int seen = 0;
    for (int i = 0; i < d.train.n; i++) {
        const int32_t from = d.train.source[i];
        CHECK(i == 0 || from > d.train.source[i - 1]);
        if (from >= whole.train.n) continue;
        CHECK(d.train.labels[i] == whole.train.labels[from]);
        if (d.train.pixels)
            CHECK(!memcmp(d.train.pixels + (size_t)i * values, whole.train.pixels + (size_t)from * values,
                          values));
        else
            CHECK(!memcmp(d.train.features + (size_t)i * values, whole.train.features + (size_t)from * values,
                          values * sizeof(float)));
        seen++;
    }
    CHECK(seen > 500);
    CHECK(same_samples(&d.val, &whole.val, 100, (int)values) &&
          same_samples(&d.test, &whole.test, 1000, (int)values));
    CHECK(!memcmp(d.test.posterior, whole.test.posterior, 1000 * (size_t)d.k * sizeof(double)));
    cal_dataset_free(&whole);
    cal_dataset_free(&d);
}

// ---- subsets of classes

static void test_only(void) {
    cal_dataset three = data_load("shapes10:only=0/1/2,train=50,val=0,test=20"),
                first = data_load("shapes10:classes=3,train=50,val=0,test=20"),
                two = data_load("shapes10:only=2/7,train=50,val=0,test=20,ambiguity=0"),
                ten = data_load("shapes10:train=1,val=0,test=1");
    CHECK(three.k == 3 && two.k == 2);
    CHECK_TEXT(three.hash, first.hash); // naming the first ones is the default
    CHECK_TEXT(two.class_names[0], ten.class_names[2]);
    CHECK_TEXT(two.class_names[1], ten.class_names[7]);
    cal_dataset_free(&three);
    cal_dataset_free(&first);
    cal_dataset_free(&two);
    cal_dataset_free(&ten);
    refuses("shapes10:only=3", "data shapes10: only=3 leaves one class; at least two are needed");
    refuses("shapes10:only=3/2",
            "data shapes10: only has 2 after 3; name each class once, in ascending order");
    refuses("shapes10:only=3/3",
            "data shapes10: only has 3 after 3; name each class once, in ascending order");
    refuses("shapes10:only=3/10", "data shapes10: only=10 is not a whole number from 0 to 9");
    refuses("shapes10:only=3/5,classes=4",
            "data shapes10: classes=4 and only both choose shapes; give only one of them");
    refuses("shapes10:imbalance=0.5", "data shapes10: imbalance=0.5 is not a number from 1 to 1000");
    refuses("moons:label_noise=1.5", "data moons: label_noise=1.5 is not a number from 0 to 1");
}

int main(void) {
    noise_is_what_it_says("shapes10:train=2000,val=500,test=1000", "symmetric", 0.3);
    noise_is_what_it_says("shapes10:train=2000,val=500,test=1000", "pair", 0.45);
    noise_is_what_it_says("moons:train=4000,val=500,test=1000,flip=0.1", "symmetric", 0.2);
    noise_is_what_it_says("words:train=2000,val=500,test=1000", "pair", 0.2);
    noise_is_what_it_says("gaussians:train=4000,val=500,test=1000", "pair", 1);
    test_noise_is_a_function_of_the_sample();
    test_quotas();
    imbalanced_set_is_sound("shapes10:train=2000,val=100,test=1000", "imbalance=50");
    imbalanced_set_is_sound("shapes10:only=1/4/5/8,train=2000,val=100,test=1000",
                            "imbalance=8,imbalance_kind=step");
    imbalanced_set_is_sound("words:train=2000,val=100,test=1000", "imbalance=10");
    imbalanced_set_is_sound("gaussians:train=4000,val=100,test=1000", "imbalance=20");
    imbalanced_set_is_sound("moons:train=4000,val=100,test=1000", "imbalance=5,label_noise=0");
    cal_dataset both =
        data_load("moons:train=4000,val=1,test=1,imbalance=10,label_noise=0.3,label_noise_kind=pair");
    labels_follow_the_posterior(&both, &both.train);
    cal_dataset_free(&both);
    test_only();
    return CHECK_DONE();
}
