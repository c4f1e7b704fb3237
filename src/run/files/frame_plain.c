// A frame as plain CSV, for the reader of outputs of several classes.
#include <string.h>
#include "run/files/csv_columns.h"
#include "run/files/frame_plain.h"

static bool is_number(const cal_frame *f, cal_slice cell) {
    double value;
    bool percent;
    return cal_frame_number(&value, &percent, f, cell);
}

static bool same(cal_slice a, cal_slice b) {
    return a.length == b.length && !memcmp(a.at, b.at, (size_t)a.length);
}

static int label_of(const cal_frame *f) {
    int found = -1;
    for (int c = 0; c < f->columns; c++)
        if (f->named && cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_LABEL) found = c;
    return found;
}

// The place among the classes of the column that a label names; -1 if there is none.
static int class_of(const cal_frame *f, const bool *kept, int label, cal_slice word) {
    int place = 0;
    for (int c = 0; c < f->columns; c++) {
        if (c == label || !kept[c]) continue;
        if (same(f->head[c], word)) return place;
        place++;
    }
    return -1;
}

bool cal_frame_wants_plain(const cal_frame *f) {
    if (f->json) return true;
    const int label = label_of(f);
    for (int i = 0; i < f->n; i++)
        for (int c = 0; c < f->columns; c++) {
            const cal_slice cell = cal_frame_cell(f, i, c);
            double value;
            if (cal_number_parse(&value, cell)) continue;
            if (is_number(f, cell) || (c == label && cell.length && f->named)) return true;
        }
    return false;
}

static void put_cell(cal_text *out, const cal_frame *f, cal_slice cell) {
    double value;
    bool percent;
    if (cal_frame_number(&value, &percent, f, cell)) cal_text_add_number(out, value);
    else {
        cal_text_add(out, "\"");
        for (int i = 0; i < cell.length; i++) // quotes inside would end the field
            cal_text_add_bytes(out, cell.at[i] == '"' || cell.at[i] == '\n' ? "'" : cell.at + i, 1);
        cal_text_add(out, "\"");
    }
}

cal_status cal_frame_plain(cal_text *out, const cal_frame *f, cal_notes *notes, cal_error *err) {
    bool kept[CAL_FRAME_COLUMNS], words = false;
    const int label = label_of(f);
    int line = 1;
    for (int c = 0; c < f->columns; c++) {
        // JSON lines hold texts beside numbers, which are no outputs.
        kept[c] = !f->json || c == label || (f->n && is_number(f, cal_frame_cell(f, 0, c)));
        const cal_csv_column_kind kind = f->named ? cal_csv_column_kind_of(f->head[c]) : CAL_COLUMN_UNKNOWN;
        kept[c] = kept[c] && kind != CAL_COLUMN_IGNORED;
    }
    for (int c = 0, first = 1; f->named && c < f->columns; c++) {
        if (!kept[c]) continue;
        if (!first) cal_text_add(out, ",");
        cal_text_add(out, "\"%.*s\"", f->head[c].length, f->head[c].at);
        first = 0;
    }
    if (f->named && !f->json) cal_text_add(out, "\n"), line++;
    else if (f->named) cal_text_add(out, "\n");
    for (int i = 0; i < f->n; i++) {
        for (; !f->json && line < f->line[i]; line++)
            cal_text_add(out, "\n"); // errors name the file's own lines
        for (int c = 0, first = 1; c < f->columns; c++) {
            const cal_slice cell = cal_frame_cell(f, i, c);
            if (!kept[c]) continue;
            if (!first) cal_text_add(out, ",");
            first = 0;
            if (c != label || is_number(f, cell)) {
                put_cell(out, f, cell);
                continue;
            }
            const int place = f->named ? class_of(f, kept, label, cell) : -1;
            words = true;
            if (place < 0)
                return cal_fail(err, CAL_FAILED,
                                "%s: line %d: the label '%.*s' is no number and no column is named so; name "
                                "the columns as the "
                                "labels, or give labels as whole numbers from 0",
                                f->name, f->line[i], CAL_QUOTED(cell));
            cal_text_add(out, "%d", place);
        }
        cal_text_add(out, "\n"), line++;
    }
    if (words)
        CAL_NOTE(notes, "%.200s: its labels are words: each is the class whose column has that name",
                 f->name);
    return out->refused ? cal_refuse_memory(err, "%s: %d rows", f->name, f->n) : CAL_OK;
}
