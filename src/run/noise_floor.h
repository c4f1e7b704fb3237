// Floor 4. What a calibration figure would be, on average, for a perfectly calibrated model with these very
// confidences: with few samples it is far from zero, and a measured figure means little until it is well
// above.
#ifndef CAL_RUN_NOISE_FLOOR_H
#define CAL_RUN_NOISE_FLOOR_H
#include "zoo/metric.h"

enum { CAL_FLOOR_DRAWS = 100 };

// Right and wrong are redrawn CAL_FLOOR_DRAWS times with the confidence as the probability, from a fixed
// seed. For errors of calibration that look at confidence and correctness alone; NaN for others, and when
// memory was refused (arena->refused).
double cal_noise_floor(cal_arena *arena, const cal_metric *metric, const cal_choice *choice,
                       const cal_scores *scores);

#endif
