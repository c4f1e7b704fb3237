// The label's column in a table of outputs. Separate from cells.h, since it also checks the columns of
// classes.
#ifndef CAL_RUN_TABLES_COLUMNS_LABEL_H
#define CAL_RUN_TABLES_COLUMNS_LABEL_H
#include "run/tables/columns/cells.h"

// Finds the label's column in a table of outputs. CAL_FAILED also if another column seems to hold predicted
// classes.
cal_status cal_csv_find_label(int *label, const cal_csv_cells *cells, cal_error *err);

#endif
