// One node of a plan, ready to run: which kernel an op means, and what scratch it wants.
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
    // Of a step that runs with others plane by plane (schedule.h): where a result that nothing else reads
    // lies in memory of the thread's own, in bytes plus one; 0: it has storage. And of the inputs likewise.
    size_t local, in_local[CAL_INPUTS_MAX];
    bool follows; // runs with the step before it
} cal_step;

// Floats of what a CONV or a MATMUL has prepared of its second input; 0: nothing.
size_t cal_prepared_floats(const cal_node_data *node, cal_shape first, cal_shape second);
size_t cal_step_chunk(const cal_step *step); // elements of an element-wise one that are worth another thread
size_t cal_step_scratch(const cal_step *step, int workers); // bytes
// A convolution, or its adjoint in the image, with what is to be done with each plane of its result
// (kernel/conv/conv.h).
void cal_step_convolve(const cal_step *step, const cal_env *env,
                       void (*after)(void *context, int plane, int worker), void *context);
void cal_step_execute(const cal_step *step, const cal_env *env);
void cal_step_execute_tokens(const cal_step *step, const cal_env *env); // ops of tokens

#endif
