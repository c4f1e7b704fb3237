// Finds fusions that run concurrently.
//
// The adjoint of a convolution in its filter is a sum over samples in few parts, one worker each. The adjoint
// in the image comes next and does not depend on it, so it keeps the remaining workers busy.
#ifndef CAL_AD_PLAN_OVERLAP_H
#define CAL_AD_PLAN_OVERLAP_H
#include "ad/op/descriptor.h"
#include "ad/plan/profile.h"
#include "base/memory.h"

// Steps [begin, end) that run at the same time: one fusion alone, or step `begin` concurrently with [second,
// end).
typedef struct cal_concurrent_steps {
    int begin, second, end; // second == end: nothing overlaps
} cal_concurrent_steps;

typedef struct cal_overlaps {
    const cal_step *step; // the caller's
    int steps, workers;
    cal_concurrent_steps *of; // [steps] the overlap that each step belongs to
} cal_overlaps;

// Nothing overlaps with steps below `from`. Returns false if memory was refused.
bool cal_overlaps_find(cal_overlaps *out, cal_arena *arena, const cal_step *step, int steps, int from,
                       int workers);
// Bytes of scratch that a run needs. Stops counting once it is above the limit.
uint64_t cal_overlaps_scratch(const cal_overlaps *overlaps, uint64_t limit);
// Runs the steps from `first` on. With a profile (may be null) nothing overlaps, so that each fusion can be
// timed.
void cal_overlaps_run(const cal_overlaps *overlaps, int first, const cal_env *env, cal_profile *profile);
// End of the fusion that begins at step i.
int cal_fusion_end(const cal_step *step, int steps, int i);

#endif
