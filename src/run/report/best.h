// Which row of a table may be called the best: the one whose difference to every other row is more
// than chance makes of it. Rows are drawn anew together, sample by sample, so that what they have in common
// is not held against the difference.
#ifndef CAL_RUN_REPORT_BEST_H
#define CAL_RUN_REPORT_BEST_H
#include <stdbool.h>
#include "run/report/chance.h"

typedef struct cal_drawn_row {
    double value; // NaN: no figure
    int draws;
    double draw[CAL_DRAWS_TOLD]; // less the value
} cal_drawn_row;

// best[count]: true for one row, or several that are one by every draw; for none where 0 lies in the 95 %
// interval of its difference to another, or where too few draws say so.
void cal_rows_best(bool *best, const cal_drawn_row *row, int count, bool larger_is_better);

#endif
