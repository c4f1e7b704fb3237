// How weights are trained: optimisers, learning-rate schedules, augmentation.
#ifndef CAL_CATALOG_TRAINING_H
#define CAL_CATALOG_TRAINING_H
#include <stddef.h>
#include "kernel/layout/layout.h"
#include "catalog/entry.h"

// One step over a part of one tensor. The result must not depend on how the tensor is cut:
// each weight is updated on its own.
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
     .help = "learning rate, which the schedule scales",                                                     \
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
         .help = "what decays: every parameter, or weights without biases and norm parameters",              \
         .unit = "",                                                                                         \
         .type = CAL_CHOICE,                                                                                 \
         .choices = "all/weights",                                                                           \
         .max = 1}
// The decay of this tensor.
double cal_decay(const cal_update *u, const cal_choice *choice);

// Where in the run a step is.
typedef struct cal_schedule_time {
    int step, steps; // of the run, from 0
    double fraction; // step / steps
} cal_schedule_time;

// The state of a schedule that monitors a figure; a function of the figures so far.
typedef struct cal_watch {
    double best;       // of the figures
    double factor;     // of the base rate
    int bad, cooldown; // epochs without improvement; epochs of cooldown left
} cal_watch;

typedef struct cal_schedule {
    cal_entry entry;
    double (*factor)(const cal_schedule_time *at,
                     const cal_choice *choice); // of the base rate, without warm-up
    // Null, or: the factor is watch->factor instead, updated with the figure of each epoch, which the
    // parameters `by` (0 the loss, i the metric i - 1) and `on` name.
    void (*watch)(cal_watch *watch, double figure, bool larger_is_better, const cal_choice *choice);
} cal_schedule;

// Linear warm-up, which goes with any schedule (Goyal et al. 2017, Sec. 2.2): over the first W = warmup
// steps / T of T steps the rate is (t+1)/W of the scheduled one, after that the scheduled one.
#define CAL_WARMUP_PARAM                                                                                     \
    {.name = "warmup",                                                                                       \
     .help = "linear warm-up, as a fraction of the run",                                                     \
     .unit = "of the run",                                                                                   \
     .type = CAL_REAL,                                                                                       \
     .max = 1}

extern const cal_watch cal_watch_start; // before the first epoch
// Factor of the base rate at step `step` of `steps`, from 0; schedules that monitor nothing ignore `watch`.
double cal_schedule_factor(const cal_choice *choice, const cal_watch *watch, int step, int steps);

typedef struct cal_augment {
    cal_entry entry;
    bool needs_pixels; // refused for data of plain features
    // The augmentation of sample `sample` in epoch `epoch`.
    cal_pixel_view (*view)(uint64_t seed, int epoch, int sample, const cal_choice *choice);
} cal_augment;

CAL_REGISTRY(cal_optimizer, cal_optimizers)
CAL_REGISTRY(cal_schedule, cal_schedules)
CAL_REGISTRY(cal_augment, cal_augments)

#endif
