// Reads a table of classes from a frame. Labels may be words that name the columns of classes, or words next
// to predicted classes in the same words.
#include "run/tables/classes/numbers.h"
#include <string.h>
#include "run/tables/columns/binary.h"
#include "run/tables/columns/words.h"

enum { WORDS_MAX = 4096 };

// The words of the labels, in the order of their classes.
typedef struct vocabulary {
    int count;
    bool open; // new words are added
    cal_slice word[WORDS_MAX];
} vocabulary;

// Returns the class of a word; -1: none.
static int class_of(vocabulary *v, cal_slice word) {
    if (!word.length) return -1;
    for (int i = 0; i < v->count; i++)
        if (v->open ? cal_slice_same(v->word[i], word) : cal_words_same(v->word[i], word)) return i;
    if (!v->open || v->count == WORDS_MAX) return -1;
    v->word[v->count] = word;
    return v->count++;
}

static bool is_number(const cal_frame *f, cal_slice cell) {
    double value;
    bool percent;
    return cal_frame_number(&value, &percent, f, cell);
}

// ---- columns

// Takes the label and the columns that its words name, and ignores the others. *found: the labels are such
// words.
static cal_status take_words(cal_class_numbers *t, vocabulary *v, bool *found, const cal_frame *f,
                             cal_notes *notes, cal_error *err) {
    cal_frame_words words;
    char name[CAL_BINARY_WORD];
    *found = cal_frame_words_find(&words, f);
    const cal_status status = *found ? cal_frame_words_complete(&words, f, t->cells.reading, err) : CAL_OK;
    if (status || !*found) return status;
    for (int c = 0; c < t->columns; c++)
        if (t->column[c].kind != CAL_COLUMN_WEIGHT) t->column[c].kind = CAL_COLUMN_IGNORED;
    t->column[words.label].kind = CAL_COLUMN_LABEL;
    for (int c = 0; c < t->columns; c++) // classes count from the left
        for (int j = 0; j < words.classes; j++)
            if (words.column[j] == c)
                t->column[c].kind = CAL_COLUMN_CLASS, v->word[v->count++] = words.name[j];
    t->cells.sure = true;
    cal_frame_column_name(name, f, words.label);
    CAL_NOTE(notes, "%.200s: %s is the label, whose %d words name the columns of their outputs", f->name,
             name, words.classes);
    return CAL_OK;
}

static bool has_words(const cal_frame *f, int column) {
    for (int i = 0; i < f->n; i++)
        if (!is_number(f, cal_frame_cell(f, i, column))) return true;
    return false;
}

// Takes columns named as label, predicted class and confidence, if the first two hold words.
static bool take_predictions(cal_class_numbers *t, const cal_frame *f) {
    int at[CAL_PLACES] = {-1, -1, -1}, scores = -1;
    static const cal_csv_column_kind kinds[CAL_PLACES] = {CAL_COLUMN_LABEL, CAL_COLUMN_PREDICTED,
                                                          CAL_COLUMN_CONFIDENCE};
    for (int c = 0; c < t->columns; c++) {
        // Weka calls the confidence "prediction", next to "predicted".
        const bool sure = t->column[c].kind == CAL_COLUMN_PREDICTED && !has_words(f, c);
        int *to = sure || t->column[c].kind == CAL_COLUMN_SCORE ? &scores : NULL;
        for (int p = 0; p < CAL_PLACES && !sure; p++)
            if (t->column[c].kind == kinds[p]) to = &at[p];
        if (!to) continue;
        if (*to >= 0) return false;
        *to = c;
    }
    if (at[CAL_PLACE_CONFIDENCE] < 0) at[CAL_PLACE_CONFIDENCE] = scores;
    for (int p = 0; p < CAL_PLACES; p++)
        if (at[p] < 0) return false;
    if (!has_words(f, at[CAL_PLACE_LABEL]) || !has_words(f, at[CAL_PLACE_PREDICTED])) return false;
    for (int c = 0; c < t->columns; c++) t->column[c].kind = CAL_COLUMN_IGNORED;
    for (int p = 0; p < CAL_PLACES; p++) t->column[at[p]].kind = kinds[p];
    return true;
}

// Returns true if the names of the given classes end in the numbers from 1, in their order.
static bool count_from_one(const cal_frame *f) {
    if (!f->named) return false;
    for (int c = 1; c < f->given_columns; c++) {
        const cal_slice name = f->head[c];
        int digits = 0;
        double number;
        while (digits < name.length && name.at[name.length - digits - 1] >= '0' &&
               name.at[name.length - digits - 1] <= '9')
            digits++;
        const cal_slice end = {name.at + name.length - digits, digits};
        if (!cal_number_parse(&number, end) || number != c) return false;
    }
    return true;
}

// Takes the columns that the user gives. Labels may be words that name the columns of classes.
static void take_given(cal_class_numbers *t, vocabulary *v, const cal_frame *f) {
    const bool classes = f->given == CAL_GIVEN_CLASSES;
    for (int c = 0; c < f->columns; c++) {
        cal_csv_column_kind *kind = &t->column[c].kind;
        if (c >= f->given_columns) *kind = *kind == CAL_COLUMN_WEIGHT ? *kind : CAL_COLUMN_IGNORED;
        else if (c == 0) *kind = CAL_COLUMN_LABEL;
        else *kind = classes ? CAL_COLUMN_CLASS : c == 1 ? CAL_COLUMN_PREDICTED : CAL_COLUMN_CONFIDENCE;
    }
    t->cells.sure = classes;
    t->from_one = classes && count_from_one(f);
    if (!has_words(f, 0)) return;
    v->open = !classes && has_words(f, 1);
    if (!classes || !f->named) return;
    v->count = f->given_columns - 1;
    cal_frame_words_given(v->word, f, 0, 1, v->count);
}

