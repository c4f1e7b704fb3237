#include "run/files/groups.h"
#include <string.h>
#include "run/files/column_names.h"

static cal_status take_one(cal_slice **out, char name[CAL_BINARY_WORD], cal_arena *arena, const cal_frame *f,
                           int column, cal_error *err) {
    cal_slice *word = *out = cal_arena_alloc(arena, (size_t)f->n * sizeof *word + 1);
    if (!word) return cal_refuse_memory(err, "%s: its groups and cases", f->name);
    cal_frame_column_name(name, f, column);
    for (int i = 0; i < f->n; i++) {
        word[i] = cal_frame_text(arena, f, cal_frame_cell(f, i, column));
        if (!word[i].at) return cal_refuse_memory(err, "%s: its groups and cases", f->name);
    }
    return CAL_OK;
}

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

cal_status cal_csv_groups_take(cal_csv_table *out, cal_arena *arena, cal_frame *f,
                               const cal_binary_columns *columns, cal_error *err) {
    bool gone[CAL_FRAME_COLUMNS] = {false};
    cal_status status = CAL_OK;
    if (columns->group >= 0) {
        status = take_one(&out->group, out->group_name, arena, f, columns->group, err);
        gone[columns->group] = true;
    }
    for (int i = 0; i < columns->more_groups && !status; i++) {
        status = take_one(&out->more[i].word, out->more[i].name, arena, f, columns->more[i], err);
        gone[columns->more[i]] = true;
    }
    out->more_groups = columns->more_groups;
    if (!status && columns->cases >= 0) {
        status = take_one(&out->cases, out->case_name, arena, f, columns->cases, err);
        gone[columns->cases] = true;
    }
    for (int c = 0; c < f->columns && columns->weight != -1; c++) {
        if (c == columns->weight) f->head[c] = (cal_slice){"weight", 6};
        else if (cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_WEIGHT) gone[c] = true;
    }
    if (!status) drop(f, gone);
    return status;
}

cal_status cal_csv_groups_settle(cal_csv_table *out, const cal_frame *f, const cal_outputs_options *reading,
                                 cal_error *err) {
    const bool classes = out->binary.kinds || (out->outputs.n == f->n && !out->binary.n),
               by_user = reading->columns && strstr(reading->columns, "group=");
    if (out->cases)
        CAL_NOTE(reading->notes, "%.100s: %s is the case, whose rows stay together", f->name, out->case_name);
    if (!out->group) return CAL_OK;
    if (!classes && by_user)
        return cal_fail(
            err, CAL_USAGE,
            "%.120s: columns: group=%s goes with a column for each class, or with a label and its "
            "probability",
            f->name, out->group_name);
    if (!classes)
        return cal_fail(err, CAL_FAILED,
                        "%.120s: the column %s holds words, which would be groups; those go with a column "
                        "for each class, "
                        "or with a label and its probability: leave it out",
                        f->name, out->group_name);
    CAL_NOTE(reading->notes, "%.100s: %s groups the rows", f->name, out->group_name);
    for (int i = 0; i < out->more_groups; i++)
        CAL_NOTE(reading->notes, "%.100s: %s groups the rows", f->name, out->more[i].name);
    return CAL_OK;
}
