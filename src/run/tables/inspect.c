#include "run/tables/inspect.h"
#include "run/tables/inspect_array.h"
#include <string.h>
#include "run/tables/columns/binary.h"
#include "run/tables/columns/classes.h"
#include "run/tables/csv.h"
#include "run/tables/frame/lists.h"
#include "run/tables/frame/marks.h"
#include "run/tables/frame/spreadsheet.h"
#include "run/tables/frame/tools.h"
#include "run/tables/questions/divisor.h"
#include "run/outputs/probabilities.h"
#include "run/outputs/outputs.h"

static void write_shape(cal_text *json, int rows, int columns) {
    cal_json_key(json, "shape");
    cal_json_open(json, '[');
    cal_json_integer(json, rows);
    cal_json_integer(json, columns);
    cal_json_close(json, ']');
}

// Writes the names of a small table's columns and its first rows.
static void write_start(cal_text *json, const cal_frame *f) {
    enum { ROWS = 5 };
    cal_json_key(json, "columns");
    cal_json_open(json, '[');
    for (int c = 0; c < f->columns; c++) {
        char name[CAL_BINARY_WORD];
        cal_frame_column_name(name, f, c);
        cal_json_string(json, name);
    }
    cal_json_close(json, ']');
    cal_json_key(json, "start");
    cal_json_open(json, '[');
    for (int i = 0; i < f->n && i < ROWS; i++) {
        cal_json_open(json, '[');
        for (int c = 0; c < f->columns; c++) {
            cal_error cell;
            cal_frame_show(&cell, f, cal_frame_cell(f, i, c));
            cal_json_string(json, cell.text);
        }
        cal_json_close(json, ']');
    }
    cal_json_close(json, ']');
}

// Writes the label's different values, in the order of the file.
static void write_words(cal_text *json, const cal_frame *f, int column) {
    const cal_label_values values = cal_column_label_values(f, column);
    cal_slice first = {"", 0};
    cal_error word;
    cal_json_key(json, "words");
    cal_json_open(json, '[');
    for (int i = 0, seen = 0; i < f->n && seen < 2; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        if (cal_cell_ignored(NULL, &values, cell)) continue;
        if (seen && cell.length == first.length && !memcmp(cell.at, first.at, (size_t)cell.length)) continue;
        if (!seen) first = cell;
        cal_frame_show(&word, f, cell);
        cal_json_string(json, word.text);
        seen++;
    }
    cal_json_close(json, ']');
}

static void write_role(cal_text *json, const char *key, int column) {
    if (column >= 0) cal_json_member_integer(json, key, column + 1);
}

static void write_groups(cal_text *json, const cal_binary_columns *columns) {
    if (columns->group < 0) return;
    cal_json_key(json, "groups");
    cal_json_open(json, '[');
    cal_json_integer(json, columns->group + 1);
    for (int i = 0; i < columns->more_groups; i++) cal_json_integer(json, columns->more[i] + 1);
    cal_json_close(json, ']');
}

// Returns true for one column of labels or probabilities without its counterpart: numbers, or repeated words.
static bool is_list(const cal_frame *f) {
    enum { WORDS = 64 };
    cal_slice word[WORDS];
    int numbers = 0, words = 0;
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, 0);
        double value;
        bool percent;
        int w = 0;
        numbers += cal_frame_number(&value, &percent, f, cell);
        while (w < words &&
               (word[w].length != cell.length || memcmp(word[w].at, cell.at, (size_t)cell.length)))
            w++;
        if (w == words && words < WORDS) word[words++] = cell;
    }
    return f->n > 0 && (numbers == f->n || words <= (f->n < 2 * WORDS ? f->n / 2 : WORDS - 1));
}

static cal_status read_frame(cal_frame *out, bool *fits, cal_arena *own, const cal_file *given) {
    cal_error ignored;
    cal_file file;
    cal_status status = cal_table_text(&file, own, given, NULL, &ignored);
    if (!status) status = cal_frame_read(out, fits, own, &file, CAL_FRAME_USUAL, &ignored);
    if (!status && *fits) status = cal_frame_take_lists(out, own, &ignored);
    if (!status && *fits) status = cal_frame_take_tools(out, own, NULL, &ignored);
    if (!status && *fits) cal_frame_take_names(out);
    return status;
}

