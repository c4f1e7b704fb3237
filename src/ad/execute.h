// Floor 2. One node of a plan, ready to run: which kernel an op means, and what scratch it wants.
#ifndef CAL_AD_EXECUTE_H
#define CAL_AD_EXECUTE_H
#include "ad/graph.h"
#include "kernel/env.h"

typedef struct cal_step {
    cal_node_data node; // inputs are places in the plan
    void *y;
    const void *x[CAL_INPUTS_MAX]; // null where absent
    cal_shape in_shape[CAL_INPUTS_MAX];
    cal_kind in_kind[CAL_INPUTS_MAX];
} cal_step;

size_t cal_step_scratch(const cal_step *step, int lanes); // bytes
void cal_step_execute(const cal_step *step, const cal_env *env);
void cal_step_execute_tokens(const cal_step *step, const cal_env *env); // ops of tokens

#endif
