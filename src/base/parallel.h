// A pool of threads that runs loops over numbered chunks.
//
// One thread and eight give the same bits: what is reduced is reduced in chunks that are fixed by the shape of the work, and folded in
// their order afterwards. Only chunks that each write results of their own may be as many as suit the workers (cal_pool_cut). `worker`
// is the running thread, 0 to workers - 1, and may select scratch memory only. In builds without threads the pool has one worker.
#ifndef CAL_BASE_PARALLEL_H
#define CAL_BASE_PARALLEL_H
#include "base/status.h"

typedef struct cal_pool cal_pool;
typedef void cal_chunk_run(void *context, int chunk, int worker);

cal_status cal_pool_create(cal_pool **out, int workers,
                           cal_error *err); // workers >= 1; starts workers - 1 threads
void cal_pool_free(cal_pool *pool);
int cal_pool_workers(const cal_pool *pool); // null: 1
// How many chunks a loop has that would have `chunks` of its own accord, and can have at most `most`: where there are few, as many for
// each worker as for the others, of at least two.
int cal_pool_cut(const cal_pool *pool, int chunks, int most);
void cal_pool_run(cal_pool *pool, int chunks, cal_chunk_run *run, void *context); // null pool: runs inline
// What the caller of a loop does while the other workers take its chunks. Loops of its own share those workers, which take this loop's
// chunks first; none of them may have something beside it in its turn.
typedef struct cal_beside {
    void (*run)(void *context);
    void *context;
} cal_beside;
// As cal_pool_run and then `beside`, which may be null. It is run once, and done when this returns.
void cal_pool_run_beside(cal_pool *pool, int chunks, cal_chunk_run *run, void *context,
                         const cal_beside *beside);
// As cal_pool_cut; with something beside the loop, which keeps the other workers busy, for half of the workers.
int cal_pool_cut_beside(const cal_pool *pool, int chunks, int most, const cal_beside *beside);
// Measures from now on how many seconds loops take that several workers share, by `now`, a steady clock; null: no longer.
void cal_pool_measure(cal_pool *pool, double (*now)(void));
double cal_pool_shared(const cal_pool *pool); // those seconds; null: 0
// Adds up from now on, by `now`, how long the loops that this pool of one worker runs would take if `threads[i]` workers shared them,
// each chunk taking as long as the others of its loop: seconds[i], for i below count. Loops are cut for threads[0]. Both stay the
// caller's; a count of 0: no longer.
void cal_pool_project(cal_pool *pool, double (*now)(void), const int *threads, double *seconds, int count);
int cal_threads_available(void); // what this build and machine offer: 1 without threads

#endif
