// Calibrates rows of outputs, as files have them, in batches of any size.
#ifndef CAL_RUN_CALIBRATION_ROWS_H
#define CAL_RUN_CALIBRATION_ROWS_H
#include "run/calibration/fitted.h"

typedef struct cal_row_source {
    const cal_fitted *fitted;
    int way;
    cal_pool *pool;
    const char *name;     // the file's, for errors
    cal_output_kind kind; // as the user gives it
    cal_naming naming;    // how errors spell options
    bool intervals;       // the results have the ends of each probability's interval, too
    int64_t rows;         // rows before the next batch
    const int32_t *of;    // groups of the next batch, [n,columns] (groups.h); null: none are known
} cal_row_source;

// Returns the number of outputs of a row: k; 1 of a binary task.
int cal_row_width(const cal_fitted *fitted);
// Returns the number of calibrated numbers of a row.
// - Usually it is the same. With intervals it is three times that: all probabilities, low ends, high ends.
// - It is 2 if the calibrator maps only confidences: the predicted class and its confidence.
int cal_row_results(const cal_row_source *source);
// The ending of the columns of one part of the results: "", "_low", "_high".
const char *cal_row_part(int part);
// Calibrates a batch, z [n,width]. The result, [n,results], is in `arena`.
//
// CAL_USAGE: the first batch looks like probabilities, but the calibrator was fitted on logits, or the other
// way round. CAL_FAILED names the row of a number that is not finite, or not a probability.
cal_status cal_rows_calibrate(double **out, cal_arena *arena, cal_row_source *source, const double *z, int n,
                              cal_error *err);
// The same for logits of classes in single precision, as which they are always used.
cal_status cal_rows_calibrate_floats(double **out, cal_arena *arena, cal_row_source *source, const float *z,
                                     int n, cal_error *err);

#endif
