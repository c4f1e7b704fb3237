// Refuses each allocation of a whole run in turn. The run fails with an error, or succeeds without it and its
// report is the same to the last byte. The sanitized build checks that nothing leaks or is used half made.
#include <stdlib.h>
#include "check.h"
#include "run/probe/probe.h"
#include "run/train/trainer.h"

static long allocations, refused; // `refused` is the number of the refused one, from 1; 0: none

// Replaces the C library's allocator, which base/memory.c calls.
void *aligned_alloc(size_t alignment, size_t size) {
    void *memory = NULL;
    if (++allocations == refused || posix_memalign(&memory, alignment, size)) return NULL;
    return memory;
}

// `whole`: with the whole report, else only the digest and the history's curvature.
static cal_status train(cal_text *report, const char *link, bool whole, cal_error *err) {
    static cal_spec spec;
    cal_need need;
    cal_dataset data = {0};
    cal_pool *pool = NULL;
    cal_run *run = NULL;
    cal_progress progress = CAL_STEPPED;
    cal_status status = cal_spec_parse(&spec, link, strlen(link), err);
    if (!status) status = cal_pool_create(&pool, 1, err);
    if (!status) status = cal_run_need(&need, &spec, CAL_RUN_TRAIN, 1, err);
    if (!status) status = cal_data_load(&data, &spec.data, NULL, 0, err);
    if (!status) status = cal_run_create(&run, &spec, CAL_RUN_TRAIN, &data, NULL, pool, err);
    while (!status && progress != CAL_RUN_ENDED) status = cal_run_step(&progress, run, err);
    cal_receipt receipt;
    char digest[65];
    if (!status && whole) status = cal_run_report(run, report, err);
    if (!status && !whole) {
        status = cal_run_digest(&receipt, digest, run, err);
        cal_receipt_write(report, &receipt);
        cal_run_write_epoch(run, 0, report);
    }
    if (!status && report->refused) status = cal_fail(err, CAL_MEMORY, "memory for the report was refused");
    cal_run_free(run);
    cal_pool_free(pool);
    return status;
}

static void check_link(const char *link, bool reported, int stride) {
    cal_text whole = {0};
    cal_error err = {CAL_OK, ""};
    allocations = refused = 0;
    CHECK(train(&whole, link, reported, &err) == CAL_OK);
    long all = allocations;
    for (long i = 1; i <= all; i += stride) {
        if (!CHECK_TURN(8, i / stride)) continue;
        cal_text report = {0};
        err = (cal_error){CAL_OK, ""};
        allocations = 0;
        refused = i;
        cal_status status = train(&report, link, reported, &err);
        bool good = status ? status == CAL_MEMORY && err.text[0] : !strcmp(report.data, whole.data);
        if (!good) printf("%s: allocation %ld of %ld: status %d, '%s'\n", link, i, all, status, err.text);
        CHECK(good);
        cal_text_free(&report);
    }
    refused = 0;
    cal_text_free(&whole);
}

// ---- probes

typedef struct sums {
    double sum;
    int columns;
} sums;

static void begin(void *to, int rows) {
    sums *s = to;
    s->sum = rows;
}

static void row(void *to, const double *cell) {
    sums *s = to;
    for (int i = 0; i < s->columns; i++) s->sum += cell[i] == cell[i] ? (i + 1) * cell[i] : 0;
}

// A run of CAL_RUN_INSPECT at the state, and a probe of it.
static cal_status look(sums *out, const cal_spec *spec, const cal_text *state, const cal_choice *choice,
                       cal_error *err) {
    const cal_file file = {"state", (const uint8_t *)state->data, (size_t)state->length};
    cal_table table = {.begin = begin, .row = row, .to = out};
    cal_dataset data = {0};
    cal_pool *pool = NULL;
    cal_run *run = NULL;
    cal_probe_need need;
    cal_status status = cal_probe_needs(&need, spec, choice, NULL, 1, err);
    if (!status) status = cal_pool_create(&pool, 1, err);
    if (!status) status = cal_data_load(&data, &spec->data, NULL, 0, err);
    if (!status) status = cal_run_create(&run, spec, CAL_RUN_INSPECT, &data, NULL, pool, err);
    if (!status) status = cal_run_resume(run, &file, err);
    *out = (sums){.columns = status ? 0 : cal_probe_columns(cal_probe_of(choice), cal_run_data(run)->k)};
    if (!status) status = cal_probe_make(&table, run, choice, NULL, err);
    cal_run_free(run);
    cal_pool_free(pool);
    return status;
}

