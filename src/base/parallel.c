// The thread pool.
//
// A loop is published by setting `left` to its number of chunks. A worker takes a chunk by lowering `left`;
// chunk numbers count up from 0. The fields of the loop are read only after a chunk was taken, and the caller
// changes them only after all chunks have finished. So a worker that wakes late finds no chunks and is
// harmless. Concurrent work has a separate slot for loops.
//
// Workers spin for 0.2 ms before they sleep, since the loops of a step follow each other closely and waking
// up takes long. With 40 microseconds, the gap between a transformer's products on one picture, two threads
// were slower than one. With more workers than processors they sleep at once.
#include "base/parallel.h"
#include "base/memory.h"
#include <assert.h>
#include <stdbool.h>

// Accumulates the times of cal_pool_project.
typedef struct projection {
    double (*now)(void);
    const int *threads;
    double *seconds;
    int count;
} projection;

static void run_alone(const projection *to, int chunks, cal_chunk_run *run, void *context) {
    const double begin = to && to->count ? to->now() : 0;
    for (int chunk = 0; chunk < chunks; chunk++) run(context, chunk, 0);
    if (!to || !to->count || chunks == 0) return;
    const double each = (to->now() - begin) / chunks;
    for (int i = 0; i < to->count; i++) {
        const int turns = (chunks + to->threads[i] - 1) / to->threads[i];
        to->seconds[i] += each * turns;
    }
}

#ifdef CAL_NO_THREADS

struct cal_pool {
    int workers, depth;
    double (*now)(void);
    double shared;
    projection projected;
};

cal_status cal_pool_create(cal_pool **out, int workers, cal_error *err) {
    assert(workers >= 1);
    *out = cal_mem_alloc(sizeof **out);
    if (!*out) return cal_refuse_memory(err, "the thread pool");
    (*out)->workers = 1;
    return CAL_OK;
}

void cal_pool_free(cal_pool *pool) { cal_mem_free(pool); }

static bool is_shared(const cal_pool *pool) { return pool && pool->workers > 1; }
static void share(cal_pool *pool, int chunks, cal_chunk_run *run, void *context, const cal_concurrent *also) {
    (void)pool, (void)chunks, (void)run, (void)context, (void)also;
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

enum { WORKERS_MAX = 256 };

#if defined(__x86_64__) || defined(__i386__)
enum { SPINS = 5000 }; // about 45 ns each on current processors
static inline void spin_pause(void) { __builtin_ia32_pause(); }
#else
enum { SPINS = 100000 }; // WebAssembly has no pause: about 2 ns each
static inline void spin_pause(void) {}
#endif

typedef struct cal_worker {
    cal_pool *pool;
    pthread_t thread;
    int number;
} cal_worker;

typedef struct loop {
    cal_chunk_run *run;
    void *context;
    int chunks;
    // On separate cache lines: chunks not yet taken, and chunks not yet finished.
    _Alignas(64) atomic_int left;
    _Alignas(64) atomic_int unfinished;
} loop;

struct cal_pool {
    int workers, spins, started;
    double (*now)(void); // null: not measured
    double shared;       // seconds of loops that workers shared
    projection projected;
    cal_worker *worker;               // [workers]; the caller is worker 0
    int depth;                        // depth of the next loop: 1 while the caller runs concurrent work
    loop loops[2];                    // by depth
    _Alignas(64) atomic_int sleeping; // workers in, or on their way into, the wait for work
    atomic_bool caller_sleeps, stop;
    pthread_mutex_t mutex;
    pthread_cond_t work, finished;
};

static void run_chunks(cal_pool *pool, loop *of, int worker) {
    int left = atomic_load(&of->left);
    while (left > 0) {
        if (!atomic_compare_exchange_weak(&of->left, &left, left - 1)) continue;
        of->run(of->context, of->chunks - left, worker);
        if (atomic_fetch_sub(&of->unfinished, 1) == 1 && atomic_load(&pool->caller_sleeps)) {
            pthread_mutex_lock(&pool->mutex);
            pthread_cond_signal(&pool->finished);
            pthread_mutex_unlock(&pool->mutex);
        }
        left = atomic_load(&of->left);
    }
}

static bool has_work(cal_pool *pool) {
    return atomic_load(&pool->loops[0].left) > 0 || atomic_load(&pool->loops[1].left) > 0 ||
           atomic_load(&pool->stop);
}

static void *worker_main(void *argument) {
    cal_worker *worker = argument;
    cal_pool *pool = worker->pool;
    while (!atomic_load(&pool->stop)) {
        for (int i = 0; i < pool->spins && !has_work(pool); i++) spin_pause();
        if (!has_work(pool)) {
            pthread_mutex_lock(&pool->mutex);
            // Counted before the last check, so that either this worker sees the new work or its publisher
            // sees this worker.
            atomic_fetch_add(&pool->sleeping, 1);
            while (!has_work(pool)) pthread_cond_wait(&pool->work, &pool->mutex);
            atomic_fetch_sub(&pool->sleeping, 1);
            pthread_mutex_unlock(&pool->mutex);
        }
        run_chunks(pool, &pool->loops[0], worker->number);
        run_chunks(pool, &pool->loops[1], worker->number);
    }
    return NULL;
}

static void wake_workers(cal_pool *pool) {
    if (atomic_load(&pool->sleeping) == 0) return;
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
}

cal_status cal_pool_create(cal_pool **out, int workers, cal_error *err) {
    assert(workers >= 1);
    *out = NULL;
    if (workers > WORKERS_MAX)
        return cal_fail(err, CAL_USAGE, "threads: %d is above %d", workers, WORKERS_MAX);
    cal_pool *pool = cal_mem_alloc(sizeof *pool);
    cal_worker *worker = cal_mem_alloc((size_t)workers * sizeof *worker);
    if (!pool || !worker) {
        cal_mem_free(pool);
        cal_mem_free(worker);
        return cal_refuse_memory(err, "the thread pool");
    }
    pool->worker = worker;
    pool->workers = workers;
    pool->spins = workers <= cal_threads_available() ? SPINS : 0;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->finished, NULL);
    for (int i = 1; i < workers; i++) {
        worker[i] = (cal_worker){.pool = pool, .number = i};
        if (pthread_create(&worker[i].thread, NULL, worker_main, &worker[i]) == 0) {
            pool->started = i;
            continue;
        }
        cal_pool_free(pool);
        return cal_fail(err, CAL_FAILED, "threads: only %d of %d could be started", i, workers);
    }
    *out = pool;
    return CAL_OK;
}