// Finds the kinds of the columns. *first: the first row after the names.
static cal_status find_columns(cal_class_numbers *t, int *first, vocabulary *v, cal_arena *arena,
                               const cal_frame *f, cal_notes *notes, cal_error *err) {
    bool words = false;
    t->columns = f->columns;
    t->column = cal_arena_alloc(arena, (size_t)f->columns * sizeof *t->column + 1);
    if (!t->column) return cal_refuse_memory(err, "%s: its columns", f->name);
    t->cells.named = f->named;
    // A table of classes may have numbers among its names, but text only there.
    for (int c = 0; c < f->columns && f->n && !f->named; c++)
        t->cells.named |= !is_number(f, cal_frame_cell(f, 0, c));
    *first = t->cells.named && !f->named;
    for (int c = 0; c < f->columns; c++) {
        const cal_slice name = !t->cells.named ? (cal_slice){"", 0}
                               : f->named      ? f->head[c]
                                               : cal_frame_cell(f, 0, c);
        t->column[c] = (cal_csv_column){.at = c, .name = name};
        if (t->cells.named) t->column[c].kind = cal_csv_column_kind_of(name);
        if (f->weight.at && f->head[c].at == f->weight.at)
            t->column[c] = (cal_csv_column){CAL_COLUMN_WEIGHT, f->weight, c};
    }
    if (f->given) return take_given(t, v, f), CAL_OK;
    if (!f->named) return CAL_OK;
    const cal_status status = take_words(t, v, &words, f, notes, err);
    if (status || words) return status;
    v->open = take_predictions(t, f);
    // JSON lines have texts next to numbers, and tables file names, which are not outputs.
    for (int c = 0; c < f->columns && f->n && !v->open; c++)
        if (t->column[c].kind != CAL_COLUMN_LABEL && !is_number(f, cal_frame_cell(f, 0, c)) &&
            (f->json || (f->n > 1 && cal_column_distinct(f, c))))
            t->column[c].kind = CAL_COLUMN_IGNORED;
    return CAL_OK;
}

// ---- rows

static cal_status read_label(double *out, vocabulary *v, const cal_frame *f, int row, cal_slice word,
                             cal_error *err) {
    const int place = class_of(v, word);
    *out = place;
    if (place >= 0) return CAL_OK;
    if (v->open)
        return cal_fail(err, CAL_FAILED, "%s: line %d: '%.*s' is %s", f->name, f->line[row], CAL_QUOTED(word),
                        word.length ? "one label more than the 4096 that are read"
                                    : "no label; leave out rows without one");
    return cal_fail(err, CAL_FAILED,
                    "%s: line %d: the label '%.*s' is not a number, and no column has that name; name the "
                    "columns as the labels, or give labels as whole numbers from 0",
                    f->name, f->line[row], CAL_QUOTED(word));
}

static cal_status read_row(cal_class_numbers *t, vocabulary *v, const cal_frame *f, int row, cal_error *err) {
    cal_status status = CAL_OK;
    const int line = f->line[row];
    bool percent;
    for (int c = 0; c < t->cells.width && !status; c++) {
        const cal_csv_column *column = &t->cells.column[c];
        const cal_slice field = cal_frame_cell(f, row, column->at);
        double *to = cal_class_cell(t, c);
        const bool label = column->kind == CAL_COLUMN_LABEL;
        const bool word = v->open && (label || column->kind == CAL_COLUMN_PREDICTED);
        const bool number = cal_frame_number(to, &percent, f, field);
        if (word || (label && (v->count || !number))) status = read_label(to, v, f, row, field, err);
        else status = cal_class_value_check(t, line, column, field, number, *to, err);
    }
    if (status || t->weight < 0) return status;
    const cal_slice field = cal_frame_cell(f, row, t->weight);
    const bool number = cal_frame_number(&t->weights[t->cells.n], &percent, f, field);
    return number ? CAL_OK : cal_class_weight_refuse(t, line, field, err);
}

cal_status cal_class_numbers_of_frame(cal_class_numbers *t, cal_arena *arena, const cal_frame *f,
                                      const cal_outputs_options *reading, cal_error *err) {
    int first = 0;
    *t = (cal_class_numbers){.cells = {.file = f->name, .reading = reading}, .weight = -1, .frame = f};
    vocabulary *v = cal_mem_alloc(sizeof *v);
    if (!v) return cal_refuse_memory(err, "%s: its labels", f->name);
    v->count = 0, v->open = false;
    cal_status status = find_columns(t, &first, v, arena, f, reading->notes, err);
    const int line = f->named ? f->head_line : 1;
    if (!status) status = cal_class_columns_settle(t, arena, line, err);
    if (!status && f->short_line && !t->by_name)
        status = cal_fail(err, CAL_FAILED, "%s: line %d: %d columns, but the first line has %d", f->name,
                          f->short_line, f->short_fields, f->fields);
    if (!status) status = cal_class_rows_allocate(t, arena, f->n, err);
    for (int i = first; i < f->n && !status; i++) {
        status = read_row(t, v, f, i, err);
        t->cells.n++;
    }
    if (!status && v->open)
        CAL_NOTE(reading->notes,
                 "%.200s: its labels are words, %d different ones: equal words are the same class", f->name,
                 v->count);
    if (!status && !t->cells.n)
        status =
            cal_fail(err, CAL_FAILED, "%s: no rows of %s", f->name, t->by_name ? "predictions" : "outputs");
    cal_mem_free(v);
    return status;
}
