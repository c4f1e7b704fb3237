// After the first two steps, a training step allocates no memory, and soon touches no page for the first
// time. A sleeping worker first touches its pages when it wakes, so this may take some steps. A step that
// works in fresh memory would touch some in every round.
#include <stdlib.h>
#include <sys/resource.h>
#include "check.h"
#include "run/train/trainer.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 }; // the sanitizer's bookkeeping touches pages
#elif defined(__has_feature)
enum { SANITIZED = __has_feature(address_sanitizer) };
#else
enum { SANITIZED = 0 };
#endif

// An epoch has 20 steps and ends with its last.
enum { WARM = 2, STEPS = 2, ROUNDS = SANITIZED ? 1 : 8, LANES = 2 };

static long allocations;

// Replaces the C library's allocator, which base/memory.c calls.
void *aligned_alloc(size_t alignment, size_t size) {
    void *memory = NULL;
    allocations++;
    return posix_memalign(&memory, alignment, size) ? NULL : memory;
}

static long faults(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt + usage.ru_majflt;
}

static void check_steps(const char *link) {
    cal_spec spec;
    cal_dataset data;
    cal_error err = {CAL_OK, ""};
    cal_pool *pool = NULL;
    cal_run *run = NULL;
    cal_progress progress;
    CHECK(cal_spec_parse(&spec, link, strlen(link), &err) == CAL_OK);
    CHECK(cal_pool_create(&pool, LANES, &err) == CAL_OK);
    CHECK(cal_data_load(&data, &spec.data, NULL, 0, &err) == CAL_OK);
    CHECK(cal_run_create(&run, &spec, CAL_RUN_TRAIN, &data, NULL, pool, &err) == CAL_OK);
    CHECK_TEXT(err.text, "");
    for (int i = 0; i < WARM; i++) CHECK(cal_run_step(&progress, run, &err) == CAL_OK);
    long allocated = allocations, touched = 1;
    for (int round = 0; round < ROUNDS && touched; round++) {
        touched = faults();
        for (int i = 0; i < STEPS; i++)
            CHECK(cal_run_step(&progress, run, &err) == CAL_OK && progress == CAL_STEPPED);
        touched = faults() - touched;
    }
    allocated = allocations - allocated;
    if (allocated || touched)
        printf("%s: %ld allocations, %ld pages in the last %d steps\n", link, allocated, touched, STEPS);
    CHECK(allocated == 0);
    CHECK(SANITIZED || touched == 0);
    cal_run_free(run);
    cal_pool_free(pool);
}

int main(void) {
    check_steps("data=shapes10:train=640,val=0,test=10&model=mlp&batch=32&epochs=1");
    check_steps(
        "data=shapes10:train=640,val=0,test=10&model=cnn-s&batch=32&epochs=1&augment=crop-flip&clip=1");
    check_steps("data=shapes10:train=160,val=0,test=10&model=resnet8&batch=8&epochs=1&optimizer=adamw");
    check_steps("data=shapes10:train=160,val=0,test=10&model=mobilenetv2&batch=8&epochs=1&loss=focal");
    check_steps("data=shapes10:train=160,val=0,test=10&model=resnet8&batch=8&epochs=1&sam=0.05");
    check_steps("data=shapes10:train=160,val=0,test=10&model=vit&batch=8&epochs=1&optimizer=adam");
    return CHECK_DONE();
}
