// Describes a file of outputs or labels before the user has named its role.
#ifndef CAL_RUN_TABLES_INSPECT_H
#define CAL_RUN_TABLES_INSPECT_H
#include "base/bytes/file.h"
#include "base/status.h"
#include "base/text.h"

// Describes a file, so that the user can choose its role: {"kind": "npy", "type": "f4", "shape": [n, k]}.
// - Floats have "least", "most" and "rows_sum_to_1" (if false, they are not probabilities), and "farthest",
//   the largest distance of a row's sum from 1. Rows with a NaN do not count.
// - Possible labels (outputs/labels.h) have "least", "most" and "one_hot". Their "classes" is the number of
//   different ones, or null if they are too large for classes. Missing and ignored labels do not count.
// - More than two axes: outputs or labels of positions, as above.
// - Rows of 0, 1 and missing are multi-label, with "labels" per sample.
// - A table of predictions is {"kind": "csv", "rows", "classes"}; one of outputs also has "shape", "least",
//   "most", "rows_sum_to_1" and "farthest".
// - Questions have "rows" and "options" (the most of one). If their log likelihoods can be divided by
//   lengths, "normalise" is ["none", "characters", ...].
cal_status cal_file_inspect(cal_text *json, const cal_file *file, cal_error *err);

#endif
