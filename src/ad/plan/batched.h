// Runs fused steps of batched products: for each matrix of the batch all steps, then the next matrix.
#ifndef CAL_AD_PLAN_BATCHED_H
#define CAL_AD_PLAN_BATCHED_H
#include "ad/plan/piece_times.h"

// Bytes of scratch that the kernels of the steps need, without those of worker-local results.
size_t cal_batched_scratch(const cal_step *step, int count, int workers);
// As cal_chain_execute.
void cal_batched_execute(const cal_step *step, int count, unsigned char *local, size_t local_bytes,
                         const cal_env *env, cal_piece_times *times);

#endif
