// Finds the label's column in a table of outputs or of predictions.
#ifndef CAL_RUN_TABLES_CLASSES_LABEL_H
#define CAL_RUN_TABLES_CLASSES_LABEL_H
#include "run/tables/columns/cells.h"

// Finds the columns of the label, the predicted class and its confidence. *found is false for a table of
// outputs; CAL_FAILED if it could be either.
cal_status cal_csv_find_predictions(int place[CAL_PLACES], bool *found, const cal_csv_cells *cells,
                                    cal_error *err);
// Finds the label's column in a table of outputs. CAL_FAILED also if another column seems to hold predicted
// classes.
cal_status cal_csv_find_label(int *label, const cal_csv_cells *cells, cal_error *err);

#endif
