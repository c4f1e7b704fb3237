// The C library as a program sees it: tables of views and probes, corrupted pictures, and their misuse.
#include <stdlib.h>
#include "api_check.h"

static const char moons[] = "data=moons:train=60,val=20,test=20&model=mlp:hidden=8&epochs=2&batch=20";
static const char pictures[] =
    "data=shapes10:train=20,val=10,test=12&model=layers:c4-relu-gap-fc&epochs=1&batch=10";
static cal_lab *lab;

static const float logits[4][2] = {{2, 0}, {0, 1}, {3, 1}, {0, 2}};
static const int32_t labels[4] = {0, 1, 1, 1};

static cal_logit_set rows(void) {
    return (cal_logit_set){.logits = &logits[0][0], .labels = labels, .n = 4, .k = 2};
}

static void test_view(void) {
    cal_view_def def = cal_default_view();
    cal_result *result;
    def.view = "confusion", def.test = rows();
    GOOD(cal_view_table(&result, &def, &err));
    const cal_result_info about = cal_result_about(result);
    CHECK_TEXT(about.choice, "confusion");
    CHECK(about.rows == 4 && about.columns >= 3 && !about.link && about.classes == 0);
    double count = 0;
    int at = -1;
    for (int c = 0; c < about.columns; c++)
        if (strcmp(about.column[c].id, "count") == 0) at = c;
    CHECK(at >= 0);
    for (int i = 0; i < about.rows && at >= 0; i++) count += about.cell[i * about.columns + at];
    CHECK(count == 4);
    def.by_column = true;
    cal_result *across;
    GOOD(cal_view_table(&across, &def, &err));
    const double *cell = cal_result_about(across).cell;
    for (int i = 0; i < about.rows; i++)
        for (int c = 0; c < about.columns; c++)
            CHECK(memcmp(&cell[c * about.rows + i], &about.cell[i * about.columns + c], sizeof *cell) == 0);
    cal_result_free(across);
    cal_result_free(result);
    def.view = "nosuch";
    CHECK(cal_view_table(&result, &def, &err) == CAL_USAGE && !result);
    def.view = "roc";
    REFUSED(cal_view_table(&result, &def, &err), CAL_USAGE,
            "view roc needs a second set of logits, of out-of-distribution samples");
    def.ood_n = 3;
    REFUSED(cal_view_table(&result, &def, &err), CAL_USAGE, "view: ood_n=3 does not go with ood_logits");
    def.ood_n = 0, def.view = "confusion", def.temperature = 0;
    REFUSED(cal_view_table(&result, &def, &err), CAL_USAGE, "temperature 0 is not a positive number");
    def.test.n = 0;
    REFUSED(cal_view_table(&result, &def, &err), CAL_USAGE, "test set: n=0 is not at least 1");
    def.cookie = 0;
    REFUSED(cal_view_table(&result, &def, &err), CAL_USAGE,
            "the definition was not made with cal_default_view()");
    CHECK(cal_result_about(NULL).rows == 0);
    cal_result_free(NULL);
    REFUSED(cal_catalog_check("view", "confusion:bins=x", &err), CAL_USAGE,
            "view confusion: no parameter 'bins'; it has none");
    GOOD(cal_catalog_check("corruption", "blur:severity=2", &err));
}

static void count_row(void *context, int done, int rows) {
    int *last = context;
    CHECK(done == *last + 1 && done <= rows);
    *last = done;
}

// Evaluates the network of a run on other data, with the bits of cal_training_outputs.
static void test_other(const cal_probe_def *of, const cal_bytes *state) {
    enum { N = 3, K = 2 };
    static const float feature[N * 2] = {0.5f, -1, 2, 0.25f, -3, 7};
    static const int32_t label[N] = {4, 0, 9}; // from more classes than the network has
    cal_sample_set other = {.n = N, .k = 10, .c = 2, .h = 1, .w = 1, .features = feature, .labels = label};
    cal_training_def resumed = cal_default_training();
    cal_probe_def def = *of;
    cal_probe_memory need, more;
    cal_training *t;
    cal_result *result;
    float says[N * K];
    resumed.link = link_of(moons), resumed.start = state->data, resumed.start_size = state->size;
    GOOD(cal_training_create(&t, lab, &resumed, &err));
    GOOD(cal_training_outputs(says, t, &other, &err));
    cal_training_free(t);
    def.other = &other, def.listener = NULL;
    GOOD(cal_probe_table(&result, lab, &def, &err));
    const cal_result_info about = cal_result_about(result);
    CHECK(about.rows == N && about.columns == 2 + K && !about.facts);
    for (int i = 0; i < N; i++) {
        CHECK(about.cell[i * (2 + K) + 1] == label[i]);
        for (int c = 0; c < K; c++) CHECK(about.cell[i * (2 + K) + 2 + c] == says[i * K + c]);
    }
    cal_result_free(result);
    GOOD(cal_probe_plan(&need, lab, &def, 1, &err));
    other.n = 1000000;
    GOOD(cal_probe_plan(&more, lab, &def, 1, &err));
    CHECK(more.bytes - need.bytes >= 900000 * (K * sizeof(float) + (2 + K) * sizeof(double)));
    other.n = N, other.c = 3;
    REFUSED(cal_probe_table(&result, lab, &def, &err), CAL_USAGE,
            "samples of 3x1x1 features, but the training's are 2x1x1 features");
    CHECK(!result);
    other.c = 2, def.probe = "logits:on=val";
    REFUSED(cal_probe_plan(&need, lab, &def, 1, &err), CAL_USAGE,
            "probe logits: other data has a test set alone, as it is: leave out on= and corruption=");
    def.probe = "boundary";
    REFUSED(cal_probe_plan(&need, lab, &def, 1, &err), CAL_USAGE,
            "probe boundary: it takes no other data; probe logits does");
}

