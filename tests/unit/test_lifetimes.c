// Opens, trains, saves in the middle, frees, resumes, measures, writes as weights, reopens and closes every
// model. The resumed run ends with the bits of an uninterrupted one. Under the sanitizers nothing leaks:
// LeakSanitizer runs after each model, so that a leak is printed with its name.
#include "api_check.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define LEAKS() __lsan_do_recoverable_leak_check()
#endif
#endif
#ifndef LEAKS
#define LEAKS() 0
#endif

#define PICTURES "data=shapes10:train=4,val=3,test=3&epochs=2&batch=2&model="
#define WORDS    "data=words:train=4,val=3,test=3,length=60&epochs=2&batch=2&model="

// The narrowest form of each model.
static const char *const links[] = {
    PICTURES "cnn-s",
    PICTURES "densenet:stages=1/1/1,growth=2",
    WORDS "gpcnn:vocabulary=100,dim=8,width=0.0625,drop=20",
    PICTURES "layers:c4s4-bn-drop20-gap-fc",
    PICTURES "lenet",
    PICTURES "logistic",
    PICTURES "mlp:hidden=4",
    PICTURES "mobilenetv2:width=0.0625,drop=20",
    PICTURES "resnet:depth=8,width=0.0625",
    PICTURES "resnet110:width=0.0625",
    PICTURES "resnet18:width=0.0625,stages=1/1/1/1",
    PICTURES "resnet20:width=0.0625",
    PICTURES "resnet50:width=0.0625,stages=1/1/1/1",
    PICTURES "resnet56:width=0.0625",
    PICTURES "resnet8:width=0.0625",
    PICTURES "vgg16:width=0.0625,head=4,drop=20",
    PICTURES "vgg19:width=0.0625,head=4,drop=20",
    PICTURES "vgg8:width=0.0625,head=4,drop=20",
    PICTURES "vit:depth=1,heads=2,dim=8",
    PICTURES "wrn:depth=10,width=0.0625,drop=20",
    // Other contents of a run: a loss and a schedule with states, the best weights, curvature, diagnostics;
    // multi-label data.
    "data=moons:train=40,val=20,test=20&model=mlp:hidden=4&loss=adafocal&optimizer=adam&schedule=plateau:by="
    "ece,patience=2&keep=best"
    "&by=ece&curvature=2&diagnostics=yes&epochs=3&batch=10",
    "data=scenes:train=40,val=20,test=20&model=mlp:hidden=4&head=sigmoid&epochs=2&batch=10",
};
enum { LINKS = sizeof links / sizeof *links };

static cal_training *open(cal_lab *lab, const char *link, const cal_bytes *start, cal_start as) {
    cal_training_def def = cal_default_training();
    cal_training *t = NULL;
    cal_link *parsed;
    GOOD(cal_link_parse(&parsed, link, &err));
    def.link = parsed, def.start_as = as;
    if (start) def.start = start->data, def.start_size = start->size;
    GOOD(cal_training_create(&t, lab, &def, &err));
    cal_link_free(parsed);
    return t;
}

static void finish(cal_training *t, cal_training_result *result) {
    GOOD(cal_training_run(t, 0, &err));
    GOOD(cal_training_receipt(result, t, &err));
}

static void live(const char *link) {
    cal_training_result whole = {0}, resumed = {0};
    cal_bytes state = {0}, weights = {0}, json = {0};
    cal_lab_def def = cal_default_lab();
    cal_report *report = NULL;
    cal_lab *lab = NULL;
    def.threads = 2;
    GOOD(cal_lab_create(&lab, &def, &err));
    cal_training *t = open(lab, link, NULL, CAL_START_RESUME);
    finish(t, &whole);
    cal_training_free(t);

    t = open(lab, link, NULL, CAL_START_RESUME);
    GOOD(cal_training_run(t, 1, &err));
    GOOD(cal_training_save(&state, t, &err));
    cal_training_free(t);

    t = open(lab, link, &state, CAL_START_RESUME);
    finish(t, &resumed);
    CHECK_TEXT(resumed.digest, whole.digest);
    GOOD(cal_report_training(&report, t, &err));
    GOOD(cal_report_json(&json, report, &err));
    GOOD(cal_training_weights(&weights, t, &err));
    cal_report_free(report);
    cal_training_free(t);

    t = open(lab, link, &weights, CAL_START_TRAINED);
    cal_training_evaluate(t);
    cal_training_free(t);
    // A refused call leaks nothing either.
    cal_training_def damaged = cal_default_training();
    cal_link *parsed;
    GOOD(cal_link_parse(&parsed, link, &err));
    damaged.link = parsed, damaged.start = state.data, damaged.start_size = state.size / 2;
    CHECK(cal_training_create(&t, lab, &damaged, &err) == CAL_FAILED);
    cal_link_free(parsed);
    cal_lab_free(lab);
    cal_bytes_free(&state), cal_bytes_free(&weights), cal_bytes_free(&json);
    cal_bytes_free(&whole.link), cal_bytes_free(&resumed.link);
}

static void test_each_model_is_here(void) {
    for (int i = 0; i < cal_catalog_count("model"); i++) {
        cal_catalog_info model = {0};
        bool here = false;
        GOOD(cal_catalog_entry(&model, "model", i, &err));
        const char *id = model.id;
        for (int j = 0; j < LINKS; j++) {
            const char *text = strstr(links[j], "model=") + strlen("model=");
            here |= strncmp(text, id, strlen(id)) == 0 && strchr(":&", text[strlen(id)]);
        }
        if (!here) printf("no link here has the model %s\n", id);
        CHECK(here);
    }
}

int main(void) {
    test_each_model_is_here();
    for (int i = 0; i < LINKS; i++) {
        if (!CHECK_TURN(6, i)) continue;
        live(links[i]);
        const int leaks = LEAKS();
        if (leaks) printf("leaks after %s\n", links[i]);
        CHECK(!leaks);
    }
    return CHECK_DONE();
}
