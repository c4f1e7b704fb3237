// Describes an array of outputs or labels (inspect.h).
#ifndef CAL_RUN_TABLES_INSPECT_ARRAY_H
#define CAL_RUN_TABLES_INSPECT_ARRAY_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "run/outputs/probabilities.h"

// Writes the range of numbers, and whether their rows could be probabilities.
void cal_inspect_range(cal_text *json, const cal_probability_range *look);
// Counts different labels; NaN if one of them is negative or too large for a class.
double cal_inspect_classes(cal_arena *arena, const int32_t *label, size_t count);
// Writes the kind, type and shape of an array, and its members as outputs or labels.
cal_status cal_inspect_array(cal_text *json, cal_arena *arena, const cal_file *file, cal_error *err);

#endif