static void test_probe(void) {
    cal_training_def train = cal_default_training();
    cal_probe_def def = cal_default_probe();
    cal_probe_memory need;
    cal_training *t;
    cal_result *result;
    cal_bytes state;
    int rows_reported = 0;
    train.link = link_of(moons);
    GOOD(cal_training_create(&t, lab, &train, &err));
    GOOD(cal_training_run(t, 0, &err));
    GOOD(cal_training_save(&state, t, &err));
    cal_training_free(t);
    def.probe = "logits", def.link = link_of(moons), def.state = state.data, def.state_size = state.size;
    GOOD(cal_probe_plan(&need, lab, &def, 1, &err));
    CHECK(need.bytes > 0 && need.largest[0]);
    def.listener = count_row, def.context = &rows_reported;
    GOOD(cal_probe_table(&result, lab, &def, &err));
    const cal_result_info about = cal_result_about(result);
    CHECK(about.rows > 0 && rows_reported == about.rows && about.epoch == 2 && about.classes == 2);
    CHECK(strncmp(about.link, "v=1&data=moons", 14) == 0);
    cal_result_free(result);
    test_other(&def, &state);
    def.probe = "gradcam";
    REFUSED(cal_probe_plan(&need, lab, &def, 1, &err), CAL_USAGE,
            "probe gradcam: model mlp has no feature map of a convolution");
    CHECK(cal_probe_table(&result, lab, &def, &err) == CAL_USAGE && !result);
    def.probe = "logits", def.state_name = "half.st", def.state_size /= 2;
    CHECK(cal_probe_table(&result, lab, &def, &err) == CAL_FAILED && !result);
    CHECK(strncmp(err.text, "half.st: ", 9) == 0);
    REFUSED(cal_probe_plan(&need, lab, &def, 65, &err), CAL_USAGE,
            "plan: threads=65 is not between 0 and 64");
    REFUSED(cal_probe_table(&result, NULL, &def, &err), CAL_USAGE, "cal_probe_table: the lab is null");
    def.state = NULL;
    REFUSED(cal_probe_table(&result, lab, &def, &err), CAL_USAGE, "cal_probe_table: the state is null");
    cal_bytes_free(&state);
}

static void test_corrupted(void) {
    static const char *const corruptions[] = {"blur:severity=2", NULL};
    cal_training_def train = cal_default_training();
    cal_training *t;
    cal_bytes json;
    train.link = link_of(pictures);
    GOOD(cal_training_create(&t, lab, &train, &err));
    GOOD(cal_training_run(t, 0, &err));
    cal_sample_set test = cal_training_samples(t, CAL_SET_TEST);
    const size_t size = (size_t)(test.n * test.c * test.h * test.w);
    uint8_t *pixels = malloc(size);
    float clean[12 * 10], shifted[12 * 10];
    GOOD(cal_training_outputs(clean, t, &test, &err));
    CHECK(memcmp(clean, cal_training_logits(t, CAL_SET_TEST), sizeof clean) == 0);
    GOOD(cal_corrupt_pixels(pixels, &test, "gaussian-noise:severity=3", &err));
    CHECK(memcmp(pixels, test.pixels, size) != 0);
    const cal_sample_set own = test;
    test.pixels = pixels;
    GOOD(cal_training_outputs(shifted, t, &test, &err));
    CHECK(memcmp(clean, shifted, sizeof clean) != 0);
    GOOD(cal_training_shift_json(&json, t, corruptions, 15, &err));
    CHECK(strstr(json.data, "\"corruption\":\"blur:severity=2\"") != NULL);
    cal_bytes_free(&json);
    REFUSED(cal_training_shift_json(&json, t, corruptions, 0, &err), CAL_USAGE,
            "bins=0 is not between 1 and 1000");
    REFUSED(cal_training_shift_json(&json, NULL, corruptions, 15, &err), CAL_USAGE,
            "cal_training_shift_json: the training is null");
    cal_ood_def ood = cal_default_ood();
    const int32_t *const known = test.labels;
    test.labels = NULL; // not read: other classes
    ood.other = &test, ood.other_name = "noise";
    GOOD(cal_training_ood_json(&json, t, &ood, &err));
    CHECK(strstr(json.data, "\"corruptions\":[]") != NULL);
    CHECK(strstr(json.data, "\"other\":{\"data\":\"noise\",\"n\":12") != NULL);
    cal_bytes_free(&json);
    GOOD(cal_training_outputs(shifted, t, &test, &err));
    test.labels = known, test.w--;
    CHECK(cal_training_ood_json(&json, t, &ood, &err) == CAL_USAGE);
    test.w++;
    REFUSED(cal_training_ood_json(&json, t, NULL, &err), CAL_USAGE,
            "cal_training_ood_json: the definition is null");
    CHECK(cal_corrupt_pixels(pixels, &own, "nosuch", &err) == CAL_USAGE);
    test.pixels = NULL;
    REFUSED(cal_corrupt_pixels(pixels, &test, "blur", &err), CAL_FAILED,
            "corruption blur: the data has no pictures");
    CHECK(cal_training_outputs(shifted, t, &test, &err) == CAL_USAGE);
    test.n = 0;
    CHECK(cal_corrupt_pixels(pixels, &test, "blur", &err) == CAL_USAGE);
    CHECK(cal_training_outputs(shifted, t, &test, &err) == CAL_USAGE);
    free(pixels);
    cal_training_free(t);
}

