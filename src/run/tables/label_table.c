#include "run/tables/label_table.h"
#include <stdlib.h>
#include <string.h>
#include "base/bytes/npy.h"
#include "base/text.h"
#include "run/tables/columns/binary.h"
#include "run/tables/columns/names.h"
#include "run/tables/columns/roles.h"
#include "run/tables/frame/selection.h"
#include "run/tables/frame/spreadsheet.h"

bool cal_label_table_is(const cal_file *file) {
    const uint8_t *b = file->bytes;
    const bool array = file->size >= 6 && memcmp(b, "\x93NUMPY", 6) == 0;
    // A file with bytes below 9 at its start is not text; the reader of arrays reports what is wrong with it.
    for (size_t i = 0; b && !array && i < file->size && i < 64; i++)
        if (b[i] < '\t') return false;
    return b && file->size && (!array || cal_npy_holds_words(file));
}

static bool missing(cal_slice cell) {
    return !cell.length || cal_slice_is(cell, "-1") || cal_slice_is(cell, "-1.0") ||
           cal_slice_is(cell, "NaN") || cal_slice_is(cell, "nan") || cal_slice_is(cell, "NA");
}

// Returns true if every row is 0, 1 or missing.
static bool is_flag(const cal_frame *f, int column) {
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        double value;
        bool percent;
        if (missing(cell)) continue;
        if (!cal_frame_number(&value, &percent, f, cell) || (value != 0 && value != 1)) return false;
    }
    return f->n > 0;
}

// ---- labels as an array

static int compare(const void *a, const void *b) {
    return cal_slice_order(*(const cal_slice *)a, *(const cal_slice *)b);
}

// Lists the different words in alphabetical order; returns their number.
static int sorted_words(cal_slice *word, const cal_frame *f, int column) {
    int count = 0;
    int n = 0;
    for (int i = 0; i < f->n; i++)
        if (!cal_cell_missing(cal_frame_cell(f, i, column))) word[n++] = cal_frame_cell(f, i, column);
    qsort(word, (size_t)n, sizeof *word, compare);
    for (int i = 0; i < n; i++)
        if (!count || cal_slice_order(word[count - 1], word[i]) != 0) word[count++] = word[i];
    return count;
}

// Returns the index of the positive word: the given one, or the one that means yes; -1: unknown.
static int positive_of(const cal_slice word[2], cal_slice given) {
    for (int i = 0; i < 2; i++) {
        if (given.length && cal_slice_order(word[i], given) == 0) return i;
        if (!given.length && cal_word_meaning(word[i]) > 0 && cal_word_meaning(word[1 - i]) <= 0) return i;
        if (!given.length && cal_word_meaning(word[i]) < 0 && cal_word_meaning(word[1 - i]) == 0)
            return 1 - i;
    }
    return -1;
}

static void note_words(const cal_slice *word, int count, int first, const char *file, cal_notes *notes) {
    cal_text list = {0};
    enum { SHOWN = 4 };
    for (int i = 0; i < count && i < SHOWN; i++) {
        const cal_slice w = word[first ? count - 1 - i : i];
        cal_text_add(&list, "%s%d = %.*s", i ? ", " : "", i, w.length < 24 ? w.length : 24, w.at);
    }
    if (!list.refused)
        CAL_NOTE(notes, "%.100s: its labels are words: class %s%s", file, list.data,
                 count > SHOWN ? ", and so on by the alphabet" : "");
    cal_text_free(&list);
}

// Reads one label per row, k classes; `alone`: outputs of one of two classes.
static cal_status one_label(cal_file *labels, cal_arena *arena, const cal_frame *f, int column, int k,
                            bool alone, cal_slice positive, cal_notes *notes, cal_error *err) {
    double *label = cal_arena_alloc(arena, (size_t)f->n * sizeof *label);
    cal_slice *word = cal_arena_alloc(arena, (size_t)f->n * sizeof *word);
    int words = 0;
    if (arena->refused) return cal_refuse_memory(err, "%s: its labels", f->name);
    for (int i = 0; i < f->n; i++) {
        double value;
        bool percent;
        const cal_slice cell = cal_frame_cell(f, i, column);
        const bool number = cal_frame_number(&value, &percent, f, cell) && value > -1e9 && value < 1e9 &&
                            value == (double)(int32_t)value;
        const bool empty = cal_cell_missing(cell);
        words += !number && !empty;
        label[i] = empty ? __builtin_nan("") : number ? value : 0;
    }
    if (words || positive.length) {
        const int count = sorted_words(word, f, column);
        const int yes = count == 2 && (alone || positive.length) ? positive_of(word, positive) : 1;
        if (count != k)
            return cal_fail(err, CAL_FAILED,
                            "%s: its labels are %d different words, but the outputs are of %d classes: give "
                            "labels as whole numbers from 0",
                            f->name, count, k);
        if (k == 2 && yes < 0)
            return cal_fail(err, CAL_USAGE,
                            "%s: columns: which of %.*s and %.*s are the outputs of? say positive=", f->name,
                            CAL_QUOTED(word[0]), CAL_QUOTED(word[1]));
        for (int i = 0; i < f->n; i++) {
            const cal_slice cell = cal_frame_cell(f, i, column);
            const cal_slice *at = bsearch(&cell, word, (size_t)count, sizeof *word, compare);
            if (!at) continue; // a missing label
            label[i] = (double)(at - word);
            if (k == 2 && !yes) label[i] = 1 - label[i];
        }
        note_words(word, count, k == 2 && !yes, f->name, notes);
    }
    return cal_npy_replace(labels, arena, "f8", label, &f->n, 1, err);
}

