// A pool of workers (threads) that runs loops over numbered chunks.
//
// One worker and eight give the same bits: reductions use chunks that the shape of the work fixes, and add
// them up in order afterwards. Only chunks that write separate results may depend on the number of workers
// (cal_pool_cut). `worker`, 0 to workers - 1, may select scratch memory only. Builds without threads have one
// worker.
#ifndef CAL_BASE_PARALLEL_H
#define CAL_BASE_PARALLEL_H
#include "base/status.h"

typedef struct cal_pool cal_pool;
typedef void cal_chunk_run(void *context, int chunk, int worker);

// Starts workers - 1 threads; workers >= 1.
cal_status cal_pool_create(cal_pool **out, int workers, cal_error *err);
void cal_pool_free(cal_pool *pool);
int cal_pool_workers(const cal_pool *pool); // null: 1
// Number of chunks for a loop that has `chunks` by default and can have up to `most`. If there are few
// chunks, returns a multiple of the workers, at least two for each.
int cal_pool_cut(const cal_pool *pool, int chunks, int most);
void cal_pool_run(cal_pool *pool, int chunks, cal_chunk_run *run, void *context); // null pool: runs inline
// Work that the calling worker does concurrently with a loop. Its own loops share the other workers, which
// run this loop's chunks first. Such loops must not have concurrent work in turn.
typedef struct cal_concurrent {
    void (*run)(void *context);
    void *context;
} cal_concurrent;
// Runs a loop and, concurrently, `also` (may be null) once. Both are done when this returns.
void cal_pool_run_concurrent(cal_pool *pool, int chunks, cal_chunk_run *run, void *context,
                             const cal_concurrent *also);
// As cal_pool_cut, for half of the workers if concurrent work keeps the others busy.
int cal_pool_cut_concurrent(const cal_pool *pool, int chunks, int most, const cal_concurrent *also);
// Measures the seconds of loops that several workers share, with `now`, a monotonic clock; null ends it.
void cal_pool_measure(cal_pool *pool, double (*now)(void));
double cal_pool_shared(const cal_pool *pool); // seconds measured so far; null pool: 0
// Adds the time that loops of this pool of one worker would take with threads[i] workers to seconds[i], i <
// count. Assumes that all chunks of a loop take equally long. Loops are cut for threads[0]. The caller owns
// both arrays; a count of 0 ends it.
void cal_pool_project(cal_pool *pool, double (*now)(void), const int *threads, double *seconds, int count);
int cal_threads_available(void); // workers that this build and machine offer; 1 without threads

#endif
