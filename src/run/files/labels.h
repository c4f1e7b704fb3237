// Labels, the true classes of samples, in the forms that arrays of them have.
#ifndef CAL_RUN_LABELS_H
#define CAL_RUN_LABELS_H
#include "run/files/notes.h"
#include "run/files/outputs.h"
#include "base/bytes/npy.h"

// Reads whole numbers of any type, floats and booleans included, [n] or [n, 1], or one-hot rows [n, k].
// *width is that k, otherwise 0. Errors name the row.
cal_status cal_labels_read(int32_t **out, int *n, int *width, cal_arena *arena, const cal_array *array,
                           const char *name, cal_error *err);
// Returns true if the array has one-hot rows: zeros with a single 1.
bool cal_labels_one_hot(const cal_array *array);
// Subtracts 1 from labels that must count the classes from 1, and adds a note. If they only seem to, it adds
// a note and changes nothing.
void cal_labels_from_one(const cal_outputs *outputs, const char *name, cal_notes *notes);

#endif
