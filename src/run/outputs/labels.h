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

// Returns true for -1, -100 and 255, which mark rows to ignore unless they are classes.
static inline bool cal_label_is_mark(double label) { return label == -1 || label == -100 || label == 255; }
// The values among the labels of a binary task; other: any that is neither 0, 1 nor a mark.
typedef struct cal_label_values {
    bool zero, one, other;
} cal_label_values;
static inline void cal_label_values_add(cal_label_values *io, double label) {
    io->zero |= label == 0, io->one |= label == 1;
    io->other |= label != 0 && label != 1 && !cal_label_is_mark(label);
}
// Returns true if a label of a binary task marks a row to ignore. -1 and 1 alone are two classes, and so are
// 0 and 255.
bool cal_label_is_ignored(const cal_label_values *all, double label);

#endif
