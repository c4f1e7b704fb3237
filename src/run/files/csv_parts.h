// Floor 4. Comma-separated text, read field by field with a cursor that never passes its end.
#ifndef CAL_RUN_CSV_PARTS_H
#define CAL_RUN_CSV_PARTS_H
#include <stdint.h>
#include "base/slice.h"
#include "base/status.h"
#include "zoo/data.h"

typedef struct cal_csv {
    const char *name, *at, *end;
    int line; // from 1; kept by the reader
} cal_csv;

// At the first line, behind a byte order mark.
cal_csv cal_csv_open(const cal_file *file);
// The next field of the line, without blanks and quotes around it; false if its quotes do not close. *last:
// the line ends with it.
bool cal_csv_field(cal_slice *field, bool *last, cal_csv *t);
// Passes over a line without anything.
bool cal_csv_empty_line(cal_csv *t);
cal_status cal_csv_bad_quotes(const cal_csv *t, cal_error *err);
// No fewer lines than follow.
cal_status cal_csv_lines(int *lines, const cal_csv *t, cal_error *err);

#endif