// Out-of-distribution outputs: more confident, less confident, and equally confident ones, which count as
// half a win.
static void test_apart(void) {
    static const float unsure[3][2] = {{0, 0}, {0.1f, 0}, {0, 0.2f}}, three[2][3] = {{0, 1, 2}, {1, 0, 2}};
    static const int32_t several[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {0, 0}, {1, 1}, {0, 1}};
    cal_logit_set test = rows(), val = rows(), other = {.logits = &unsure[0][0], .n = 3, .k = 2};
    cal_bytes json;
    GOOD(cal_outputs_ood_json(&json, &test, NULL, &other, "noise", 15, &err));
    CHECK(strstr(json.data, "\"other\":{\"data\":\"noise\",\"n\":3") != NULL);
    CHECK(strstr(json.data, "\"told_apart\":{\"auroc\":{\"text\":\"auroc\",\"value\":1") != NULL);
    CHECK(strstr(json.data, "\"temperature\"") == NULL); // no set to fit it on
    cal_bytes_free(&json);
    other = rows(), other.labels = NULL;
    GOOD(cal_outputs_ood_json(&json, &test, &val, &other, NULL, 15, &err));
    CHECK(strstr(json.data, "\"told_apart\":{\"auroc\":{\"text\":\"auroc\",\"value\":0.5") != NULL);
    CHECK(strstr(json.data, "\"temperature\":{\"T\":") != NULL);
    cal_bytes_free(&json);
    // Sigmoid labels are 1, 0 and -1, which would be read as classes.
    val.labelling = CAL_LABELS_SEVERAL, val.labels = &several[0][0];
    REFUSED(
        cal_outputs_ood_json(&json, &test, &val, &other, NULL, 15, &err), CAL_USAGE,
        "validation: it is about samples with one label of several classes, and with head=sigmoid each label "
        "is by itself");
    val = (cal_logit_set){.logits = &three[0][0], .labels = several[0], .n = 2, .k = 3};
    REFUSED(cal_outputs_ood_json(&json, &test, &val, &other, NULL, 15, &err), CAL_FAILED,
            "validation logits have 3 classes, but the logits have 2");
    val = rows(), val.labels = &several[2][0];
    REFUSED(cal_outputs_ood_json(&json, &test, &val, &other, NULL, 15, &err), CAL_FAILED,
            "labels: row 0 is -1, which is not one of the classes 0 to 1");
    REFUSED(cal_outputs_ood_json(&json, &test, NULL, &other, NULL, 0, &err), CAL_USAGE,
            "bins=0 is not between 1 and 1000");
    other.n = 0;
    REFUSED(cal_outputs_ood_json(&json, &test, NULL, &other, NULL, 15, &err), CAL_USAGE,
            "ood: the other set has no outputs");
}

static void test_view_of_files(void) {
    static const char table[] = "died,risk\n1,0.9\n0,0.2\n1,0.7\n0,0.6\n";
    cal_view_def def = cal_default_view();
    cal_report_inputs inputs = {.csv = {"risks.csv", table, sizeof table - 1}};
    cal_result *result;
    def.view = "decision:points=1";
    GOOD(cal_view_read(&result, lab, &def, &inputs, CAL_NAMES_FIELDS, &err));
    const cal_result_info about = cal_result_about(result);
    CHECK(about.rows == 1 && about.cell[0] == 0.5 && about.cell[1] == 0.25); // 2 right and 1 wrong of 4
    CHECK(strstr(cal_result_note(result, 0), "risks.csv: read as a binary task"));
    CHECK(!cal_result_note(result, 9) && !cal_result_note(NULL, 0));
    cal_result_free(result);
    REFUSED(cal_view_read(&result, lab, &def, NULL, CAL_NAMES_FIELDS, &err), CAL_USAGE,
            "cal_view_read: inputs is null");
    CHECK(!result);
}

int main(void) {
    cal_lab_def def = cal_default_lab();
    def.threads = 2;
    GOOD(cal_lab_create(&lab, &def, &err));
    test_view();
    test_view_of_files();
    test_probe();
    test_corrupted();
    test_apart();
    cal_lab_free(lab);
    return CHECK_DONE();
}
