#include "run/tables/selection.h"
#include "run/tables/columns/classes.h"
#include "run/tables/frame/selection.h"

// Leaves out a column, and keeps the places of the others in `io`.
static void shift(cal_binary_columns *io, const bool *gone) {
    int *const place[] = {&io->label, &io->p, &io->group, &io->cases, &io->weight};
    int before[CAL_FRAME_COLUMNS + 1] = {0};
    for (int c = 0; c < CAL_FRAME_COLUMNS; c++) before[c + 1] = before[c] + gone[c];
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        if (*place[i] >= 0) *place[i] -= before[*place[i]];
    for (int i = 0; i < io->more_groups; i++) io->more[i] -= before[io->more[i]];
}

// Leaves out columns next to a sure set of outputs, with a note that names the first few.
static void leave_out_columns(cal_frame *f, cal_binary_columns *about, cal_notes *notes) {
    enum { LISTED = 4 };
    bool gone[CAL_FRAME_COLUMNS] = {false};
    cal_error names = {0}, text;
    int listed = 0;
    const int count = cal_frame_classes_others(gone, f, about);
    for (int c = 0; c < f->columns && count; c++) {
        char name[CAL_BINARY_WORD];
        if (!gone[c] || listed == LISTED) continue;
        cal_frame_column_name(name, f, c);
        (void)cal_fail(&text, CAL_OK, "%.200s%s%.40s", names.text, listed++ ? ", " : "", name);
        names = text;
    }
    if (!count) return;
    CAL_NOTE(notes, "%.100s: not read, since the numbered columns are the outputs of classes: %.200s%s",
             f->name, names.text, count > listed ? " and others" : "");
    cal_frame_drop_columns(f, gone);
    shift(about, gone);
}

cal_status cal_table_select_classes(cal_frame *f, cal_binary_columns *about, cal_arena *arena,
                                    cal_notes *notes, cal_error *err) {
    bool used[CAL_FRAME_COLUMNS], predictions;
    int kinds[CAL_COLUMN_IGNORED + 1] = {0};
    leave_out_columns(f, about, notes);
    for (int c = 0; c < f->columns && f->named; c++) kinds[cal_csv_column_kind_of(f->head[c])]++;
    predictions = kinds[CAL_COLUMN_LABEL] && kinds[CAL_COLUMN_PREDICTED] && kinds[CAL_COLUMN_CONFIDENCE];
    for (int c = 0; c < f->columns; c++) {
        const cal_csv_column_kind kind = f->named ? cal_csv_column_kind_of(f->head[c]) : CAL_COLUMN_UNKNOWN;
        const bool prediction = kind == CAL_COLUMN_PREDICTED || kind == CAL_COLUMN_CONFIDENCE;
        bool group = c == about->group || c == about->cases;
        for (int i = 0; i < about->more_groups; i++) group |= c == about->more[i];
        used[c] = !group && kind != CAL_COLUMN_IGNORED &&
                  (kind == CAL_COLUMN_LABEL || kind == CAL_COLUMN_WEIGHT || prediction == predictions);
    }
    return cal_frame_drop_missing(f, arena, used, notes, err);
}

cal_status cal_table_find_binary(cal_binary_columns *out, bool *found, cal_frame *complete, cal_frame *f,
                                 cal_arena *arena, const cal_outputs_options *reading, cal_error *err) {
    bool used[CAL_FRAME_COLUMNS] = {false};
    cal_status status = cal_frame_complete_rows(complete, arena, f, NULL, err);
    if (!status && !complete->n) *complete = *f;
    if (!status) status = cal_binary_columns_find(out, found, complete, reading->columns, err);
    if (status || !*found) return status;
    used[out->label] = used[out->p] = true;
    if (out->weight >= 0) used[out->weight] = true;
    return cal_frame_drop_missing(f, arena, used, reading->notes, err);
}
