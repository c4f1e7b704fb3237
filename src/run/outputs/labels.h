// Labels, the true classes of samples, in the forms that arrays of them have.
#ifndef CAL_RUN_OUTPUTS_LABELS_H
#define CAL_RUN_OUTPUTS_LABELS_H
#include "base/bytes/npy.h"

// Reads whole numbers of any type, floats and booleans included, [n] or [n, 1], or one-hot rows [n, k].
// *width is that k, otherwise 0. Errors name the row.
cal_status cal_labels_read(int32_t **out, int *n, int *width, cal_arena *arena, const cal_array *array,
                           const char *name, cal_error *err);
// Returns true if the array has one-hot rows: zeros with a single 1.
bool cal_labels_one_hot(const cal_array *array);

#endif
