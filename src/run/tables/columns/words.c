// Finds labels that are words, and the columns that these name.
#include "run/tables/columns/words.h"
#include <string.h>
#include "run/tables/columns/names.h"

static bool is_number(const cal_frame *f, cal_slice cell) {
    double value;
    bool percent;
    return cal_frame_number(&value, &percent, f, cell);
}

// Returns the class of a column of outputs: "Yes", ".pred_Yes", "prob.Yes".
static cal_slice class_of(const cal_frame *f, int column) {
    cal_slice stem = f->head[column];
    (void)cal_output_stem(&stem, stem);
    return stem;
}

static int column_of(const cal_frame *f, int label, cal_slice word) {
    for (int c = 0; c < f->columns; c++)
        if (c != label && cal_slice_same(class_of(f, c), word) && is_number(f, cal_frame_cell(f, 0, c)))
            return c;
    return -1;
}

// Returns true if every cell of a column names another column; marks those.
static bool names_columns(bool named[CAL_FRAME_COLUMNS], const cal_frame *f, int label) {
    int last = -1;
    memset(named, 0, CAL_FRAME_COLUMNS * sizeof *named);
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, label);
        if (!cell.length || is_number(f, cell)) return false;
        if (last < 0 || !cal_slice_same(cell, class_of(f, last))) last = column_of(f, label, cell);
        if (last < 0) return false;
        named[last] = true;
    }
    return f->n > 0;
}

bool cal_frame_words_find(cal_frame_words *out, const cal_frame *f) {
    bool named[CAL_FRAME_COLUMNS], found[CAL_FRAME_COLUMNS];
    bool labelled = false; // out->label is named as labels are
    *out = (cal_frame_words){.label = -1};
    for (int c = 0; f->named && c < f->columns; c++) {
        cal_slice stem;
        const cal_slice head = f->head[c];
        // ".pred_class" and "pred" have such words, too, but for predictions.
        if (cal_csv_column_kind_of(head) == CAL_COLUMN_PREDICTED || !names_columns(found, f, c)) continue;
        if (out->label >= 0 && cal_output_stem(&stem, head)) continue;
        // mlr3 writes the predicted word, "response", next to "truth".
        const bool named_label = cal_csv_column_kind_of(head) == CAL_COLUMN_LABEL;
        if (out->label >= 0 && labelled && !named_label) continue;
        if (out->label >= 0 && labelled == named_label) return false;
        labelled = named_label;
        out->label = c;
        memcpy(named, found, sizeof named);
    }
    if (out->label < 0) return false;
    // A class that no row has is a column named like the others: ".pred_cow" next to ".pred_cat".
    bool marked = true;
    cal_slice stem;
    for (int c = 0; c < f->columns; c++) marked &= !named[c] || cal_output_stem(&stem, f->head[c]);
    for (int c = 0; c < f->columns; c++) {
        if (c == out->label) continue;
        const bool like_others = marked && cal_output_stem(&stem, f->head[c]) &&
                                 cal_csv_column_kind_of(f->head[c]) != CAL_COLUMN_PREDICTED &&
                                 is_number(f, cal_frame_cell(f, 0, c));
        if (!named[c] && !like_others) continue;
        out->name[out->classes] = class_of(f, c);
        out->column[out->classes++] = c;
    }
    return out->classes > 1;
}
