// Chains: a group of element-wise steps over matrices or filters of one shape, ready to run.
#ifndef CAL_AD_PLAN_CHAIN_H
#define CAL_AD_PLAN_CHAIN_H
#include "ad/plan/group.h"

// `times`: as of cal_group_execute. `local`: memory for the results without storage, `local_bytes` for each worker.
void cal_chain_execute(const cal_step *step, int count, unsigned char *local, size_t local_bytes,
                       const cal_env *env, cal_piece_times *times);

#endif
