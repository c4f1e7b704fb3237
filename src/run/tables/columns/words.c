// Finds labels that are words, and the columns that these name.
#include "run/tables/columns/words.h"
#include <string.h>
#include "run/tables/columns/names.h"
#include "run/tables/columns/offer.h"

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

// Returns true if a column that no label names could be the outputs of a class: numbers with fractions.
static bool could_be_class(const cal_frame *f, int column) {
    const cal_csv_column_kind kind = cal_csv_column_kind_of(f->head[column]);
    bool whole = true;
    if (kind != CAL_COLUMN_UNKNOWN && kind != CAL_COLUMN_CLASS) return false;
    if (cal_name_is_other(f->head[column])) return false;
    for (int i = 0; i < f->n; i++) {
        double value;
        bool percent;
        if (!cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, column))) return false;
        whole &= __builtin_fabs(value) < 1e9 && value == (double)(int64_t)value;
    }
    return !whole;
}

// Returns true if nine of ten rows of the marked columns sum to 1.
static bool sum_to_one(const cal_frame *f, const bool *marked) {
    int ones = 0;
    for (int i = 0; i < f->n; i++) {
        double sum = 0, value;
        bool percent;
        for (int c = 0; c < f->columns; c++)
            if (marked[c] && cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, c))) sum += value;
        ones += __builtin_fabs(sum - 1) <= 0.01;
    }
    return ones >= f->n - f->n / 10;
}

// Asks whether a column that no label names is a class.
static cal_status ask(const cal_frame_words *w, const cal_frame *f, int odd,
                      const cal_outputs_options *reading, cal_error *err) {
    cal_csv_column column[CAL_FRAME_COLUMNS + 2];
    cal_csv_cells cells = {.file = f->name, .named = true, .reading = reading, .column = column};
    char offer[2][CAL_OFFER];
    cal_error name;
    for (int j = -1; j <= w->classes; j++) {
        const int c = j < 0 ? w->label : j < w->classes ? w->column[j] : odd;
        column[cells.width++] = (cal_csv_column){CAL_COLUMN_CLASS, f->head[c], c};
    }
    cal_offer_classes(offer[0], &cells, 0, NULL);
    cells.width--;
    cal_offer_classes(offer[1], &cells, 0, NULL);
    cal_frame_show(&name, f, f->head[odd]);
    return cal_fail(
        err, CAL_FAILED,
        "%.80s: is %.60s a class? No label names it, and rows do not sum to 1; if so: %s; else: %s", f->name,
        name.text, offer[0], offer[1]);
}

cal_status cal_frame_words_complete(cal_frame_words *w, const cal_frame *f,
                                    const cal_outputs_options *reading, cal_error *err) {
    bool marked[CAL_FRAME_COLUMNS] = {false}, more[CAL_FRAME_COLUMNS] = {false};
    int first = -1;
    for (int j = 0; j < w->classes; j++) marked[w->column[j]] = true;
    if (sum_to_one(f, marked)) return CAL_OK;
    for (int c = 0; c < f->columns; c++) {
        more[c] = c != w->label && !marked[c] && could_be_class(f, c);
        if (more[c] && first < 0) first = c;
        marked[c] |= more[c];
    }
    if (first < 0) return CAL_OK;
    if (!sum_to_one(f, marked)) return ask(w, f, first, reading, err);
    for (int c = 0; c < f->columns; c++) {
        if (!more[c]) continue;
        w->name[w->classes] = class_of(f, c);
        w->column[w->classes++] = c;
    }
    return CAL_OK;
}
