// Floor 0. The thread pool.
//
// A loop is published by setting `left` to its number of chunks; a lane takes a chunk by lowering `left`, and
// chunk numbers count up from 0. The fields of the loop are read only after a chunk was taken, and the caller
// changes them only after all chunks have finished, so a lane that wakes late finds nothing to take and can
// do no harm. Lanes spin for some tens of microseconds before they sleep, since loops follow each other
// closely in a training step; with more lanes than processors they sleep at once.
#include "base/parallel.h"
#include "base/memory.h"
#include <assert.h>
#include <stdbool.h>

#ifdef CAL_NO_THREADS

struct cal_pool {
    int lanes;
};

cal_status cal_pool_create(cal_pool **out, int lanes, cal_error *err) {
    assert(lanes >= 1);
    *out = cal_mem_alloc(sizeof **out);
    if (!*out) return cal_fail(err, CAL_MEMORY, "the thread pool needs more memory than there is");
    (*out)->lanes = 1;
    return CAL_OK;
}

void cal_pool_free(cal_pool *pool) { cal_mem_free(pool); }

void cal_pool_run(cal_pool *pool, int chunks, cal_chunk_run *run, void *context) {
    (void)pool;
    for (int chunk = 0; chunk < chunks; chunk++) run(context, chunk, 0);
}

int cal_threads_available(void) { return 1; }

#else
#include <pthread.h>
#include <stdatomic.h>
#ifdef __EMSCRIPTEN__
#include <emscripten/threading.h>
#else
#include <unistd.h>
#endif

enum { LANES_MAX = 256 };

#if defined(__x86_64__) || defined(__i386__)
enum { SPINS = 1000 }; // about 45 ns each on current processors
static inline void spin_pause(void) { __builtin_ia32_pause(); }
#else
enum { SPINS = 20000 }; // WebAssembly has no pause: about 2 ns each
static inline void spin_pause(void) {}
#endif

typedef struct cal_lane {
    cal_pool *pool;
    pthread_t thread;
    int number;
} cal_lane;

struct cal_pool {
    int lanes, spins, started;
    cal_lane *lane; // [lanes]; the caller is lane 0
    // The loop that runs.
    cal_chunk_run *run;
    void *context;
    int chunks;
    // On cache lines of their own: chunks not yet taken, and not yet finished.
    _Alignas(64) atomic_int left;
    _Alignas(64) atomic_int unfinished;
    _Alignas(64) atomic_int sleeping; // lanes in, or on their way into, the wait for work
    atomic_bool caller_sleeps, stop;
    pthread_mutex_t mutex;
    pthread_cond_t work, finished;
};

static void run_chunks(cal_pool *pool, int lane) {
    int left = atomic_load(&pool->left);
    while (left > 0) {
        if (!atomic_compare_exchange_weak(&pool->left, &left, left - 1)) continue;
        pool->run(pool->context, pool->chunks - left, lane);
        if (atomic_fetch_sub(&pool->unfinished, 1) == 1 && atomic_load(&pool->caller_sleeps)) {
            pthread_mutex_lock(&pool->mutex);
            pthread_cond_signal(&pool->finished);
            pthread_mutex_unlock(&pool->mutex);
        }
        left = atomic_load(&pool->left);
    }
}

static bool has_work(cal_pool *pool) { return atomic_load(&pool->left) > 0 || atomic_load(&pool->stop); }

static void *lane_main(void *argument) {
    cal_lane *lane = argument;
    cal_pool *pool = lane->pool;
    while (!atomic_load(&pool->stop)) {
        for (int i = 0; i < pool->spins && !has_work(pool); i++) spin_pause();
        if (!has_work(pool)) {
            pthread_mutex_lock(&pool->mutex);
            // Counted before the last look: either this lane sees the new work, or its publisher sees this
            // lane.
            atomic_fetch_add(&pool->sleeping, 1);
            while (!has_work(pool)) pthread_cond_wait(&pool->work, &pool->mutex);
            atomic_fetch_sub(&pool->sleeping, 1);
            pthread_mutex_unlock(&pool->mutex);
        }
        run_chunks(pool, lane->number);
    }
    return NULL;
}

static void wake_lanes(cal_pool *pool) {
    if (atomic_load(&pool->sleeping) == 0) return;
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
}

cal_status cal_pool_create(cal_pool **out, int lanes, cal_error *err) {
    assert(lanes >= 1);
    *out = NULL;
    if (lanes > LANES_MAX) return cal_fail(err, CAL_USAGE, "threads: %d is above %d", lanes, LANES_MAX);
    cal_pool *pool = cal_mem_alloc(sizeof *pool);
    cal_lane *lane = cal_mem_alloc((size_t)lanes * sizeof *lane);
    if (!pool || !lane) {
        cal_mem_free(pool);
        cal_mem_free(lane);
        return cal_fail(err, CAL_MEMORY, "the thread pool needs more memory than there is");
    }
    pool->lane = lane;
    pool->lanes = lanes;
    pool->spins = lanes <= cal_threads_available() ? SPINS : 0;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->finished, NULL);
    for (int i = 1; i < lanes; i++) {
        lane[i] = (cal_lane){.pool = pool, .number = i};
        if (pthread_create(&lane[i].thread, NULL, lane_main, &lane[i]) == 0) {
            pool->started = i;
            continue;
        }
        cal_pool_free(pool);
        return cal_fail(err, CAL_FAILED, "threads: only %d of %d could be started", i, lanes);
    }
    *out = pool;
    return CAL_OK;
}

void cal_pool_free(cal_pool *pool) {
    if (!pool) return;
    atomic_store(&pool->stop, true);
    wake_lanes(pool);
    for (int i = 1; i <= pool->started; i++) pthread_join(pool->lane[i].thread, NULL);
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->mutex);
    cal_mem_free(pool->lane);
    cal_mem_free(pool);
}

void cal_pool_run(cal_pool *pool, int chunks, cal_chunk_run *run, void *context) {
    if (!pool || pool->lanes == 1 || chunks <= 1) {
        for (int chunk = 0; chunk < chunks; chunk++) run(context, chunk, 0);
        return;
    }
    assert(atomic_load(&pool->unfinished) == 0); // loops do not nest
    pool->run = run;
    pool->context = context;
    pool->chunks = chunks;
    atomic_store(&pool->unfinished, chunks);
    atomic_store(&pool->left, chunks);
    wake_lanes(pool);
    run_chunks(pool, 0);
    for (int i = 0; i < pool->spins && atomic_load(&pool->unfinished) > 0; i++) spin_pause();
    if (atomic_load(&pool->unfinished) == 0) return;
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (atomic_load(&pool->unfinished) > 0) pthread_cond_wait(&pool->finished, &pool->mutex);
    atomic_store(&pool->caller_sleeps, false);
    pthread_mutex_unlock(&pool->mutex);
}

int cal_threads_available(void) {
#ifdef __EMSCRIPTEN__
    int count = emscripten_num_logical_cores();
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : count > LANES_MAX ? LANES_MAX : (int)count;
}
#endif

int cal_pool_lanes(const cal_pool *pool) { return pool ? pool->lanes : 1; }
