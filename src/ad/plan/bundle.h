// Bundles: products of many small matrices, and what is computed of their rows between them, ready to run.
#ifndef CAL_AD_PLAN_BUNDLE_H
#define CAL_AD_PLAN_BUNDLE_H
#include "ad/plan/group.h"

// Bytes that the steps of a bundle need beside their results, without those of results that nothing else reads.
size_t cal_bundle_scratch(const cal_step *step, int count, int workers);
// As cal_chain_execute.
void cal_bundle_execute(const cal_step *step, int count, unsigned char *local, size_t local_bytes,
                        const cal_env *env, cal_piece_times *times);

#endif
