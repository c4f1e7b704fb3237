// Runs the steps of one fusion of a schedule.
#ifndef CAL_AD_PLAN_FUSION_H
#define CAL_AD_PLAN_FUSION_H
#include "ad/op/descriptor.h"
#include "ad/plan/piece_times.h"

// Bytes of scratch that `count` fused steps need.
size_t cal_fusion_scratch(const cal_step *step, int count, int workers);
// Executes the fused steps. `times` (may be null) receives the time of each step.
void cal_fusion_execute(const cal_step *step, int count, const cal_env *env, cal_piece_times *times);
// Bytes of one piece of a worker-local result: a plane, a tile of a chain, or a matrix.
size_t cal_local_bytes(const cal_step *step);

#endif
