// A group of a schedule, ready to run.
#ifndef CAL_AD_PLAN_GROUP_H
#define CAL_AD_PLAN_GROUP_H
#include "ad/op/descriptor.h"

// Bytes that `count` steps that run together need beside their results.
size_t cal_group_scratch(const cal_step *step, int count, int workers);
void cal_group_execute(const cal_step *step, int count, const cal_env *env);
// Bytes of the piece of a result that a thread works on: a plane of an image or of pool indices, a tile of a chain.
size_t cal_local_bytes(const cal_node_data *node);

#endif
