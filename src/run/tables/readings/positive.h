// The label that a table's probability belongs to.
#ifndef CAL_RUN_TABLES_READINGS_POSITIVE_H
#define CAL_RUN_TABLES_READINGS_POSITIVE_H
#include "run/outputs/outputs.h"
#include "run/tables/columns/binary.h"

enum { CAL_POSITIVE_WHY = 160 };

// Finds the positive one of a label's two values; the second is empty if there is only one. `why` becomes the
// end of the note about it, or empty. Names decide: the value's, the label's, or yes and no.
//
// A name of another outcome (died, p_survival) stands for the usual value if the probability is larger there
// by 2 standard errors. One that names nothing, or that the user gives, does unless it is smaller there by 4.
// CAL_FAILED asks, with the option of each reading.
cal_status cal_binary_positive(int *positive, char why[CAL_POSITIVE_WHY], const cal_frame *frame,
                               const cal_binary_columns *columns, const cal_slice value[2],
                               const cal_outputs_options *reading, cal_error *err);

#endif