// Writes a small table's columns, their assumed roles and its first rows, so that the user can choose. *rows
// is 0 for other tables.
static cal_status write_frame(cal_text *json, int *rows, const cal_file *given, bool classes) {
    cal_arena own = {0};
    cal_error reason;
    cal_frame frame;
    cal_binary_columns columns;
    bool fits = false, found = false;
    cal_status status = read_frame(&frame, &fits, &own, given);
    *rows = !status && fits && (frame.columns > 1 || is_list(&frame)) ? frame.n : 0;
    if (*rows) {
        write_start(json, &frame);
        status = cal_binary_columns_find(&columns, &found, &frame, NULL, &reason);
    }
    if (!status && *rows && !found && classes) {
        cal_frame_groups_find(&columns, &frame), write_groups(json, &columns);
        write_role(json, "case", cal_frame_case_column(&frame, &columns));
        write_role(json, "weight", cal_frame_weight_column(&frame));
    }
    if (!status && *rows && found) {
        write_words(json, &frame, columns.label);
        write_role(json, "label", columns.label);
        write_role(json, "p", columns.p);
        write_groups(json, &columns);
        write_role(json, "case", columns.cases);
        write_role(json, "weight", columns.weight);
    }
    cal_arena_free(&own);
    return status == CAL_MEMORY ? status : CAL_OK;
}

static cal_status write_binary(cal_text *json, const cal_outputs *b, const cal_file *file) {
    const bool several = b->task == CAL_TASK_MULTI_LABEL;
    int rows;
    cal_json_member_integer(json, "rows", several ? b->samples : b->n);
    cal_json_member_string(json, "task", several ? "multilabel" : "binary");
    if (several) cal_json_member_integer(json, "labels", b->labels_each);
    cal_json_member_string(json, "positive", b->positive);
    cal_json_member_bool(json, "odds", b->odds != NULL);
    return write_frame(json, &rows, file, several);
}

// Writes the share of the most probable classes that are the labels.
static void write_accuracy(cal_text *json, const cal_outputs *o) {
    int hits = 0;
    for (int i = 0; i < o->n; i++) {
        int top = o->predicted ? o->predicted[i] : 0;
        const float *z = o->logits ? o->logits + (size_t)i * (size_t)o->k : NULL;
        for (int j = 1; z && j < o->k; j++) top = z[j] > z[top] ? j : top;
        if (cal_outputs_are_binary(o)) top = o->probabilities[2 * (size_t)i + 1] > 0.5;
        hits += top == o->labels[i];
    }
    cal_json_member_number(json, "accuracy", (double)hits / o->n);
}

// Writes a reading of an ambiguous table: the numbers of its columns, and its accuracy.
static void write_reading(cal_text *json, const cal_file *file, const cal_frame *frame, const char *text) {
    cal_arena arena = {0};
    cal_table_outputs table;
    cal_binary_columns columns;
    cal_error ignored;
    const bool binary = strstr(text, "positive=") != NULL;
    const cal_outputs_options reading = {
        .width = CAL_WIDTH_SINGLE, .kind = binary ? CAL_OUTPUT_UNKNOWN : CAL_OUTPUT_LOGITS, .columns = text};
    if (!cal_csv_read(&table, &arena, file, &reading, &ignored) &&
        !cal_binary_columns_given(&columns, frame, text, &ignored)) {
        cal_json_open(json, '{');
        write_role(json, "label", columns.label);
        write_role(json, "p", columns.p);
        if (columns.p >= 0) cal_json_member_string(json, "positive", table.outputs.positive);
        cal_json_key(json, "class");
        cal_json_open(json, '[');
        for (int j = 0; j < columns.classes; j++) cal_json_integer(json, columns.class_at[j] + 1);
        cal_json_close(json, ']');
        write_role(json, "pred", columns.predicted);
        write_role(json, "conf", columns.confidence);
        write_accuracy(json, &table.outputs);
        cal_json_close(json, '}');
    }
    cal_arena_free(&arena);
}

