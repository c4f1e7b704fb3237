// Questions about tables with several readings, each with its option.
#ifndef CAL_RUN_TABLES_READINGS_SUGGEST_H
#define CAL_RUN_TABLES_READINGS_SUGGEST_H
#include "run/outputs/outputs.h"
#include "run/tables/frame/frame.h"

// Refuses a table whose label and predicted class cannot be told apart, as pipelines write it next to the
// truth. It has two columns of the same classes and a score that is never below 1/k.
cal_status cal_table_ask_predicted(const cal_frame *frame, const cal_outputs_options *reading,
                                   cal_error *err);
// Refuses a column whose values are all 0 or 1, unless the user gives it as the probability.
cal_status cal_table_ask_hard(const cal_frame *frame, int label, int p, const double *value,
                              const cal_outputs_options *reading, cal_error *err);
// Replaces the reason in *err, for which the table was refused, by a question if it has readings. These are
// predictions or probabilities of several models, or two labels.
void cal_table_suggest(const cal_frame *frame, const cal_outputs_options *reading, cal_error *err);

#endif
