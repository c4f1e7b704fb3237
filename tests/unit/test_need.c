// What a run takes, by what it hands out and gives back, against what cal_run_need said before: of every model,
// loss, penalty and optimizer, and of generated data. With arguments, LINK FILE...: that run, as JSON.
#include <stdint.h>
#include <stdlib.h>
#include "check.h"
#include "catalog/registry/registry.h"
#include "run/probe/probe.h"
#include "run/train/trainer.h"

// ---- what is taken: stands in for the C library's allocator, which base/memory.c calls

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
#define SANITIZED
#endif

static size_t live, peak;
#ifndef SANITIZED
enum { PLACES = 1 << 16 };
typedef struct block {
    void *at;
    size_t size;
} block;
static block place[PLACES]; // by their hash, the next free place where it is taken

static block *find(const void *at) {
    size_t i = ((uintptr_t)at >> 6) * 2654435761u % PLACES;
    while (place[i].at && place[i].at != at) i = (i + 1) % PLACES;
    return &place[i];
}

void *aligned_alloc(size_t alignment, size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, alignment, size)) return NULL;
    *find(memory) = (block){memory, size};
    live += size;
    if (live > peak) peak = live;
    return memory;
}

extern void __libc_free(void *memory);
void free(void *memory) {
    block *b = memory ? find(memory) : NULL;
    if (b && b->at) {
        live -= b->size;
        b->at = NULL;
        for (size_t i = (size_t)(b - place + 1) % PLACES; place[i].at; i = (i + 1) % PLACES) {
            const block moved = place[i]; // it may have been pushed on by this one
            place[i].at = NULL;
            *find(moved.at) = moved;
        }
    }
    __libc_free(memory);
}
#endif

// ---- one run

static cal_pool *pool; // one thread: the counting above is not for several

typedef struct taken {
    cal_need need;
    size_t kept, most, state; // after it was made; at most until its report stands; for saving it
} taken;

static cal_status measure(taken *out, const char *link, const cal_file *files, int count, cal_use use,
                          cal_error *err) {
    static cal_spec spec;
    cal_dataset data = {0};
    cal_run *run = NULL;
    cal_text report = {0}, state = {0};
    cal_progress progress = CAL_STEPPED;
    const size_t before = live;
    cal_status status = cal_spec_parse(&spec, link, strlen(link), err);
    if (!status) status = cal_run_need(&out->need, &spec, use, cal_pool_workers(pool), err);
    CHECK(live == before);
    if (!status) status = cal_data_load(&data, &spec.data, files, count, err);
    peak = live;
    if (!status) status = cal_run_create(&run, &spec, use, &data, NULL, pool, err);
    out->kept = live - before;
    while (!status && use == CAL_RUN_TRAIN && progress != CAL_RUN_ENDED)
        status = cal_run_step(&progress, run, err);
    if (!status && use == CAL_RUN_TRAIN) status = cal_run_report(run, &report, err);
    out->most = peak - before;
    cal_text_free(&report);
    const size_t trained = live;
    peak = live;
    if (!status && use == CAL_RUN_TRAIN) status = cal_run_save(&state, run, err);
    out->state = peak - trained;
    cal_text_free(&state);
    cal_run_free(run);
    CHECK(live == before);
    return status;
}

// What is kept is told to the byte. What passes is bounded: never less, and at most twice of it and 1 MB more, or
// five times where texts of many epochs or bins are most of it; how long they get depends on the numbers.
enum { BESIDE = 1 << 20 };

static void check(const char *link, cal_use use, bool texts) {
    taken t = {0};
    cal_error err = {CAL_OK, ""};
    if (measure(&t, link, NULL, 0, use, &err)) printf("%s: %s\n", link, err.text);
    CHECK(!err.status);
    const size_t passes = t.most - t.kept, told = t.need.bytes - t.need.kept;
    const bool states = use != CAL_RUN_TRAIN || (t.need.state >= t.state && t.need.state <= t.state + BESIDE);
    const bool good =
        t.need.kept == t.kept && told >= passes && told <= (texts ? 5 : 2) * passes + BESIDE && states;
    if (!good || getenv("SHOW"))
        printf("%s: kept %zu of %zu, passing %zu of %zu, state %zu of %zu\n", link, t.kept, t.need.kept,
               passes, told, t.state, t.need.state);
    CHECK(good);
}

// ---- probes

static void begin(void *to, int rows) { (void)to, (void)rows; }
static void row(void *to, const double *cell) { (void)to, (void)cell; }

