// The pool: every chunk runs once, with its worker's index, and sums are equal for 1 to 8 workers. Thousands
// of short loops with pauses would hang on a lost wake-up. Also loops concurrent with a loop.
#include "base/parallel.h"
#include "base/random/random.h"
#include "check.h"
#include <stdbool.h>
#include <stdatomic.h>
#include <time.h>

enum { CHUNKS = 97, PER_CHUNK = 500 };

typedef struct work {
    double partial[CHUNKS];
    atomic_int runs[CHUNKS];
    atomic_bool busy[8]; // a worker runs one chunk at a time
    atomic_int wrong_workers;
    int workers;
} work;

static void sum_chunk(void *context, int chunk, int worker) {
    work *w = context;
    if (worker < 0 || worker >= w->workers || atomic_exchange(&w->busy[worker], true)) w->wrong_workers++;
    double sum = 0;
    for (int i = 0; i < PER_CHUNK; i++)
        sum += cal_random_normal(3, CAL_STREAM_DATA, (uint64_t)chunk, (uint64_t)i);
    w->partial[chunk] = sum;
    w->runs[chunk]++;
    if (worker >= 0 && worker < w->workers) w->busy[worker] = false;
}

static double folded(cal_pool *pool, int workers) {
    work w = {.workers = workers};
    cal_pool_run(pool, CHUNKS, sum_chunk, &w);
    double total = 0;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        if (w.runs[chunk] != 1) CHECK(w.runs[chunk] == 1);
        total += w.partial[chunk];
    }
    CHECK(w.wrong_workers == 0);
    return total;
}

static void count_chunk(void *context, int chunk, int worker) {
    (void)worker;
    atomic_fetch_add((atomic_int *)context, chunk + 1);
}

static void rest(long nanoseconds) { nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL); }

// Runs short loops while other workers take chunks of a longer one.
typedef struct concurrent_work {
    cal_pool *pool;
    int runs, wrong;
    work inner;
} concurrent_work;

static void run_concurrently(void *context) {
    concurrent_work *b = context;
    b->runs++;
    for (int loop = 0; loop < 20; loop++) {
        atomic_int total = 0;
        cal_pool_run(b->pool, loop, count_chunk, &total);
        b->wrong += total != loop * (loop + 1) / 2;
    }
    cal_pool_run(b->pool, CHUNKS, sum_chunk, &b->inner);
}

static void check_concurrent(cal_pool *pool, int workers, int chunks, double alone) {
    concurrent_work b = {.pool = pool, .inner = {.workers = workers}};
    work outer = {.workers = workers};
    double sum = 0;
    cal_pool_run_concurrent(pool, chunks, sum_chunk, &outer, &(cal_concurrent){run_concurrently, &b});
    CHECK(b.runs == 1 && b.wrong == 0 && outer.wrong_workers == 0 && b.inner.wrong_workers == 0);
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        if (outer.runs[chunk] != (chunk < chunks) || b.inner.runs[chunk] != 1) CHECK(false);
        sum += b.inner.partial[chunk];
    }
    CHECK(sum == alone);
}

static double clock_now;
static double ticking(void) { return clock_now += 4; } // so a loop takes 4 seconds

static double seconds_of(cal_pool *pool, const cal_concurrent *also) {
    atomic_int total = 0;
    cal_pool_measure(pool, ticking);
    cal_pool_run_concurrent(pool, 3, count_chunk, &total, also);
    const double seconds = cal_pool_shared(pool);
    cal_pool_measure(pool, NULL);
    return seconds;
}

// The time of concurrent work is part of the loop's.
static void check_measured(void) {
    cal_pool *pool;
    cal_error err = {0};
    CHECK(cal_pool_create(&pool, 2, &err) == CAL_OK);
    concurrent_work b = {.pool = pool, .inner = {.workers = 2}};
    CHECK(seconds_of(pool, NULL) == 4 && seconds_of(pool, &(cal_concurrent){run_concurrently, &b}) == 4);
    cal_pool_free(pool);
}

