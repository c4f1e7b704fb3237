// Compares a run's memory with the prediction of cal_run_need, for every model, loss, penalty and optimizer,
// on generated data. See test_need_files.c for data from files. With arguments, LINK...: those runs.
#include "run/probe/probe.h"
#include "taken.h"

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
    if (!status) status = cal_probe_needs(&need, &spec, &choice, NULL, 1, &err);
    if (!status) status = cal_data_load(&data, &spec.data, NULL, 0, &err);
    peak = live;
    if (!status) status = cal_run_create(&run, &spec, CAL_RUN_INSPECT, &data, NULL, pool, &err);
    if (!status) status = cal_probe_make(&table, run, &choice, NULL, &err);
    const size_t taken = peak - before;
    const bool good = !status && need.bytes >= taken && need.bytes <= 2 * taken + SLACK;
    if (!good || getenv("SHOW"))
        printf("%s of %s: %zu of %zu %s\n", probe, link, taken, need.bytes, err.text);
    CHECK(good);
    cal_run_free(run);
    CHECK(live == before);
}

#define POINTS "data=moons:train=40,val=30,test=20&epochs=2&batch=16"

static void check_registry(const char *kind, const char *format) {
    const cal_registry *registry = cal_registry_find(kind);
    const cal_entry *entry;
    for (int i = 0; (entry = registry->entry(i)); i++)
        if (CHECK_SOME(2, i)) check_link(format, entry->id);
}

// Checks a model; those with millions of parameters at a quarter of their width, in a tenth of the time.
static void check_model(const char *id) {
    static const char *const large[] = {"resnet18", "resnet50", "vgg16", "vgg19"};
    char model[32];
    bool narrow = false;
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) narrow |= !strcmp(id, large[i]);
    snprintf(model, sizeof model, "%s%s", id, narrow ? ":width=0.25" : "");
    check_link(strcmp(id, "gpcnn") ? "data=shapes10:train=5,val=3,test=3&epochs=1&batch=2&model=%s"
                                   : "data=words:train=5,val=3,test=3&epochs=1&batch=2&model=%s",
               model);
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
        if (CHECK_SOME(4, i)) check_model(model->id);
    for (int i = 0; (model = cal_probe_registry.entry(i)); i++) {
        if (!CHECK_SOME(2, i)) continue;
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
        "data=gaussians:train=10,val=1500,test=1500&epochs=1",
        "data=gaussians:train=6000,val=5,test=5&epochs=2&diagnostics=yes&bins=1000",
        "data=gaussians:train=10,val=0,test=100&epochs=3",
        "data=scenes:train=40,val=30,test=50,missing=0.2&model=mlp:hidden=8&head=sigmoid&epochs=2&keep=best",
        "data=scenes:train=700,val=40,test=60&model=logistic&head=sigmoid&loss=fcl&epochs=1",
        "data=shapes10:train=20,val=0,test=40&model=logistic&head=sigmoid&epochs=2",
        "data=moons:train=1,val=1,test=1&model=mlp:hidden=16&epochs=1000&bins=1000",
        "data=moons:train=20,val=20,test=20&model=mlp:hidden=16&epochs=1000&loss=adafocal:bins=20",
        "data=shapes10:train=9,val=130,test=20&epochs=1&model=layers:c8-bn-gap-fc&curvature=2&batch=99",
        "data=shapes10:train=10,val=700,test=20&epochs=1&model=resnet8:width=0.25&augment=crop-flip&batch=6"};
    for (int i = 0; i < (int)(sizeof others / sizeof *others); i++)
        if (CHECK_SOME(2, i)) check_link("%s", others[i]);
#endif
    (void)argc, (void)argv, (void)check_probe, (void)check_registry, (void)check_model;
    cal_pool_free(pool);
    return CHECK_DONE();
}