static void check_probe(const char *link, const char *probe) {
    static cal_spec spec;
    static cal_choice choice;
    cal_error err = {CAL_OK, ""};
    cal_probe_need need = {0};
    cal_dataset data = {0};
    cal_run *run = NULL;
    cal_table table = {.begin = begin, .row = row};
    cal_status status = cal_spec_parse(&spec, link, strlen(link), &err);
    if (!status) status = cal_choice_parse_in(&choice, &cal_probe_registry, probe, strlen(probe), &err);
    const size_t before = live;
    if (!status) status = cal_probe_needs(&need, &spec, &choice, 1, &err);
    if (!status) status = cal_data_load(&data, &spec.data, NULL, 0, &err);
    peak = live;
    if (!status) status = cal_run_create(&run, &spec, CAL_RUN_INSPECT, &data, NULL, pool, &err);
    if (!status) status = cal_probe_make(&table, run, &choice, &err);
    const size_t taken = peak - before;
    const bool good = !status && need.bytes >= taken && need.bytes <= 2 * taken + BESIDE;
    if (!good || getenv("SHOW"))
        printf("%s of %s: %zu of %zu %s\n", probe, link, taken, need.bytes, err.text);
    CHECK(good);
    cal_run_free(run);
    CHECK(live == before);
}

static void check_link(const char *format, const char *id) {
    char link[512];
    snprintf(link, sizeof link, format, id);
    const bool texts = strstr(link, "epochs=1000") || strstr(link, "bins=1000");
    check(link, CAL_RUN_TRAIN, texts);
    check(link, CAL_RUN_INSPECT, texts);
}

#define POINTS "data=moons:train=40,val=30,test=20&epochs=2&batch=16"

static void check_registry(const char *kind, const char *format) {
    const cal_registry *registry = cal_registry_find(kind);
    const cal_entry *entry;
    for (int i = 0; (entry = registry->entry(i)); i++) check_link(format, entry->id);
}

int main(int argc, char **argv) {
    cal_error err = {CAL_OK, ""};
    CHECK(cal_pool_create(&pool, 1, &err) == CAL_OK);
#ifndef SANITIZED
    if (argc > 1) {
        for (int i = 1; i < argc; i++) check_link("%s", argv[i]);
        return CHECK_DONE();
    }
    check_registry("loss", POINTS "&model=mlp:hidden=8&keep=best&loss=%s");
    check_registry("loss", POINTS "&model=mlp:hidden=8&diagnostics=yes&curvature=2&switch=1:focal&loss=%s");
    check_registry("penalty", POINTS "&model=mlp:hidden=8&penalty=%s");
    check_registry("optimizer", POINTS "&model=mlp:hidden=8&keep=best&optimizer=%s");
    check_registry("schedule", POINTS "&model=logistic&schedule=%s");
    const cal_entry *model;
    for (int i = 0; (model = cal_registry_find("model")->entry(i)); i++)
        check_link(strcmp(model->id, "gpcnn") ? "data=shapes10:train=5,val=3,test=3&epochs=1&batch=2&model=%s"
                                              : "data=words:train=5,val=3,test=3&epochs=1&batch=2&model=%s",
                   model->id);
    for (int i = 0; (model = cal_probe_registry.entry(i)); i++) {
        check_probe(strcmp(model->id, "boundary")
                        ? "data=shapes10:train=30,val=20,test=10&model=resnet8:width=0.25"
                        : POINTS "&model=mlp:hidden=8",
                    model->id);
        if (strcmp(model->id, "boundary") && strcmp(model->id, "gradcam") &&
            strcmp(model->id, "normalisation"))
            check_probe("data=moons:train=2000,val=1000,test=1000&model=mlp:hidden=8", model->id);
    }
    static const char *const others[] = {
        "data=gaussians:train=20,val=10,test=30&model=logistic&epochs=1",
        "data=words:train=30,val=20,test=20,length=40&model=gpcnn:dim=8&epochs=2&diagnostics=yes",
        "data=gaussians:train=10,val=6000,test=6000&epochs=1",
        "data=gaussians:train=6000,val=5,test=5&epochs=2&diagnostics=yes&bins=1000",
        "data=gaussians:train=10,val=0,test=100&epochs=3",
        "data=moons:train=1,val=1,test=1&model=mlp:hidden=16&epochs=1000&bins=1000",
        "data=moons:train=20,val=20,test=20&model=mlp:hidden=16&epochs=1000&loss=adafocal:bins=20",
        "data=shapes10:train=10,val=130,test=20&epochs=1&model=cnn-s&curvature=2&batch=100&keep=best",
        "data=shapes10:train=10,val=700,test=20&epochs=1&model=resnet8:width=0.25&augment=crop-flip&batch=6"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) check_link("%s", others[i]);
#endif
    (void)argc, (void)argv;
    cal_pool_free(pool);
    return CHECK_DONE();
}
