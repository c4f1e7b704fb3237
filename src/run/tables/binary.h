// Reads predictions of a binary task: a label and the probability of one class, as most classifiers and risk
// models write them.
#ifndef CAL_RUN_TABLES_BINARY_H
#define CAL_RUN_TABLES_BINARY_H
#include "run/tables/columns/binary.h"
#include "run/tables/table.h"

// Reads the columns, and adds notes about their roles.
cal_status cal_binary_read(cal_table_outputs *out, cal_arena *arena, const cal_frame *frame,
                           const cal_binary_columns *columns, const cal_outputs_options *reading,
                           cal_error *err);
#endif
