// Which groups of a plan run at the same time. An adjoint in a filter is a sum over samples in few parts, each of which one thread
// takes whole; the adjoint in the image, which comes next and needs nothing of it, keeps the other threads busy.
#ifndef CAL_AD_PLAN_SPAN_H
#define CAL_AD_PLAN_SPAN_H
#include "ad/op/descriptor.h"
#include "ad/plan/profile.h"
#include "base/memory.h"

// Steps that run at the same time: a group, or a step and the groups beside it.
typedef struct cal_span {
    int begin, beside, end; // beside: the first step of what runs beside the first one; end, if nothing does
} cal_span;
typedef struct cal_spans {
    const cal_step *step;
    int steps, workers;
    cal_span *of; // [steps]: each step's
} cal_spans;

// Steps below `apart` have nothing beside them. False if memory was refused. The steps stay the caller's.
bool cal_spans_find(cal_spans *out, cal_arena *arena, const cal_step *step, int steps, int apart,
                    int workers);
// Bytes of scratch that running them takes; may stop counting above the limit.
uint64_t cal_spans_scratch(const cal_spans *spans, uint64_t limit);
// Runs the steps from number `first` on. With a profile, which may be null, one group after the other, to tell them apart.
void cal_spans_run(const cal_spans *spans, int first, const cal_env *env, cal_profile *profile);
// The end of the group that begins at step i.
int cal_group_end(const cal_step *step, int steps, int i);

#endif
