// Dropout, scaled as torch.nn.Dropout (Srivastava et al., Dropout: a simple way to prevent neural networks
// from overfitting, JMLR 2014). A value is dropped with the given probability, else multiplied by 1/(1 -
// probability). The choice is a function of the key and of the position in the array. It is the same for
// every number of threads, and when a step is repeated.
#ifndef CAL_KERNEL_DROPOUT_H
#define CAL_KERNEL_DROPOUT_H
#include <stdbool.h>
#include "kernel/env.h"

typedef struct cal_dropout {
    uint64_t seed, step; // step < 2^48
    int layer;
    double probability; // in [0, 1)
} cal_dropout;

// y may be x. For an IMAGE, count includes the padding, which stays zero.
void cal_kernel_dropout_run(const cal_env *env, float *y, const float *x, const cal_dropout *key,
                            size_t count);
// Returns true if the value at this position of the array is dropped.
bool cal_kernel_dropout_drops(const cal_dropout *key, size_t at);

#endif
