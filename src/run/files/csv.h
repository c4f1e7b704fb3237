// Floor 4. Predictions as a table of text: enough for every figure that looks at the predicted class alone.
#ifndef CAL_RUN_CSV_H
#define CAL_RUN_CSV_H
#include <stdint.h>
#include "base/memory.h"
#include "run/report/outputs.h"

typedef struct cal_predictions {
    int n;
    int32_t *labels, *predicted; // [n], not negative
    double *confidence;          // [n], 0 to 1
} cal_predictions;

// Comma-separated lines, the first with the names of the columns, among them true_label, pred_label and
// confidence in any order; others are passed over. Fields may stand in double quotes. Errors name the file,
// the line and the column.
cal_status cal_csv_read(cal_predictions *out, cal_arena *arena, const cal_file *file, cal_error *err);

// Whether its first line names a column confidence; otherwise a table holds outputs.
bool cal_csv_is_predictions(const cal_file *file);

// Outputs with their labels: a line a sample, a column a class, and one column with the right class. That one
// is named label, labels, true_label, target, class or y in the first line (any case); columns id, index,
// sample and those without a name are passed over. Without such a line it is the first or the last column, if
// only one of them holds numbers of classes.
cal_status cal_csv_outputs(cal_outputs *out, cal_arena *arena, const cal_file *file, cal_width width,
                           cal_error *err);

#endif
