// The C library as a program sees it: a run's state held and resumed, its epochs as JSON, and its weights.
#include "api_check.h"

static const char small[] = "data=moons:train=60,val=20,test=20&model=mlp:hidden=8&epochs=2&batch=20";
static cal_lab *lab;

static cal_training *create(const char *link, cal_start as) {
    cal_training_def def = cal_default_training();
    cal_training *t;
    def.link = link_of(link), def.start_as = as;
    GOOD(cal_training_create(&t, lab, &def, &err));
    return t;
}

static void test_state(void) {
    cal_training *t = create(small, CAL_START_RESUME);
    const void *held, *again;
    size_t size, same;
    cal_bytes saved, one, other;
    GOOD(cal_training_run(t, 3, &err));
    GOOD(cal_training_save(&saved, t, &err));
    GOOD(cal_training_state_held(&held, &size, t, &err));
    CHECK(size == saved.size && memcmp(held, saved.data, size) == 0);
    GOOD(cal_training_run(t, 1, &err));
    GOOD(cal_training_state_held(&again, &same, t, &err));
    CHECK(again == held && memcmp(held, saved.data, size) != 0);
    GOOD(cal_training_run(t, 0, &err));
    GOOD(cal_training_epoch_json(&one, t, 1, &err));
    REFUSED(cal_training_epoch_json(&other, t, 2, &err), CAL_USAGE,
            "training: epoch=2 is none of the 2 that are done");
    CHECK(!other.data);
    REFUSED(cal_training_resume(t, "s", saved.data, saved.size, &err), CAL_USAGE,
            "training: it has begun; a state can be loaded only before the first step");
    cal_training_free(t);

    t = create(small, CAL_START_DEFERRED);
    CHECK(strlen(cal_training_hash(t)) == 64 && strcmp(cal_training_class(t, 0), "upper") == 0);
    CHECK(!cal_training_class(t, 2) && !cal_training_class(NULL, 0) && !cal_training_hash(NULL));
    REFUSED(cal_training_resume(t, NULL, NULL, 0, &err), CAL_USAGE, "cal_training_resume: the state is null");
    GOOD(cal_training_resume(t, NULL, saved.data, saved.size, &err));
    CHECK(cal_training_now(t).step == 3);
    GOOD(cal_training_run(t, 0, &err));
    GOOD(cal_training_epoch_json(&other, t, 1, &err));
    CHECK_TEXT(one.data, other.data);
    cal_training_free(t);
    t = create(small, CAL_START_DEFERRED);
    CHECK(cal_training_resume(t, "half.st", saved.data, saved.size / 2, &err) == CAL_FAILED);
    CHECK(strncmp(err.text, "half.st: ", 9) == 0);
    cal_training_free(t);
    REFUSED(cal_training_state_held(&held, &size, NULL, &err), CAL_USAGE,
            "cal_training_state_held: the training is null");
    CHECK(!held && !size);
    cal_bytes_free(&one);
    cal_bytes_free(&other);
    cal_bytes_free(&saved);
}

static void test_deferred(void) {
    char link[160];
    cal_training_def def = cal_default_training();
    cal_training *t;
    snprintf(link, sizeof link, "%s&from=0123456789abcdef", small);
    def.link = link_of(link);
    CHECK(cal_training_create(&t, lab, &def, &err) == CAL_USAGE && !t);
    def.start_as = CAL_START_DEFERRED;
    GOOD(cal_training_create(&t, lab, &def, &err));
    CHECK(cal_training_step(NULL, t, &err) != CAL_OK && err.text[0]);
    cal_training_free(t);
    def.start_as = (cal_start)9;
    REFUSED(cal_training_create(&t, lab, &def, &err), CAL_USAGE, "training: start_as=9 is not a cal_start");
}

static void test_link(void) {
    static const char table[] = "x,y,kind\n1,2,a\n2,1,b\n3,5,a\n4,4,b\n5,0,a\n6,7,b\n7,7,a\n8,1,b\n9,3,a\n",
                      of_table[] =
                          "data=table:train=5,val=2,test=2,features=2&model=mlp:hidden=2&epochs=1&batch=5";
    cal_training_def def = cal_default_training();
    cal_training *t;
    cal_bytes link;
    GOOD(cal_lab_add_file(lab, "table.csv", table, sizeof table - 1, &err));
    def.link = link_of(of_table);
    for (int keep = 0; keep < 2; keep++) {
        def.keep_link = keep;
        GOOD(cal_training_create(&t, lab, &def, &err));
        GOOD(cal_training_link(&link, t, &err));
        CHECK((strstr(link.data, ",hash=") == NULL) == keep);
        cal_bytes_free(&link);
        cal_training_free(t);
    }
    cal_lab_drop_files(lab);
}

// Removes the named value from a weights file.
static void hide(cal_bytes *file, const char *name) {
    const size_t length = strlen(name);
    for (size_t i = 8; i + length < file->size; i++)
        if (memcmp(file->data + i, name, length) == 0) file->data[i + 1] = 'x';
}

static void test_network(void) {
    cal_training *t =
        create("data=shapes10:train=10,val=0,test=10&model=cnn-s&epochs=1&batch=10", CAL_START_RESUME);
    cal_network_def def = cal_default_network();
    cal_network *n;
    cal_bytes weights;
    GOOD(cal_training_weights(&weights, t, &err));
    cal_training_free(t);
    def.bytes = weights.data, def.size = weights.size;
    GOOD(cal_network_open(&n, &def, &err));
    CHECK(cal_network_about(n).of_data && !cal_network_proposal(n, 0)); // the file says both
    cal_network_free(n);
    hide(&weights, "\"model\":");
    hide(&weights, "\"link\":");
    def.best_fit = true;
    GOOD(cal_network_open(&n, &def, &err));
    CHECK(!cal_network_about(n).of_data);
    CHECK_TEXT(cal_network_proposal(n, 0), cal_network_about(n).model);
    CHECK(!cal_network_proposal(n, 99) && !cal_network_proposal(n, -1));
    cal_network_free(n);
    CHECK(!cal_network_proposal(NULL, 0));
    cal_bytes_free(&weights);
}

int main(void) {
    cal_lab_def def = cal_default_lab();
    def.threads = 2;
    GOOD(cal_lab_create(&lab, &def, &err));
    test_state();
    test_deferred();
    test_link();
    test_network();
    cal_lab_free(lab);
    return CHECK_DONE();
}