static void check_probe(const char *link, const char *probe) {
    static cal_spec spec;
    static cal_choice choice;
    cal_dataset data;
    cal_pool *pool = NULL;
    cal_run *run = NULL;
    cal_text state = {0};
    cal_error err = {CAL_OK, ""};
    sums whole, got;
    CHECK(!cal_spec_parse(&spec, link, strlen(link), &err) && !cal_pool_create(&pool, 1, &err));
    CHECK(!cal_data_load(&data, &spec.data, NULL, 0, &err));
    CHECK(!cal_run_create(&run, &spec, CAL_RUN_TRAIN, &data, NULL, pool, &err) &&
          !cal_run_save(&state, run, &err));
    cal_run_free(run);
    cal_pool_free(pool);
    CHECK(!cal_choice_parse_in(&choice, &cal_probe_registry, probe, strlen(probe), &err));
    allocations = 0;
    CHECK(look(&whole, &spec, &state, &choice, &err) == CAL_OK);
    long all = allocations;
    for (long i = 1; i <= all; i++) {
        if (!CHECK_TURN(8, i)) continue;
        err = (cal_error){CAL_OK, ""};
        allocations = 0;
        refused = i;
        cal_status status = look(&got, &spec, &state, &choice, &err);
        bool good = status ? status == CAL_MEMORY && err.text[0] : got.sum == whole.sum;
        if (!good) printf("%s: allocation %ld of %ld: status %d, '%s'\n", probe, i, all, status, err.text);
        CHECK(good);
    }
    refused = 0;
    cal_text_free(&state);
}

int main(void) {
    // A smaller last batch, and every layer that has state.
    check_link("data=shapes10:train=3,val=0,test=1&model=layers:c5s2-bn-relu-mp2-r(c8s2-bn)-ap2-fc&batch=2"
               "&epochs=1&clip=1&loss=focal&optimizer=adam&bins=2",
               false, 1);
    check_link(
        "data=words:train=3,val=0,test=1,length=4&model=layers:emb4v100-ln-tokens-cls-pos-r(ln-att2)-first-fc"
        "&batch=2&epochs=1&bins=2",
        false, 1);
    check_link("data=moons:train=5,val=3,test=2&model=layers:fc3-tanh-fc&batch=2&epochs=1&curvature=2&"
               "diagnostics=yes&bins=2&loss=adafocal:bins=2&penalty=trace",
               false, 1);
    // A report allocates for every draw of its noise floors and intervals.
    check_link("data=moons:train=5,val=2,test=2&model=layers:r(bn)-r(fc2-tanh)-bn-fc&batch=4&epochs=1", true,
               199);
    const char *plane = "data=moons:train=5,val=3,test=2&model=layers:fc3-tanh-fc&batch=2&epochs=1&"
                        "loss=adafocal:bins=2&keep=best&diagnostics=yes";
    const char *pictures =
        "data=shapes10:train=3,val=2,test=1&model=layers:c5s2-bn-relu-mp2-fc&batch=2&epochs=1";
    check_probe(plane, "landscape:grid=2");
    check_probe(plane, "boundary:grid=3");
    check_probe(plane, "gradients");
    check_probe(plane, "curvature:steps=2,vectors=2");
    check_probe(pictures, "logits:corruption=blur");
    check_probe(pictures, "gradcam");
    return CHECK_DONE();
}
