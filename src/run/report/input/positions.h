// Arrays with a label for each position of a sample: tokens of a sequence, or pixels of a picture.
#ifndef CAL_RUN_REPORT_INPUT_POSITIONS_H
#define CAL_RUN_REPORT_INPUT_POSITIONS_H
#include "run/outputs/outputs.h"
#include "run/tables/columns/rows.h"

// Makes outputs [n,positions,k] or [n,k,positions] an array [n * positions,k], and labels [n,positions] an
// array [n * positions]. Positions may have two dimensions, and labels an axis of size 1 for the classes.
// Labels of the outputs' own shape are one-hot, or each position has an output of a binary task. The
// positions of a sample become a case of `rows`. Adds a note. Does nothing to outputs of fewer dimensions.
// CAL_FAILED: the shapes do not match, or both orders do.
cal_status cal_positions_flatten(cal_row_columns *rows, cal_file *outputs, cal_file *labels, cal_arena *arena,
                                 cal_notes *notes, cal_error *err);

#endif
