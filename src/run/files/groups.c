#include "run/files/groups.h"
#include <string.h>
#include "run/files/column_names.h"

static void drop(cal_frame *f, const bool gone[CAL_FRAME_COLUMNS]) {
    cal_slice *to = f->cell;
    int left = 0;
    for (int i = 0; i < f->n; i++)
        for (int c = 0; c < f->columns; c++)
            if (!gone[c]) *to++ = cal_frame_cell(f, i, c);
    for (int c = 0; c < f->columns; c++)
        if (!gone[c]) f->head[left++] = f->head[c];
    f->columns = left;
}

bool cal_csv_groups_wanted(const cal_binary_columns *columns) {
    return columns->group >= 0 || columns->cases >= 0 || columns->weight != -1;
}

cal_status cal_csv_groups_take(cal_row_columns *out, cal_arena *arena, cal_frame *f,
                               const cal_binary_columns *columns, cal_error *err) {
    bool gone[CAL_FRAME_COLUMNS] = {false};
    const cal_status status = cal_row_columns_read(out, arena, f, columns, err);
    if (columns->group >= 0) gone[columns->group] = true;
    for (int i = 0; i < columns->more_groups; i++) gone[columns->more[i]] = true;
    if (columns->cases >= 0) gone[columns->cases] = true;
    for (int c = 0; c < f->columns && columns->weight != -1; c++) {
        if (c == columns->weight) f->head[c] = (cal_slice){"weight", 6};
        else if (cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_WEIGHT) gone[c] = true;
    }
    if (!status) drop(f, gone);
    return status;
}

cal_status cal_csv_groups_settle(const cal_row_columns *about, const cal_outputs *outputs, const char *file,
                                 const cal_outputs_options *reading, cal_error *err) {
    const bool classes = outputs->task != CAL_TASK_BINARY && !outputs->confidence,
               by_user = reading->columns && strstr(reading->columns, "group=");
    cal_row_cases_note(about, file, reading->notes);
    if (!about->groups) return CAL_OK;
    if (!classes && by_user)
        return cal_fail(
            err, CAL_USAGE,
            "%.120s: columns: group=%s goes with a column for each class, or with a label and its "
            "probability",
            file, about->group[0].name);
    if (!classes)
        return cal_fail(err, CAL_FAILED,
                        "%.120s: the column %s holds words, which would be groups; those go with a column "
                        "for each class, "
                        "or with a label and its probability: leave it out",
                        file, about->group[0].name);
    cal_row_groups_note(about, file, reading->notes);
    return CAL_OK;
}
