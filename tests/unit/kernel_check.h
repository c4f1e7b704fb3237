// Helpers for kernel tests: arrays between guard bytes, environments with guarded scratch, reproducible
// values, and comparison of a float result with a double one.
#ifndef CAL_TESTS_KERNEL_CHECK_H
#define CAL_TESTS_KERNEL_CHECK_H
#include <stdbool.h>
#include <string.h>
#include "base/memory.h"
#include "base/simd_width.h"
#include "check.h"
#include "kernel/env.h"

enum { GUARD = 64, GUARD_BYTE = 0xA5 };

// Allocates `bytes` usable bytes, all 0xFF (floats and doubles: NaN), so that missing writes and early reads
// show.
static inline void *guarded(size_t bytes) {
    unsigned char *block = cal_mem_alloc(bytes + 2 * GUARD);
    memset(block, GUARD_BYTE, bytes + 2 * GUARD);
    memset(block + GUARD, 0xFF, bytes);
    return block + GUARD;
}

// True if nothing was written around an array of this size.
static inline bool within_guards(const void *array, size_t bytes) {
    const unsigned char *front = (const unsigned char *)array - GUARD,
                        *back = (const unsigned char *)array + bytes;
    for (int i = 0; i < GUARD; i++)
        if (front[i] != GUARD_BYTE || back[i] != GUARD_BYTE) return false;
    return true;
}

// Also adds the contents to the digest of results, which is the same at every width.
static uint64_t results = 0;
static inline bool intact(const void *array, size_t bytes) {
    const unsigned char *at = array;
    size_t i = 0;
    for (uint64_t word; i + sizeof word <= bytes; i += sizeof word) {
        memcpy(&word, at + i, sizeof word);
        results = (results ^ word) * 1099511628211u;
        results ^= results >> 32; // carries differences in high bits of a word into all of the next
    }
    for (; i < bytes; i++) results = (results ^ at[i]) * 1099511628211u;
    return within_guards(array, bytes);
}

static inline void guarded_free(void *array) { cal_mem_free((unsigned char *)array - GUARD); }

// Runs `run` with exactly the scratch it requested; returns true if it stayed inside.
typedef void kernel_call(const cal_env *env, void *context);
static inline bool run_within(cal_pool *pool, size_t scratch_bytes, kernel_call *run, void *context) {
    cal_env env = {pool, guarded(scratch_bytes)};
    run(&env, context);
    bool ok = within_guards(env.scratch, scratch_bytes);
    guarded_free(env.scratch);
    return ok;
}

// Fills with values in (-1, 1), the same for the same seed.
static inline void fill_floats(float *x, size_t count, uint32_t seed) {
    uint32_t state = seed * 2654435761u + 12345u;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (float)((double)(int32_t)state / 2147483648.0);
    }
}

static CHECK_UNWATCHED inline size_t image_at(int c, int h, int w, int n, int k, int y, int x) {
    return (((size_t)n * ((c + 3) / 4) + (size_t)k / 4) * h + y) * w * 4 + (size_t)x * 4 + k % 4;
}

static inline void fill_image(float *x, int n, int c, int h, int w, uint32_t seed) {
    fill_floats(x, cal_image_floats(n, c, h, w), seed);
    for (int i = 0; i < n; i++)
        for (int k = c; k % 4; k++)
            for (int p = 0; p < h * w; p++) x[image_at(c, h, w, i, k, p / w, p % w)] = 0;
}

static inline bool padding_is_zero(const float *x, int n, int c, int h, int w) {
    for (int i = 0; i < n; i++)
        for (int k = c; k % 4; k++)
            for (int p = 0; p < h * w; p++)
                if (x[image_at(c, h, w, i, k, p / w, p % w)] != 0) return false;
    return true;
}

static CHECK_UNWATCHED inline double magnitude(double x) { return x < 0 ? -x : x; }

// A largest error and the largest value that it is relative to. NaN counts as an infinite error.
typedef struct error_scale {
    double error, scale;
} error_scale;
static CHECK_UNWATCHED inline void compare(error_scale *e, double got, double want) {
    double gap = magnitude(got - want);
    if (!(gap <= e->error)) e->error = gap == gap ? gap : 1e300;
    if (magnitude(want) > e->scale) e->scale = magnitude(want);
}
static inline bool within(const error_scale *e, double relative) {
    return e->error <= relative * (e->scale > 0 ? e->scale : 1);
}

// Runs at each width of the processor (base/simd_width.h) and compares the bits of all results.
static inline void at_every_width(void (*check)(void)) {
    uint64_t first = 0;
    for (cal_simd width = CAL_SIMD_128; width <= CAL_SIMD_512; width++) {
        if (!cal_simd_use(width)) continue;
        results = 0;
        check();
        if (width == CAL_SIMD_128) first = results;
        CHECK(results == first);
    }
}

static inline cal_pool *pool_of(int workers) {
    cal_pool *pool = NULL;
    cal_error err;
    CHECK(cal_pool_create(&pool, workers, &err) == CAL_OK);
    return pool;
}

#endif