static void write_readings(cal_text *json, const cal_file *file, const cal_offers *offers) {
    cal_arena own = {0};
    cal_frame frame;
    bool fits = false;
    cal_json_key(json, "readings");
    cal_json_open(json, '[');
    if (!read_frame(&frame, &fits, &own, file) && fits)
        for (int i = 0; i < offers->count; i++) write_reading(json, file, &frame, offers->text[i]);
    cal_json_close(json, ']');
    cal_arena_free(&own);
}

// Writes the rows of a table that cannot be read until the user names its columns, and the reason.
static cal_status write_unread(cal_text *json, const cal_file *file, const cal_error *why,
                               const cal_offers *offers, cal_error *err) {
    int rows = 0;
    cal_json_member_string(json, "kind", "csv");
    const cal_status status = write_frame(json, &rows, file, false);
    if (status || !rows) return cal_fail(err, status ? status : why->status, "%s", why->text);
    cal_json_member_integer(json, "rows", rows);
    cal_json_member_string(json, "why", why->text);
    if (offers->count) write_readings(json, file, offers);
    return CAL_OK;
}

// Lists what the log likelihoods of questions can be divided by, if there is a choice.
static void write_divisors(cal_text *json, unsigned allowed) {
    if (!(allowed & ~(1u << CAL_DIVISOR_NONE))) return;
    cal_json_key(json, "normalise");
    cal_json_open(json, '[');
    for (int d = 0; d < CAL_DIVISORS; d++)
        if (allowed & 1u << d) cal_json_string(json, cal_divisor_name((cal_divisor)d));
    cal_json_close(json, ']');
}

static cal_status look_at_table(cal_text *json, cal_arena *arena, const cal_file *file, cal_error *err) {
    cal_table_outputs table;
    cal_probability_range look;
    cal_error why;
    cal_offers offers = {0};
    const cal_outputs_options reading = {.width = CAL_WIDTH_SINGLE,
                                         .kind = CAL_OUTPUT_LOGITS,
                                         .naming = CAL_NAMES_PAGE,
                                         .normalise = "none",
                                         .offers = &offers};
    const cal_status status = cal_csv_read(&table, arena, file, &reading, &why);
    if (status == CAL_MEMORY) return cal_fail(err, status, "%s", why.text);
    if (status) return write_unread(json, file, &why, &offers, err);
    const cal_outputs *z = &table.outputs;
    int rows;
    cal_json_member_string(json, "kind", "csv");
    if (cal_outputs_are_binary(z)) return write_binary(json, z, file);
    cal_json_member_integer(json, "rows", z->n);
    if (z->task == CAL_TASK_QUESTIONS) {
        cal_json_member_string(json, "task", "questions");
        cal_json_member_integer(json, "options", z->k);
        write_divisors(json, table.divisors);
        return CAL_OK;
    }
    cal_json_member_number(json, "classes", cal_inspect_classes(arena, z->labels, (size_t)z->n));
    if (z->confidence) return write_frame(json, &rows, file, false);
    write_shape(json, z->n, z->k);
    cal_probability_range_of(&look, z->logits, NULL, (size_t)z->n, (size_t)z->k);
    cal_inspect_range(json, &look);
    return write_frame(json, &rows, file, true);
}

static bool is_array(const cal_file *file) {
    return file->size >= 6 && memcmp(file->bytes, "\x93NUMPY", 6) == 0;
}

cal_status cal_file_inspect(cal_text *json, const cal_file *file, cal_error *err) {
    cal_arena arena = {0};
    const size_t length = strlen(file->name);
    const bool named = length > 4 && strcmp(file->name + length - 4, ".npy") == 0;
    cal_json_open(json, '{');
    cal_file words;
    cal_status status = CAL_OK;
    if (cal_npy_holds_words(file)) {
        status = cal_npy_words(&words, &arena, file, err);
        if (!status) status = look_at_table(json, &arena, &words, err);
    } else if (named || is_array(file)) status = cal_inspect_array(json, &arena, file, err);
    else status = look_at_table(json, &arena, file, err);
    if (!status && arena.refused) status = cal_refuse_memory(err, "%s: looking at it", file->name);
    cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}
