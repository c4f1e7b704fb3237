// The C library as a program sees it: outputs of models as files, checks of their numbers, and their misuse.
#include "api_check.h"
#include "base/bytes/npy.h"

enum { N = 4, K = 2 };
static const float logits[N][K] = {{2, 0}, {0, 1}, {3, 1}, {0, 2}};
static const double halves[N][K] = {{0.5, 0.5}, {0.25, 0.75}, {1, 0}, {0.5, 0.5}};
static const int32_t labels[N] = {0, 1, 1, 1};

static cal_input array(cal_text *out, const char *name, const char *type, const void *data, int n, int k) {
    cal_npy_write(out, type, data, (int[]){n, k}, k ? 2 : 1);
    return (cal_input){name, out->data, (size_t)out->length};
}

static void test_outputs(void) {
    cal_file_outputs_def def = cal_default_file_outputs();
    cal_file_outputs *o;
    cal_text z = {0}, y = {0};
    def.logits = array(&z, "z.npy", "f4", logits, N, K);
    def.labels = array(&y, "y.npy", "i4", labels, N, 0);
    GOOD(cal_file_outputs_read(&o, &def, &err));
    const cal_logit_set set = cal_file_outputs_of(o);
    CHECK(set.n == N && set.k == K && !set.posterior && !set.probabilities && !cal_file_outputs_wide(o));
    CHECK(memcmp(set.logits, logits, sizeof logits) == 0 && memcmp(set.labels, labels, sizeof labels) == 0);
    CHECK(!cal_file_outputs_note(o, 0) && !cal_file_outputs_note(o, -1));
    GOOD(cal_logits_check(&set, &err));
    cal_file_outputs_free(o);
    def.wide = true, def.labels.bytes = NULL;
    GOOD(cal_file_outputs_read(&o, &def, &err));
    CHECK(!cal_file_outputs_of(o).labels && cal_file_outputs_wide(o)[3] == 1);
    cal_file_outputs_free(o);
    cal_file_outputs_free(NULL);
    CHECK(cal_file_outputs_of(NULL).n == 0 && !cal_file_outputs_wide(NULL) &&
          !cal_file_outputs_note(NULL, 0));
    cal_text_free(&z);
    cal_text_free(&y);
}

static void test_probabilities(void) {
    static const float rounded[1][K] = {{0.501f, 0.501f}};
    cal_file_outputs_def def = cal_default_file_outputs();
    cal_file_outputs *o;
    cal_text p = {0}, few = {0};
    def.logits = array(&p, "p.npy", "f8", halves, N, K);
    REFUSED(cal_file_outputs_read(&o, &def, &err), CAL_USAGE,
            "p.npy: its rows are from 0 to 1 and sum to 1, like probabilities: inputs.probs if that is what "
            "they are; inputs.as_logits if they are logits all the same");
    CHECK(!o);
    def.instead = "give logits";
    REFUSED(cal_file_outputs_read(&o, &def, &err), CAL_USAGE,
            "p.npy: its rows are from 0 to 1 and sum to 1, like probabilities: give logits; "
            "inputs.as_logits if they are logits all the same");
    def.as_logits = true;
    GOOD(cal_file_outputs_read(&o, &def, &err));
    CHECK(cal_file_outputs_of(o).logits[3] == 0.75f);
    cal_file_outputs_free(o);
    def.probs = true;
    REFUSED(cal_file_outputs_read(&o, &def, &err), CAL_USAGE,
            "def.probs and def.as_logits exclude each other; give one");
    def.as_logits = false, def.wide = true;
    GOOD(cal_file_outputs_read(&o, &def, &err));
    const float log_half = cal_file_outputs_of(o).logits[0];
    CHECK(log_half > -0.6932f && log_half < -0.6931f && cal_file_outputs_wide(o)[3] == 0.75);
    cal_file_outputs_free(o);
    def.logits = array(&few, "few.npy", "f4", rounded, 1, K);
    GOOD(cal_file_outputs_read(&o, &def, &err));
    CHECK(strncmp(cal_file_outputs_note(o, 0), "few.npy: 1 of 1 rows do not sum to 1", 36) == 0);
    CHECK(!cal_file_outputs_note(o, 1) && cal_file_outputs_wide(o)[0] == 0.5);
    cal_file_outputs_free(o);
    cal_text_free(&p);
    cal_text_free(&few);
}

