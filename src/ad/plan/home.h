// Internal. Where results lie. A buffer lives from the step that makes it to the last step that reads it, and as long as the steps that run
// at the same time as these; an op that may work in place joins the buffer of an input that dies there, a part that of its concatenation
// (grow.h). What only steps that run together read has no buffer. Buffers are then packed into one arena (pack.h).
#ifndef CAL_AD_PLAN_HOME_H
#define CAL_AD_PLAN_HOME_H
#include "ad/plan/grow.h"
#include "ad/plan/pack.h"
#include "ad/plan/span.h"

enum { CAL_FOREVER = 1 << 30 };                       // the last reader of what the caller may ask for
enum { CAL_HOME_PERSISTS = -1, CAL_HOME_LOCAL = -2 }; // inputs and constants; within a group

typedef struct cal_homes {
    cal_step *step;
    int steps;
    const cal_spans *spans;
    const int *last; // of each step, its last reader

    cal_grown *grown;
    int32_t *home; // a buffer, or one of these two
    cal_buffer *buffers;
    int nbuffers;
    uint64_t arena; // bytes of all of them
} cal_homes;

// The first four are given. False: memory was refused. `plain`: a concatenation is a copy.
bool cal_homes_find(cal_homes *of, cal_arena *own, bool plain);

uint64_t cal_node_bytes(const cal_node_data *node); // of its result, a multiple of a cache line

#endif
