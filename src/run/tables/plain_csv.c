// Writes a frame as plain CSV, for the reader of outputs of several classes.
#include "run/tables/plain_csv.h"
#include <string.h>
#include "run/tables/columns/binary.h"
#include "run/tables/columns/names.h"
#include "run/tables/columns/words.h"

static bool is_number(const cal_frame *f, cal_slice cell) {
    double value;
    bool percent;
    return cal_frame_number(&value, &percent, f, cell);
}

static int label_of(const cal_frame *f) {
    int found = -1;
    for (int c = 0; c < f->columns; c++)
        if (f->named && cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_LABEL) found = c;
    return found;
}

// Returns the place, among the classes, of the column that a label names; -1: none.
static int class_of(const cal_frame *f, const bool *kept, int label, cal_slice word) {
    int place = 0;
    for (int c = 0; c < f->columns; c++) {
        if (c == label || !kept[c]) continue;
        if (cal_slice_same(f->head[c], word)) return place;
        place++;
    }
    return -1;
}

bool cal_frame_needs_plain(const cal_frame *f) {
    cal_frame_words words;
    if (f->json || f->spaces || f->changed || cal_frame_words_find(&words, f)) return true;
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

// Writes a table whose columns are named by the words of a label: the label's place and the outputs only.
static cal_status put_words(cal_text *out, const cal_frame *f, const cal_frame_words *w, cal_notes *notes,
                            cal_error *err) {
    char name[CAL_BINARY_WORD];
    int weight = -1;
    for (int c = 0; c < f->columns; c++)
        if (cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_WEIGHT) weight = c;
    cal_text_add(out, "label");
    for (int j = 0; j < w->classes; j++) cal_text_add(out, ",logit_%d", j);
    cal_text_add(out, weight < 0 ? "\n" : ",weight\n");
    for (int i = 0, line = 2; i < f->n; i++, line++) {
        for (; line < f->line[i]; line++) cal_text_add(out, "\n"); // errors name the file's own lines
        int place = -1;
        for (int j = 0; j < w->classes; j++)
            if (cal_slice_same(w->name[j], cal_frame_cell(f, i, w->label))) place = j;
        cal_text_add(out, "%d", place);
        for (int j = 0; j < w->classes; j++) {
            cal_text_add(out, ",");
            put_cell(out, f, cal_frame_cell(f, i, w->column[j]));
        }
        if (weight >= 0) cal_text_add(out, ","), put_cell(out, f, cal_frame_cell(f, i, weight));
        cal_text_add(out, "\n");
    }
    cal_frame_column_name(name, f, w->label);
    CAL_NOTE(notes, "%.200s: %s is the label, whose %d words name the columns of their outputs", f->name,
             name, w->classes);
    return out->refused ? cal_refuse_memory(err, "%s: %d rows", f->name, f->n) : CAL_OK;
}

// ---- a label, a predicted class and its confidence, the first two in words

enum { WORDS_MAX = 4096 };
typedef struct vocabulary {
    int count;
    cal_slice word[WORDS_MAX];
} vocabulary;

static int place_of(vocabulary *v, cal_slice word) {
    for (int i = 0; i < v->count; i++)
        if (cal_slice_same(v->word[i], word)) return i;
    if (v->count == WORDS_MAX) return -1;
    v->word[v->count] = word;
    return v->count++;
}

static bool find_worded(int at[3], const cal_frame *f) {
    int scores = -1, words = 0;
    for (int p = 0; p < 3; p++) at[p] = -1;
    for (int c = 0; f->named && c < f->columns; c++) {
        const cal_csv_column_kind kind = cal_csv_column_kind_of(f->head[c]);
        int *to = kind == CAL_COLUMN_LABEL        ? &at[0]
                  : kind == CAL_COLUMN_PREDICTED  ? &at[1]
                  : kind == CAL_COLUMN_CONFIDENCE ? &at[2]
                  : kind == CAL_COLUMN_SCORE      ? &scores
                                                  : NULL;
        if (!to) continue;
        if (*to >= 0) return false;
        *to = c;
    }
    if (at[2] < 0) at[2] = scores;
    if (at[0] < 0 || at[1] < 0 || at[2] < 0) return false;
    for (int i = 0; i < f->n; i++)
        words += !is_number(f, cal_frame_cell(f, i, at[0])) || !is_number(f, cal_frame_cell(f, i, at[1]));
    return words > 0;
}

static cal_status put_predictions(cal_text *out, const cal_frame *f, const int at[3], cal_notes *notes,
                                  cal_error *err) {
    vocabulary *v = cal_mem_alloc(sizeof *v);
    cal_status status = v ? CAL_OK : cal_refuse_memory(err, "%s: its labels", f->name);
    if (v) v->count = 0;
    cal_text_add(out, "label,pred,conf\n");
    for (int i = 0, line = 2; i < f->n && !status; i++, line++) {
        for (; line < f->line[i]; line++) cal_text_add(out, "\n");
        for (int p = 0; p < 2 && !status; p++) {
            const cal_slice word = cal_frame_cell(f, i, at[p]);
            const int place = word.length ? place_of(v, word) : -1;
            if (place < 0)
                status = cal_fail(err, CAL_FAILED, "%s: line %d: '%.*s' is %s", f->name, f->line[i],
                                  CAL_QUOTED(word),
                                  word.length ? "one label more than the 4096 that are read"
                                              : "no label; leave out rows without one");
            cal_text_add(out, "%d,", place);
        }
        put_cell(out, f, cal_frame_cell(f, i, at[2]));
        cal_text_add(out, "\n");
    }
    if (!status)
        CAL_NOTE(notes, "%.200s: its labels are words, %d different ones: equal words are the same class",
                 f->name, v->count);
    cal_mem_free(v);
    if (status) return status;
    return out->refused ? cal_refuse_memory(err, "%s: %d rows", f->name, f->n) : CAL_OK;
}

cal_status cal_frame_plain(cal_text *out, const cal_frame *f, cal_notes *notes, cal_error *err) {
    cal_frame_words worded;
    int at[3];
    if (cal_frame_words_find(&worded, f)) {
        const cal_status status = cal_frame_words_complete(&worded, f, err);
        return status ? status : put_words(out, f, &worded, notes, err);
    }
    if (find_worded(at, f)) return put_predictions(out, f, at, notes, err);
    bool kept[CAL_FRAME_COLUMNS], words = false;
    const int label = label_of(f);
    int line = 1;
    for (int c = 0; c < f->columns; c++) {
        // JSON lines have texts next to numbers, which are not outputs.
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