// Reads multi-label columns, one per output; their names become the labels' names.
static cal_status several(cal_label_table *out, cal_file *labels, cal_arena *arena, const cal_frame *f,
                          const int *column, int k, cal_error *err) {
    double *label = cal_arena_alloc(arena, (size_t)f->n * (size_t)k * sizeof *label);
    cal_text titles = {0};
    if (!label) return cal_refuse_memory(err, "%s: its labels", f->name);
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < k; j++) {
            const cal_slice cell = cal_frame_cell(f, i, column[j]);
            double *to = &label[(size_t)i * (size_t)k + (size_t)j];
            bool percent;
            if (missing(cell) || !cal_frame_number(to, &percent, f, cell)) *to = __builtin_nan("");
        }
    for (int j = 0; j < k; j++) {
        const cal_slice head = cal_frame_text(arena, f, f->head[column[j]]);
        if (head.at) cal_text_add_bytes(&titles, head.at, (size_t)head.length);
        cal_text_add(&titles, "\n");
    }
    out->titles =
        titles.refused || arena->refused ? NULL : cal_arena_text(arena, titles.data, (size_t)titles.length);
    cal_text_free(&titles);
    if (!out->titles) return cal_refuse_memory(err, "%s: its labels' names", f->name);
    return cal_npy_replace(labels, arena, "f8", label, (int[]){f->n, k}, 2, err);
}

// ---- table

static cal_status no_label(const cal_frame *f, int k, cal_error *err) {
    char first[CAL_BINARY_WORD], last[CAL_BINARY_WORD];
    cal_frame_column_name(first, f, 0), cal_frame_column_name(last, f, f->columns - 1);
    return cal_fail(err, CAL_FAILED,
                    "%.120s: which of its %d columns, %s to %s, is the label? name it label, or say columns "
                    "label=NAME; multi-label labels are %d columns of 0 and 1",
                    f->name, f->columns, first, last, k);
}

// Finds the label's column, or multi-label columns; *count is 0 if none can be identified.
static void find_labels(int column[CAL_FRAME_COLUMNS], int *count, const cal_frame *f,
                        const cal_binary_columns *at, int k, const char *task) {
    cal_column_role is[CAL_FRAME_COLUMNS];
    int flags[CAL_FRAME_COLUMNS], found = 0, rest = 0, only = -1;
    cal_frame_roles(is, f);
    const int named = at->label >= 0 ? at->label : cal_frame_only(is, f->columns, CAL_ROLE_LABEL);
    const bool one = task && strcmp(task, "multilabel") != 0;
    for (int c = 0; c < f->columns; c++) {
        bool taken = c == at->group || c == at->cases || c == at->weight || c == at->score ||
                     is[c] == CAL_ROLE_IGNORED;
        for (int i = 0; i < at->more_groups; i++) taken |= c == at->more[i];
        if (taken) continue;
        if (is_flag(f, c)) flags[found++] = c;
        rest++, only = c;
    }
    *count = 0;
    if (at->label < 0 && !one && k > 1 && found == k && f->named)
        memcpy(column, flags, (size_t)k * sizeof *flags), *count = k;
    else if (named >= 0) column[(*count)++] = named;
    else if (rest == 1) column[(*count)++] = only;
}

cal_status cal_label_table_read(cal_label_table *out, cal_file *labels, cal_arena *arena,
                                const cal_file *outputs, const cal_outputs_options *reading, cal_error *err) {
    cal_file text;
    cal_frame f;
    cal_array z;
    cal_binary_columns at;
    bool fits = false;
    int column[CAL_FRAME_COLUMNS], count;
    *out = (cal_label_table){.titles = NULL};
    cal_file given = *labels;
    cal_status status = cal_npy_read(&z, outputs, err);
    if (!status && cal_npy_holds_words(labels)) status = cal_npy_words(&given, arena, labels, err);
    if (!status) status = cal_table_text(&text, arena, &given, reading->notes, err);
    if (!status) status = cal_frame_read(&f, &fits, arena, &text, CAL_FRAME_COLUMNS, err);
    if (!status && !fits)
        status = cal_fail(err, CAL_FAILED, "%s: a table of labels has up to %d columns", labels->name,
                          (int)CAL_FRAME_COLUMNS);
    if (!status && f.n != z.dim[0])
        status = cal_fail(err, CAL_FAILED, "%.200s has %d rows, but %.200s has %d labels", outputs->name,
                          z.dim[0], labels->name, f.n);
    if (!status) status = cal_binary_columns_given(&at, &f, reading->columns, err);
    if (status) return status;
    const int k = z.ndim == 2 && z.dim[1] > 1 ? z.dim[1] : 2;
    cal_frame_groups_find(&at, &f), at.cases = cal_frame_case_column(&f, &at);
    if (at.weight == -1) at.weight = cal_frame_weight_column(&f);
    CAL_NOTE(reading->notes, "%.100s: its rows go with those of %.100s in their order (%d in both)",
             labels->name, outputs->name, f.n);
    find_labels(column, &count, &f, &at, z.ndim == 2 ? z.dim[1] : 1, reading->task);
    if (!count) return no_label(&f, k, err);
    const bool alone = z.ndim == 1 || z.dim[1] == 1;
    status = count == 1 ? one_label(labels, arena, &f, *column, k, alone, at.positive, reading->notes, err)
                        : several(out, labels, arena, &f, column, count, err);
    if (!status) status = cal_row_columns_read(&out->rows, arena, &f, &at, err);
    if (!status) status = cal_row_weights_read(&out->rows, arena, &f, at.weight, err);
    return status;
}
