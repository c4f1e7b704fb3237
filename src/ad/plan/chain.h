// Runs a chain: fused element-wise and row-wise steps over matrices or filters, tile by tile.
#ifndef CAL_AD_PLAN_CHAIN_H
#define CAL_AD_PLAN_CHAIN_H
#include "ad/plan/piece_times.h"

// `local`: worker-local results, `local_bytes` for each worker. `times`: as in cal_fusion_execute.
void cal_chain_execute(const cal_step *step, int count, unsigned char *local, size_t local_bytes,
                       const cal_env *env, cal_piece_times *times);

#endif
