// Describes what was read of a table: the names of its columns, and the rows that are left out.
#ifndef CAL_RUN_TABLES_FRAME_READ_H
#define CAL_RUN_TABLES_FRAME_READ_H
#include "run/outputs/outputs.h"
#include "run/tables/frame/frame.h"

typedef enum cal_read_role {
    CAL_READ_LABEL,
    CAL_READ_OUTPUT,
    CAL_READ_PREDICTED,
    CAL_READ_CONFIDENCE,
    CAL_READ_ABOUT, // a group, a case or a weight
    CAL_READ_NOT,
} cal_read_role;

typedef struct cal_read_column {
    cal_read_role role;
    cal_slice name;
    int at; // index in the table, which names a column without a name
} cal_read_column;

// Describes columns [count], with outputs in the order of their classes. frame: null for a table too large
// for one.
cal_status cal_read_describe(const cal_columns_read **out, cal_arena *arena, const cal_read_column *column,
                             int count, const cal_frame *frame, cal_error *err);

#endif
