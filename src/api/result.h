// The definition of cal_result, and how a table is recorded in it.
#ifndef CAL_API_RESULT_H
#define CAL_API_RESULT_H
#include "api/handles.h"
#include "catalog/view/view.h"
#include "run/outputs/notes.h"

struct cal_result {
    cal_arena arena;
    cal_result_info info;
    double *cell;
    int at;         // finished rows
    bool by_column; // layout of the cells
    cal_result_listener *listener;
    void *context;
    cal_notes notes; // on how files were read
};

// Returns a table that records its rows.
cal_table cal_result_table(cal_result *r);
// Allocates the columns, to be filled. Null if memory is refused.
cal_result_column *cal_result_columns(cal_result *r, int count);
void cal_result_take_choice(cal_result *r, const cal_choice *choice);
// Copies a text, and frees it.
const char *cal_result_keep(cal_result *r, cal_text *text);
// Takes the facts of a finished table. Frees *out and sets it to null if `status` is an error.
cal_status cal_result_end(cal_result **out, const cal_table *table, cal_status status, cal_error *err);

#endif