void cal_pool_free(cal_pool *pool) {
    if (!pool) return;
    atomic_store(&pool->stop, true);
    wake_workers(pool);
    for (int i = 1; i <= pool->started; i++) pthread_join(pool->worker[i].thread, NULL);
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->mutex);
    cal_mem_free(pool->worker);
    cal_mem_free(pool);
}

static bool is_shared(const cal_pool *pool) { return pool && pool->workers > 1; }

static void share(cal_pool *pool, int chunks, cal_chunk_run *run, void *context, const cal_concurrent *also) {
    loop *of = &pool->loops[pool->depth];
    assert(pool->depth + !!also < 2 && atomic_load(&of->unfinished) == 0); // loops do not nest
    of->run = run;
    of->context = context;
    of->chunks = chunks;
    atomic_store(&of->unfinished, chunks);
    atomic_store(&of->left, chunks);
    wake_workers(pool);
    if (also) {
        pool->depth++;
        also->run(also->context);
        pool->depth--;
    }
    run_chunks(pool, of, 0);
    for (int i = 0; i < pool->spins && atomic_load(&of->unfinished) > 0; i++) spin_pause();
    if (atomic_load(&of->unfinished) == 0) return;
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (atomic_load(&of->unfinished) > 0) pthread_cond_wait(&pool->finished, &pool->mutex);
    atomic_store(&pool->caller_sleeps, false);
    pthread_mutex_unlock(&pool->mutex);
}

int cal_threads_available(void) {
#ifdef __EMSCRIPTEN__
    int count = emscripten_num_logical_cores();
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : count > WORKERS_MAX ? WORKERS_MAX : (int)count;
}
#endif

void cal_pool_run(cal_pool *pool, int chunks, cal_chunk_run *run, void *context) {
    cal_pool_run_concurrent(pool, chunks, run, context, NULL);
}

void cal_pool_run_concurrent(cal_pool *pool, int chunks, cal_chunk_run *run, void *context,
                             const cal_concurrent *also) {
    if (!is_shared(pool) || (chunks <= 1 && !also)) {
        run_alone(pool ? &pool->projected : NULL, chunks, run, context);
        if (also) also->run(also->context);
        return;
    }
    const bool measured = pool->now && !pool->depth;
    const double begin = measured ? pool->now() : 0;
    share(pool, chunks, run, context, also);
    if (measured) pool->shared += pool->now() - begin;
}

int cal_pool_workers(const cal_pool *pool) { return pool ? pool->workers : 1; }

int cal_pool_cut(const cal_pool *pool, int chunks, int most) {
    return cal_pool_cut_concurrent(pool, chunks, most, NULL);
}

int cal_pool_cut_concurrent(const cal_pool *pool, int chunks, int most, const cal_concurrent *also) {
    enum { MANY = 8 }; // chunks per worker beyond which one more for some of them costs little
    int workers = cal_pool_workers(pool);
    if (pool && pool->projected.count) workers = pool->projected.threads[0];
    if (also) workers /= 2;
    if (workers < 2) workers = 2;
    if (chunks < MANY * workers) chunks = (chunks + workers - 1) / workers * workers;
    return chunks < most ? chunks : most;
}

void cal_pool_measure(cal_pool *pool, double (*now)(void)) {
    pool->now = now;
    pool->shared = 0;
}

double cal_pool_shared(const cal_pool *pool) { return pool ? pool->shared : 0; }

void cal_pool_project(cal_pool *pool, double (*now)(void), const int *threads, double *seconds, int count) {
    assert(pool->workers == 1);
    pool->projected = (projection){now, threads, seconds, count};
}
