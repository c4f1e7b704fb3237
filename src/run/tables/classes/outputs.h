// Outputs of classes, or predictions with confidences, from a table's numbers.
#ifndef CAL_RUN_TABLES_CLASSES_OUTPUTS_H
#define CAL_RUN_TABLES_CLASSES_OUTPUTS_H
#include "run/tables/classes/numbers.h"
#include "run/tables/table.h"

// Finds the label, and reads the other columns as outputs or as a prediction with its confidence. CAL_FAILED:
// a column is not what the others make of it.
cal_status cal_class_outputs(cal_table_outputs *out, cal_arena *arena, const cal_class_numbers *table,
                             const cal_outputs_options *reading, cal_error *err);

#endif
