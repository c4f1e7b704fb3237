// Finds the best row of a table: the one that differs significantly from every other row. Rows are resampled
// together, with the same samples (a paired bootstrap). So variation that they share does not widen the
// interval of their difference.
#ifndef CAL_RUN_REPORT_INTERVALS_BEST_H
#define CAL_RUN_REPORT_INTERVALS_BEST_H
#include <stdbool.h>
#include "run/report/intervals/resampling.h"

typedef struct cal_resampled_row {
    double value; // NaN if the row has no figure
    double bias;  // bound of the bias by which noise enlarges the value: a calibration error's floor, else 0
    int draws;
    double draw[CAL_DRAWS_REPORTED]; // minus the value
} cal_resampled_row;

// Sets best[count]: true for the best row, and for others that equal it in every draw. True for no row if the
// 95 % interval of the difference to any other row includes 0, or if there are too few draws. As in a
// comparison of two models (against.h), the larger figure's bias widens the interval.
void cal_rows_best(bool *best, const cal_resampled_row *row, int count, bool larger_is_better);

#endif