static void check_projection(void) {
    static const int threads[] = {1, 2, 3, 4, 5};
    static const double of_four_chunks[] = {4, 2, 2, 1, 1};
    double seconds[5] = {0};
    atomic_int total = 0;
    cal_pool *pool;
    cal_error err = {0};
    CHECK(cal_pool_create(&pool, 1, &err) == CAL_OK);
    cal_pool_project(pool, ticking, threads, seconds, 5);
    cal_pool_run(pool, 4, count_chunk, &total);
    for (int i = 0; i < 5; i++) CHECK(seconds[i] == of_four_chunks[i]);
    cal_pool_run(pool, 1, count_chunk, &total); // one chunk cannot be shared
    cal_pool_run(pool, 0, count_chunk, &total);
    for (int i = 0; i < 5; i++) CHECK(seconds[i] == of_four_chunks[i] + 4);
    cal_pool_project(pool, ticking, NULL, NULL, 0);
    cal_pool_run(pool, 4, count_chunk, &total);
    CHECK(seconds[0] == 8 && total == 10 + 1 + 10);
    cal_pool_free(pool);
}

static void check_cut(void) {
    cal_error err = {0};
    cal_pool *pool;
    CHECK(cal_pool_create(&pool, 6, &err) == CAL_OK);
    // A few chunks become an equal number for each worker, at least two.
    CHECK(cal_pool_cut(pool, 1, 100) == 6 && cal_pool_cut(pool, 7, 100) == 12);
    CHECK(cal_pool_cut(NULL, 1, 100) == 2 && cal_pool_cut(NULL, 3, 100) == 4);
    CHECK(cal_pool_cut(pool, 1001, 5000) == 1001); // many stay unchanged
    CHECK(cal_pool_cut(pool, 2, 4) == 4 && cal_pool_cut(pool, 9, 1) == 1);
    const cal_concurrent also = {run_concurrently, NULL}; // keeps half of the workers busy
    CHECK(cal_pool_cut_concurrent(pool, 1, 100, &also) == 3 &&
          cal_pool_cut_concurrent(pool, 1, 100, NULL) == 6);
    CHECK(cal_pool_cut_concurrent(NULL, 1, 100, &also) == 2);
    cal_pool_free(pool);
    CHECK(cal_pool_create(&pool, 1, &err) == CAL_OK);
    double seconds[2] = {0};
    cal_pool_project(pool, ticking, (const int[]){5, 1}, seconds, 2);
    CHECK(cal_pool_cut(pool, 2, 100) == 5);
    cal_pool_project(pool, NULL, NULL, NULL, 0);
    CHECK(cal_pool_cut(pool, 3, 100) == 4);
    cal_pool_free(pool);
}

int main(void) {
    check_projection();
    check_cut();
    check_measured();
    double alone = folded(NULL, 1);
    check_concurrent(NULL, 1, 8, alone);
    CHECK(cal_pool_workers(NULL) == 1);
    for (int workers = 1; workers <= 8; workers++) {
        cal_pool *pool;
        cal_error err = {0};
        CHECK(cal_pool_create(&pool, workers, &err) == CAL_OK);
        CHECK(cal_pool_workers(pool) == workers);
        CHECK(folded(pool, workers) == alone);
        for (int chunks = 0; chunks <= 20; chunks++) check_concurrent(pool, workers, chunks, alone);
        int wrong = 0;
        for (int loop = 0; loop < 3000; loop++) {
            atomic_int total = 0;
            int chunks = loop % 9;
            cal_pool_run(pool, chunks, count_chunk, &total);
            wrong += total != chunks * (chunks + 1) / 2;
            // within and beyond the workers' spinning time
            if (loop % 50 == 0) rest(loop % 100 ? 20000 : 300000);
        }
        CHECK(wrong == 0);
        cal_pool_free(pool);
    }
    for (int i = 0; i < 200; i++) { // made and freed without work
        cal_pool *pool;
        CHECK(cal_pool_create(&pool, 3, NULL) == CAL_OK);
        cal_pool_free(pool);
    }
    cal_pool *pool;
    cal_error err = {0};
    CHECK(cal_pool_create(&pool, 100000, &err) == CAL_USAGE && !pool);
    CHECK_TEXT(err.text, "threads: 100000 is above 256");
    cal_pool_free(NULL);
    CHECK(cal_threads_available() >= 1);
    return CHECK_DONE();
}
