// Measures a run's allocations and compares them with the prediction of cal_run_need.
#ifndef TAKEN_H
#define TAKEN_H
#include <stdint.h>
#include <stdlib.h>
#include "check.h"
#include "catalog/registry/registry.h"
#include "run/train/trainer.h"

// ---- counting: replaces the C library's allocator, which base/memory.c calls

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
static block place[PLACES]; // by hash, with linear probing

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
            const block moved = place[i]; // this block may have displaced it
            place[i].at = NULL;
            *find(moved.at) = moved;
        }
    }
    __libc_free(memory);
}
#endif

// ---- one run

static cal_pool *pool; // one thread: the counting above is not thread-safe

typedef struct taken {
    cal_need need;
    size_t kept, most, state; // after creation; peak until the report is written; for saving
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

// Kept memory is planned to the byte, except up to `names` bytes of names in files. Temporary memory is
// bounded: never less than is taken, and at most twice that and 1 MB more. Five times, if texts of many
// epochs or bins dominate, whose length depends on the numbers.
enum { SLACK = 1 << 20 };

static void check_files(const char *link, const cal_file *files, int count, size_t names, cal_use use,
                        bool texts) {
    taken t = {0};
    cal_error err = {CAL_OK, ""};
    if (measure(&t, link, files, count, use, &err)) printf("%s: %s\n", link, err.text);
    CHECK(!err.status);
    const size_t passes = t.most - t.kept, predicted = t.need.bytes - t.need.kept;
    const bool states = use != CAL_RUN_TRAIN || (t.need.state >= t.state && t.need.state <= t.state + SLACK);
    const bool good = t.need.kept >= t.kept && t.need.kept <= t.kept + names && predicted >= passes &&
                      predicted <= (texts ? 5 : 2) * passes + SLACK && states;
    if (!good || getenv("SHOW"))
        printf("%s: kept %zu of %zu, passing %zu of %zu, state %zu of %zu\n", link, t.kept, t.need.kept,
               passes, predicted, t.state, t.need.state);
    CHECK(good);
}

static void check_link(const char *format, const char *id) {
    char link[512];
    snprintf(link, sizeof link, format, id);
    const bool texts = strstr(link, "epochs=1000") || strstr(link, "bins=1000");
    check_files(link, NULL, 0, 0, CAL_RUN_TRAIN, texts);
    check_files(link, NULL, 0, 0, CAL_RUN_INSPECT, texts);
}

#endif
