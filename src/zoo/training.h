// Floor 3. What moves the weights: optimisers, learning-rate schedules, augmentation.
#ifndef CAL_ZOO_TRAINING_H
#define CAL_ZOO_TRAINING_H
#include <stddef.h>
#include "kernel/layout.h"
#include "zoo/entry.h"

// One step over a part of one tensor. How the tensor is cut must not matter: each weight is moved by itself.
typedef struct cal_update {
    float *weights;        // [count]
    float *state;          // [slots][count], `stride` floats from slot to slot; zero before the first step
    const float *gradient; // [count]
    size_t count, stride;
    double rate; // the scheduled learning rate
    int step;    // of the run, from 1
    bool norm;   // a bias or a parameter of batch norm, what `decay_on=weights` leaves alone
} cal_update;

typedef struct cal_optimizer {
    cal_entry entry;
    int slots; // state floats for each weight
    void (*update)(const cal_update *u, const cal_choice *choice);
} cal_optimizer;

// The parameters that optimisers share.
#define CAL_LR_PARAM(preset)                                                                                 \
    {.name = "lr",                                                                                           \
     .help = "learning rate at the start, before the schedule",                                              \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = preset,                                                                                        \
     .min = 0,                                                                                               \
     .max = 100}
#define CAL_DECAY_PARAMS(preset, how)                                                                        \
    {.name = "decay",                                                                                        \
     .help = "weight decay, " how,                                                                           \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = preset,                                                                                        \
     .max = 1},                                                                                              \
        {.name = "decay_on",                                                                                 \
         .help = "what decays: every parameter, or weights but not biases and batch norms",                  \
         .unit = "",                                                                                         \
         .type = CAL_CHOICE,                                                                                 \
         .choices = "all/weights",                                                                           \
         .max = 1}
// The decay of this tensor.
double cal_decay(const cal_update *u, const cal_choice *choice);

typedef struct cal_schedule {
    cal_entry entry;
    double (*factor)(double share, const cal_choice *choice); // of the base rate, at share [0,1) of the run
} cal_schedule;

typedef struct cal_augment {
    cal_entry entry;
    bool needs_pixels; // refused for data of plain features
    // How sample `sample` of epoch `epoch` is seen.
    cal_pixel_view (*view)(uint64_t seed, int epoch, int sample, const cal_choice *choice);
} cal_augment;

extern const cal_optimizer *const cal_optimizers[]; // each ends with null
extern const cal_schedule *const cal_schedules[];
extern const cal_augment *const cal_augments[];

#endif
