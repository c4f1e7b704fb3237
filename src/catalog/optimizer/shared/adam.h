// The step that Adam and AdamW share.
#ifndef CAL_CATALOG_OPTIMIZER_SHARED_ADAM_H
#define CAL_CATALOG_OPTIMIZER_SHARED_ADAM_H
#include "catalog/training.h"

// Kingma and Ba 2015, Algorithm 1, as PyTorch computes it. `decoupled`: decay shrinks the weights directly.
void cal_adam_update(const cal_update *u, const cal_choice *choice, bool decoupled);

#define CAL_ADAM_PARAMS(decay, how)                                                                          \
    CAL_LR_PARAM(0.001),                                                                                     \
        {.name = "beta1",                                                                                    \
         .help = "decay of the first moment, the running mean of the gradient",                              \
         .unit = "",                                                                                         \
         .type = CAL_REAL,                                                                                   \
         .value = 0.9,                                                                                       \
         .max = 0.9999},                                                                                     \
        {.name = "beta2",                                                                                    \
         .help = "decay of the second moment, the running mean of its square",                               \
         .unit = "",                                                                                         \
         .type = CAL_REAL,                                                                                   \
         .value = 0.999,                                                                                     \
         .max = 0.999999},                                                                                   \
        {.name = "eps",                                                                                      \
         .help = "added to the root of the second moment",                                                   \
         .unit = "",                                                                                         \
         .type = CAL_REAL,                                                                                   \
         .value = 1e-8,                                                                                      \
         .max = 1},                                                                                          \
        CAL_DECAY_PARAMS(decay, how)

#endif
