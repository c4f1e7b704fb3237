// Names of classes that the user provides.
#ifndef CAL_CATALOG_DATA_SHARED_NAMES_H
#define CAL_CATALOG_DATA_SHARED_NAMES_H
#include "base/slice.h"
#include "catalog/data/shared/splits.h"

// "0", "1", ... for out->k classes. CAL_MEMORY.
cal_status cal_names_number(cal_dataset *out, cal_error *err);
// One name per line of a text, out->k of them. CAL_FAILED names file and line.
cal_status cal_names_lines(cal_dataset *out, const cal_file *file, cal_error *err);
// [k] names from fields of a table, with doubled quotation marks undoubled. Control characters and invalid
// UTF-8 become '?'. Names are cut at 80 bytes.
cal_status cal_names_slices(cal_dataset *out, const cal_slice *name, cal_error *err);
// Counts their allocations: exact for numbers, an upper bound for names.
void cal_names_keeps(cal_dataset *counted, bool numbers);

#endif
