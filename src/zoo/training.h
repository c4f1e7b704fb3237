// Floor 3. What moves the weights: optimisers, learning-rate schedules, augmentation.
#ifndef CAL_ZOO_TRAINING_H
#define CAL_ZOO_TRAINING_H
#include <stddef.h>
#include "kernel/layout.h"
#include "zoo/entry.h"

typedef struct cal_optimizer {
    cal_entry entry;
    int slots; // state floats for each weight
    // One step over weights[count]; state is [slots][count], zero before the first step; `rate` is the
    // scheduled learning rate; `first` is true at the first step.
    void (*step)(float *weights, float *state, const float *gradient, size_t count, double rate, bool first,
                 const cal_choice *choice);
} cal_optimizer;

typedef struct cal_schedule {
    cal_entry entry;
    double (*factor)(double share, const cal_choice *choice); // of the base rate, at share [0,1) of the run
} cal_schedule;

typedef struct cal_augment {
    cal_entry entry;
    // How sample `sample` of epoch `epoch` is seen.
    cal_pixel_view (*view)(uint64_t seed, int epoch, int sample, const cal_choice *choice);
} cal_augment;

extern const cal_optimizer *const cal_optimizers[]; // each ends with null
extern const cal_schedule *const cal_schedules[];
extern const cal_augment *const cal_augments[];

#endif
