// The right classes of samples, in the forms that arrays of them have.
#ifndef CAL_RUN_LABELS_H
#define CAL_RUN_LABELS_H
#include "run/files/notes.h"
#include "run/files/outputs.h"
#include "base/bytes/npy.h"

// Whole numbers of any type, floats and truths among them, [n] or [n,1], or rows [n,k] of zeros with a single
// 1. *width is that k, otherwise 0. Errors name the row.
cal_status cal_labels_read(int32_t **out, int *n, int *width, cal_arena *arena, const cal_array *array,
                           const char *name, cal_error *err);
// Whether it is rows of zeros with a single 1.
bool cal_labels_one_hot(const cal_array *array);
// Labels that can only have been counted from 1 are counted from 0; a note says so, and one where that is no
// more than likely.
void cal_labels_from_one(const cal_outputs *outputs, const char *name, cal_notes *notes);

#endif
