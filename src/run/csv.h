// Floor 4. Predictions as a table of text: enough for every figure that looks at the predicted class alone.
#ifndef CAL_RUN_CSV_H
#define CAL_RUN_CSV_H
#include <stdint.h>
#include "base/memory.h"
#include "zoo/data.h"

typedef struct cal_predictions {
    int n;
    int32_t *labels, *predicted; // [n], not negative
    double *confidence;          // [n], 0 to 1
} cal_predictions;

// Comma-separated lines, the first with the names of the columns, among them true_label, pred_label and
// confidence in any order; others are passed over. Fields may stand in double quotes. Errors name the file,
// the line and the column.
cal_status cal_csv_read(cal_predictions *out, cal_arena *arena, const cal_file *file, cal_error *err);

#endif
