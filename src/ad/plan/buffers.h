// Assigns memory to results: a buffer in the arena, a view, worker-local scratch, or persistent storage
// (README.md).
//
// A buffer's lifetime runs from the step that writes it to the last step that reads it, extended by the steps
// that overlap with these. An op that works in place takes over the buffer of an input that dies there. A
// view shares the buffer of its base (views.h). Lifetimes are then packed into one arena (pack.h).
#ifndef CAL_AD_PLAN_BUFFERS_H
#define CAL_AD_PLAN_BUFFERS_H
#include "ad/plan/overlap.h"
#include "ad/plan/pack.h"
#include "ad/plan/views.h"

enum { CAL_FOREVER = 1 << 30 };                      // the last reader of a result that outlives the run
enum { CAL_PERSISTENT = -1, CAL_WORKER_LOCAL = -2 }; // instead of a buffer's number

typedef struct cal_buffer_plan {
    // Given by the caller.
    cal_step *step;
    int steps;
    const cal_overlaps *overlaps;
    const int *last; // [steps] the last step that reads each result

    // Found.
    cal_tensor_view *view; // [steps]
    int32_t *buffer_of;    // [steps] a number below `count`, CAL_PERSISTENT or CAL_WORKER_LOCAL
    cal_buffer *buffers;   // [count]
    int count;
    uint64_t arena; // bytes of the arena that holds all buffers
} cal_buffer_plan;

// Plans the memory of all results, with arrays from `own`. `plain`: concatenations are copies.
// Returns false if memory was refused.
bool cal_buffers_plan(cal_buffer_plan *plan, cal_arena *own, bool plain);

// Bytes of a node's result, a multiple of a cache line.
uint64_t cal_node_bytes(const cal_node_data *node);

#endif
