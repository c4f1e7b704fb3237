// A run as a probe sees it: in addition to trainer.h, its internals, and two things that a probe may change
// temporarily.
#ifndef CAL_RUN_TRAIN_INSPECT_H
#define CAL_RUN_TRAIN_INSPECT_H
#include "run/train/trainer.h"

cal_pool *cal_run_pool(const cal_run *run);      // null: one thread
const float *cal_run_pixels(const cal_run *run); // [c][256], value of each byte
float *cal_run_flat(cal_run *run);               // [weights + statistics]; callers restore what they change
// Sets the normalisation of pixels. The caller restores the data's own mean and standard deviation.
void cal_run_normalise(cal_run *run, const float mean[4], const float sd[4]);

// Returns the sizes of a link's data without its samples: k, c, h, w and each split's n; all else is zero.
cal_dataset cal_run_data_sizes(const cal_spec *spec);

#endif
