// A run as a probe sees it: what trainer.h tells of any run, what it works with, and the two things that
// a probe may change as long as it looks.
#ifndef CAL_RUN_TRAIN_INSPECT_H
#define CAL_RUN_TRAIN_INSPECT_H
#include "run/train/trainer.h"

cal_pool *cal_run_pool(const cal_run *run);      // null: one thread
const float *cal_run_pixels(const cal_run *run); // [c][256], what pixels become
float *cal_run_flat(cal_run *run);               // [weights + statistics]; whoever moves them puts them back
// Sets the normalisation of pixels from here on; the caller restores the data's own mean and standard deviation.
void cal_run_normalise(cal_run *run, const float mean[4], const float sd[4]);

// The sizes of a link's data without its samples: k, c, h, w and each split's n; all else is zero.
cal_dataset cal_run_data_sizes(const cal_spec *spec);

#endif
