// Some rows of a set of outputs, as a set.
#ifndef CAL_RUN_OUTPUTS_SUBSET_H
#define CAL_RUN_OUTPUTS_SUBSET_H
#include "run/outputs/outputs.h"

// Replaces the outputs by their rows row[n], ascending. Cases are numbered anew, and weights get the mean 1.
// Not for multi-label outputs. CAL_MEMORY.
cal_status cal_outputs_subset(cal_outputs *io, cal_arena *arena, const int32_t *row, int n, cal_error *err);
// Leaves out rows whose label marks them as ignored: -1, -100 or 255 if that is not a class, of classes and
// of binary tasks. Does the same to `other`, another model's outputs of these rows, or null. Labels -1 and 1
// of two classes become 0 and 1 instead. Adds a note; CAL_FAILED if reading->strict refuses such rows.
cal_status cal_outputs_drop_ignored(cal_outputs *io, cal_outputs *other, cal_arena *arena, const char *name,
                                    const cal_outputs_options *reading, cal_error *err);

#endif
