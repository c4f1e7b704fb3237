// Finds the files of a data set by name.
#ifndef CAL_CATALOG_DATA_SHARED_FILES_H
#define CAL_CATALOG_DATA_SHARED_FILES_H
#include "catalog/data/data.h"

// Appends names, "train.bin/test.bin"; leaves out those that do not fit.
typedef struct cal_names {
    char *out;
    int size, used;
} cal_names;

cal_names cal_names_start(char *out, int size);
void cal_names_add(cal_names *names, const char *name);

// Returns the file with this name. CAL_FAILED if it is missing (the error names all files that the choice
// needs), given twice, or empty.
cal_status cal_data_file(const cal_file **out, const cal_choice *choice, const char *name,
                         const cal_file *files, int nfiles, cal_error *err);

#endif
