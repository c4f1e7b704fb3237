// Checks for the unit tests: each failure is printed with its line, and the test continues. Skipped checks
// are printed, too, and engine/unit.test.mjs reports them.
//
//     int main(void) {
//         CHECK(1 + 1 == 2);
//         CHECK_NEAR(cal_exp(1), 2.718281828459045, 1e-15); // absolute tolerance; a NaN fails
//         CHECK_TEXT(err.text, "loss focal: gamma=200 is not a number from 0 to 100");
//         if (!file) CHECK_SKIP("the real files", "data/cifar10 is not in ../shared");
//         return CHECK_DONE();
//     }
#ifndef CHECK_H
#define CHECK_H
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_count, check_failures;

static inline int check_that(int good) {
    check_count++;
    check_failures += !good;
    return good;
}

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!check_that(!!(condition))) printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);     \
    } while (0)

#define CHECK_NEAR(got, wanted, tolerance)                                                                   \
    do {                                                                                                     \
        double check_got = (got), check_wanted = (wanted);                                                   \
        if (!check_that(__builtin_fabs(check_got - check_wanted) <= (tolerance)))                            \
            printf("%s:%d: %s is %.17g, not %.17g within %g\n", __FILE__, __LINE__, #got, check_got,         \
                   check_wanted, (double)(tolerance));                                                       \
    } while (0)

#define CHECK_TEXT(got, wanted)                                                                              \
    do {                                                                                                     \
        const char *check_got = (got), *check_wanted = (wanted);                                             \
        if (!check_that(check_got && strcmp(check_got, check_wanted) == 0))                                  \
            printf("%s:%d: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, #got,                            \
                   check_got ? check_got : "(null)", check_wanted);                                          \
    } while (0)

// Divides repetitions of the same case: one eighth under the sanitizers, which are about ten times slower and
// look for accesses, not for rare values.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHECK_TIMES(n)   (((n) + 7) / 8)
#define CHECK_TURN(n, i) CHECK_SOME(n, i)
#endif
#endif
#ifndef CHECK_TIMES
#define CHECK_TIMES(n)   (n)
#define CHECK_TURN(n, i) CHECK_SOME(((n) + 1) / 2, i)
#endif
// Returns true if case i of many is tried: one in n, chosen by the seed of the whole test run. The long form
// (tests/support/soak.mjs) tries all. CHECK_SOME samples equally in every build; CHECK_TURN doubles the
// sample without the sanitizers.
static inline bool check_some(long n, long i) {
    const char *seed = getenv("CAL_SEED");
    return getenv("CAL_SOAK") || (i + (seed ? atol(seed) : 1)) % n == 0;
}
#define CHECK_SOME(n, i) check_some(n, i)

// A test's slow formula, exempt from the sanitizers.
#if defined(__has_attribute)
#if __has_attribute(no_sanitize)
#define CHECK_UNWATCHED __attribute__((no_sanitize("address", "undefined")))
#endif
#endif
#ifndef CHECK_UNWATCHED
#define CHECK_UNWATCHED
#endif

#define CHECK_SKIP(what, why) printf("skipped: %s: %s\n", what, why)

// Returns the exit status. A test that checked nothing has failed.
static inline int check_done(const char *file) {
    printf("%s: %d checks, %d failed\n", file, check_count, check_failures);
    return check_failures || !check_count;
}
#define CHECK_DONE() check_done(__FILE__)

#endif
