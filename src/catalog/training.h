// The training of weights: optimisers, learning-rate schedules, augmentation.
#ifndef CAL_CATALOG_TRAINING_H
#define CAL_CATALOG_TRAINING_H
#include <stddef.h>
#include "kernel/layout/layout.h"
#include "catalog/entry.h"

// One step over a part of one tensor. The result must not depend on how the tensor is cut: each weight is
// updated independently.
typedef struct cal_update {
    float *weights;        // [count]
    float *state;          // [slots][count], `stride` floats from slot to slot; zero before the first step
    const float *gradient; // [count]
    size_t count, stride;
    double rate; // the scheduled learning rate
    int step;    // step of the run, from 1
    bool norm;   // a bias or a parameter of batch norm, which `decay_on=weights` does not decay
} cal_update;

typedef struct cal_optimizer {
    cal_entry entry;
    int slots; // state floats for each weight
    void (*update)(const cal_update *u, const cal_choice *choice);
} cal_optimizer;

// Parameters that optimisers share.
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

// The position of a step in the run.
typedef struct cal_schedule_time {
    int step, steps; // in the run, from 0
    double fraction; // step / steps
} cal_schedule_time;

// The state of a schedule that monitors a figure: a function of the figures so far.
typedef struct cal_watch {
    double best;       // the best figure
    double factor;     // factor of the base rate
    int bad, cooldown; // epochs without improvement; epochs of cooldown left
} cal_watch;

typedef struct cal_schedule {
    cal_entry entry;
    double (*factor)(const cal_schedule_time *at,
                     const cal_choice *choice); // factor of the base rate, without warm-up
    // If not null, the factor is watch->factor instead, updated with each epoch's figure. The parameters `by`
    // (0 the loss, i the metric i - 1) and `on` select the figure.
    void (*watch)(cal_watch *watch, double figure, bool larger_is_better, const cal_choice *choice);
} cal_schedule;

// Linear warm-up, for any schedule (Goyal et al. 2017, Sec. 2.2). With W = warmup steps / T of T steps, the
// rate is (t+1)/W of the scheduled one at first, then the scheduled one.
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
    bool needs_pixels; // refused for data that are plain features
    // The augmentation of sample `sample` in epoch `epoch`.
    cal_pixel_view (*view)(uint64_t seed, int epoch, int sample, const cal_choice *choice);
} cal_augment;

CAL_REGISTRY(cal_optimizer, cal_optimizers)
CAL_REGISTRY(cal_schedule, cal_schedules)
CAL_REGISTRY(cal_augment, cal_augments)

#endif