static void test_refused(void) {
    cal_file_outputs_def def = cal_default_file_outputs();
    cal_file_outputs *o;
    cal_text z = {0}, y = {0};
    REFUSED(cal_file_outputs_read(&o, &def, &err), CAL_USAGE, "cal_file_outputs_read: def.logits is null");
    CHECK(!o);
    REFUSED(cal_file_outputs_read(NULL, &def, &err), CAL_USAGE, "cal_file_outputs_read: out is null");
    def.logits = (cal_input){.bytes = "none", .size = 4};
    REFUSED(cal_file_outputs_read(&o, &def, &err), CAL_FAILED,
            "a file: not a .npy file: save the array with numpy.save");
    def.logits = array(&z, "z.npy", "f4", logits, N, K);
    def.labels = array(&y, "y.npy", "i4", labels, N - 1, 0);
    REFUSED(cal_file_outputs_read(&o, &def, &err), CAL_FAILED, "z.npy has 4 rows, but y.npy has 3 labels");
    def.cookie = 0;
    REFUSED(cal_file_outputs_read(&o, &def, &err), CAL_USAGE,
            "the definition was not made with cal_default_file_outputs()");
    cal_text_free(&z);
    cal_text_free(&y);
}

static void test_array(void) {
    cal_file_array *a;
    cal_text z = {0}, y = {0};
    cal_bytes json;
    const cal_input floats = array(&z, "z.npy", "f4", logits, N, K),
                    wholes = array(&y, "y.npy", "i4", labels, N, 0), none = {"n.npy", "none", 4};
    GOOD(cal_file_array_read(&a, &floats, &err));
    cal_number_array numbers = cal_file_array_of(a);
    CHECK(numbers.dims == 2 && numbers.dim[0] == N && numbers.dim[1] == K && !numbers.wholes);
    CHECK(memcmp(numbers.floats, logits, sizeof logits) == 0);
    cal_file_array_free(a);
    GOOD(cal_file_array_read(&a, &wholes, &err));
    numbers = cal_file_array_of(a);
    CHECK(numbers.dims == 1 && !numbers.floats && memcmp(numbers.wholes, labels, sizeof labels) == 0);
    cal_file_array_free(a);
    REFUSED(cal_file_array_read(&a, &none, &err), CAL_FAILED,
            "n.npy: not a .npy file: save the array with numpy.save");
    CHECK(!a && cal_file_array_of(NULL).dims == 0);
    cal_file_array_free(NULL);
    REFUSED(cal_file_array_read(NULL, &floats, &err), CAL_USAGE, "cal_file_array_read: out is null");
    REFUSED(cal_file_array_read(&a, NULL, &err), CAL_USAGE, "cal_file_array_read: the file is null");
    GOOD(cal_input_json(&json, &wholes, &err));
    CHECK_TEXT(json.data,
               "{\"kind\":\"npy\",\"type\":\"i4\",\"shape\":[4],\"least\":0,\"most\":1,\"classes\":2}");
    cal_bytes_free(&json);
    REFUSED(cal_input_json(&json, &none, &err), CAL_FAILED,
            "n.npy: not a .npy file: save the array with numpy.save");
    CHECK(!json.data);
    REFUSED(cal_input_json(&json, &(cal_input){.size = 1}, &err), CAL_USAGE, "cal_input_json: bytes is null");
    cal_text_free(&z);
    cal_text_free(&y);
}

static void test_check(void) {
    const int32_t wrong[1] = {2};
    const float broken[1][K] = {{1, __builtin_nanf("")}};
    cal_logit_set set = {.logits = &logits[0][0], .labels = wrong, .n = 1, .k = K};
    REFUSED(cal_logits_check(&set, &err), CAL_FAILED,
            "labels: row 0 is 2, which is not one of the classes 0 to 1");
    set.logits = &broken[0][0];
    REFUSED(cal_logits_check(&set, &err), CAL_FAILED, "logits: row 0, column 1 is not a number");
    set.k = 1;
    REFUSED(cal_logits_check(&set, &err), CAL_FAILED, "logits: 1 column; at least 2 classes are needed");
    set.labels = NULL;
    REFUSED(cal_logits_check(&set, &err), CAL_USAGE, "cal_logits_check: labels is null");
    set.n = 0;
    REFUSED(cal_logits_check(&set, &err), CAL_FAILED, "logits: no rows; at least one is needed");
    REFUSED(cal_logits_check(NULL, &err), CAL_USAGE, "cal_logits_check: the set is null");
}

static void test_loss(void) {
    cal_loss_info about;
    GOOD(cal_loss_about(&about, "focal:gamma=2", &err));
    CHECK_TEXT(about.id, "focal");
    CHECK(!about.validation);
    GOOD(cal_loss_about(&about, "adafocal&penalty=entropy", &err));
    CHECK(about.validation);
    REFUSED(cal_loss_about(&about, "trace", &err), CAL_USAGE,
            "loss trace has no value from logits alone: it depends on the weights of a network; train with "
            "it");
    REFUSED(cal_loss_about(&about, NULL, &err), CAL_USAGE, "cal_loss_about: the loss is null");
    REFUSED(cal_loss_about(NULL, "ce", &err), CAL_USAGE, "cal_loss_about: out is null");
}

int main(void) {
    test_outputs();
    test_probabilities();
    test_refused();
    test_array();
    test_check();
    test_loss();
    return CHECK_DONE();
}
