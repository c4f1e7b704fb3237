// The pool: every chunk once, by a worker of its own, the same sums for 1 to 8 workers, and thousands of
// short loops with rests between them (which is where a lost wake-up would hang).
#include "base/parallel.h"
#include "base/random.h"
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

static double clock_now;
static double ticking(void) { return clock_now += 4; } // so that a loop takes 4 seconds

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
    cal_pool_run(pool, 1, count_chunk, &total); // nobody can help with one chunk
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
    // A few chunks are made equally many for each worker, of two at least.
    CHECK(cal_pool_cut(pool, 1, 100) == 6 && cal_pool_cut(pool, 7, 100) == 12);
    CHECK(cal_pool_cut(NULL, 1, 100) == 2 && cal_pool_cut(NULL, 3, 100) == 4);
    CHECK(cal_pool_cut(pool, 1001, 5000) == 1001); // many are left as they are
    CHECK(cal_pool_cut(pool, 2, 4) == 4 && cal_pool_cut(pool, 9, 1) == 1);
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
    double alone = folded(NULL, 1);
    CHECK(cal_pool_workers(NULL) == 1);
    for (int workers = 1; workers <= 8; workers++) {
        cal_pool *pool;
        cal_error err = {0};
        CHECK(cal_pool_create(&pool, workers, &err) == CAL_OK);
        CHECK(cal_pool_workers(pool) == workers);
        CHECK(folded(pool, workers) == alone);
        int wrong = 0;
        for (int loop = 0; loop < 3000; loop++) {
            atomic_int total = 0;
            int chunks = loop % 9;
            cal_pool_run(pool, chunks, count_chunk, &total);
            wrong += total != chunks * (chunks + 1) / 2;
            if (loop % 50 == 0) rest(loop % 100 ? 20000 : 300000); // within and beyond the workers' spinning
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
