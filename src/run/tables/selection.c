#include "run/tables/selection.h"
#include <string.h>
#include "run/tables/columns/classes.h"
#include "run/tables/columns/words.h"
#include "catalog/data/tables/rows.h"
#include "run/tables/frame/selection.h"
#include "run/tables/multi_label.h"

// Leaves out a column, and keeps the places of the others in `io`.
static void shift(cal_binary_columns *io, const bool *gone) {
    int *const place[] = {&io->label, &io->p, &io->group, &io->cases, &io->weight, &io->score};
    int before[CAL_FRAME_COLUMNS + 1] = {0};
    for (int c = 0; c < CAL_FRAME_COLUMNS; c++) before[c + 1] = before[c] + gone[c];
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        if (*place[i] >= 0) *place[i] -= before[*place[i]];
    for (int i = 0; i < io->more_groups; i++) io->more[i] -= before[io->more[i]];
}

// Leaves out columns next to a sure set of outputs, with a note that names the first few.
static cal_status leave_out_columns(cal_frame *f, cal_binary_columns *about, cal_arena *arena,
                                    cal_notes *notes, cal_error *err) {
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
    if (!count) return CAL_OK;
    cal_slice *left = cal_arena_alloc(arena, (size_t)(f->left_count + count) * sizeof *left);
    if (!left) return cal_refuse_memory(err, "%s: its columns", f->name);
    if (f->left_count) memcpy(left, f->left, (size_t)f->left_count * sizeof *left);
    f->left = left;
    for (int c = 0; c < f->columns; c++)
        if (gone[c]) left[f->left_count++] = f->head[c];
    CAL_NOTE(notes, "%.100s: not read, since the numbered columns are the outputs of classes: %.200s%s",
             f->name, names.text, count > listed ? " and others" : "");
    cal_frame_drop_columns(f, gone);
    shift(about, gone);
    return CAL_OK;
}

// Marks the columns that a row must have. These are a label in words and its classes, predictions,
// or the label and all columns of numbers. `whole` are the rows without missing values.
static void mark_used(bool used[CAL_FRAME_COLUMNS], const cal_frame *f, const cal_frame *whole,
                      const cal_binary_columns *about) {
    cal_frame_words words;
    int kinds[CAL_COLUMN_IGNORED + 1] = {0};
    const bool worded = cal_frame_words_find(&words, whole);
    const cal_outputs_options plain = {0};
    cal_error ignored; // the reader of outputs reports it
    if (worded) (void)cal_frame_words_complete(&words, whole, &plain, &ignored);
    for (int c = 0; c < f->columns && f->named; c++) kinds[cal_csv_column_kind_of(f->head[c])]++;
    const bool predictions =
        kinds[CAL_COLUMN_LABEL] && kinds[CAL_COLUMN_PREDICTED] && kinds[CAL_COLUMN_CONFIDENCE];
    for (int c = 0; c < f->columns; c++) {
        const cal_csv_column_kind kind = f->named ? cal_csv_column_kind_of(f->head[c]) : CAL_COLUMN_UNKNOWN;
        const bool prediction = kind == CAL_COLUMN_PREDICTED || kind == CAL_COLUMN_CONFIDENCE;
        double value;
        bool percent, group = c == about->group || c == about->cases;
        const bool number =
            !whole->n || cal_frame_number(&value, &percent, whole, cal_frame_cell(whole, 0, c));
        for (int i = 0; i < about->more_groups; i++) group |= c == about->more[i];
        used[c] = !group && kind != CAL_COLUMN_IGNORED && !worded &&
                  (kind == CAL_COLUMN_LABEL || (prediction == predictions && (number || prediction)));
        used[c] |= kind == CAL_COLUMN_WEIGHT || c == about->weight || c == about->score;
    }
    if (worded) used[words.label] = true;
    for (int j = 0; worded && j < words.classes; j++) used[words.column[j]] = true;
}

cal_status cal_table_select_classes(cal_frame *f, cal_binary_columns *about, cal_arena *arena,
                                    const cal_outputs_options *reading, cal_error *err) {
    bool used[CAL_FRAME_COLUMNS];
    cal_frame whole;
    if (f->given) {
        for (int c = 0; c < f->columns; c++)
            used[c] = c < f->given_columns || c == about->weight || c == about->score ||
                      cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_WEIGHT;
        return cal_frame_drop_missing(f, arena, used, reading, err);
    }
    cal_status status = leave_out_columns(f, about, arena, reading->notes, err);
    if (!status) status = cal_frame_complete_rows(&whole, arena, f, NULL, err);
    if (status) return status;
    mark_used(used, f, &whole, about);
    return cal_frame_drop_missing(f, arena, used, reading, err);
}

cal_status cal_table_find_binary(cal_binary_columns *out, bool *found, cal_frame *complete, cal_frame *f,
                                 cal_arena *arena, const cal_outputs_options *reading, cal_error *err) {
    bool used[CAL_FRAME_COLUMNS] = {false};
    cal_status status = cal_frame_complete_rows(complete, arena, f, NULL, err);
    if (!status && !complete->n) *complete = *f;
    const char *given = reading->columns;
    cal_binary_columns named;
    if (!status) status = cal_binary_columns_given(&named, f, given, err);
    if (!status && cal_columns_give_classes(&named)) {
        *found = false, *out = named;
        status = cal_columns_take_classes(f, out, arena, err);
        return status ? status : cal_frame_complete_rows(complete, arena, f, NULL, err);
    }
    const bool by_user = cal_columns_give_probability(given);
    if (!status && !by_user && cal_frame_classes_sure(complete)) {
        *found = false;
        return cal_binary_columns_given(out, f, given, err);
    }
    if (!status) status = cal_binary_columns_find(out, found, complete, given, err);
    if (status || !*found) return status;
    used[out->label] = used[out->p] = true;
    if (out->weight >= 0) used[out->weight] = true;
    if (out->score >= 0) used[out->score] = true;
    return cal_frame_drop_missing(f, arena, used, reading, err);
}

bool cal_table_needs_frame(cal_frame *heads, const cal_file *file, const char *given) {
    enum { CELLS_MAX = 2000000 };
    cal_column_role is[CAL_FRAME_COLUMNS];
    cal_error ignored;
    int lines;
    cal_frame_heads(heads, file);
    cal_frame_roles(is, heads);
    const bool small =
        !cal_rows_bound(&lines, file, &ignored) && heads->columns && lines <= CELLS_MAX / heads->columns;
    return given || small || cal_frame_only(is, heads->columns, CAL_ROLE_GROUP) != -1 ||
           cal_frame_only(is, heads->columns, CAL_ROLE_CASE) != -1 || cal_multi_label_named(heads);
}
