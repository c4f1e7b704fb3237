// Tables of outputs: all numbers are read first, line by line, and parted into labels and classes after that.
#include "run/files/csv.h"
#include "zoo/data_rows.h"

enum { COLUMNS_MAX = 1 << 16 };
typedef enum kind { CLASS, LABEL, PASSED } kind;

typedef struct reader {
    cal_rows rows;
    cal_slice *field; // [room] of the row that was read
    int room;
    kind *kind;   // [columns]
    int columns;  // of a row
    int label;    // which of the numbers, -1: not known yet
    int width;    // numbers of a row: those that are not passed over
    double *cell; // [rows,width]
    int n;
} reader;

static bool is_any(cal_slice field, const char *const *names) {
    char word[16];
    if (field.length >= (int)sizeof word) return false;
    for (int i = 0; i <= field.length; i++) {
        char c = i < field.length ? field.at[i] : 0;
        word[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    for (; *names; names++)
        if (cal_slice_is((cal_slice){word, field.length}, *names)) return true;
    return false;
}

static kind kind_of(cal_slice name) {
    static const char *const labels[] = {"label", "labels", "true_label", "target", "class", "y", NULL};
    static const char *const passed[] = {"", "id", "index", "sample", NULL};
    return is_any(name, labels) ? LABEL : is_any(name, passed) ? PASSED : CLASS;
}

// The first row: how many columns there are, and what they are if it names them.
static cal_status read_first(reader *r, cal_arena *arena, cal_error *err) {
    const cal_rows start = r->rows;
    int labels = 0;
    const cal_status status = cal_rows_next(r->field, &r->columns, r->room, &r->rows, err);
    if (status) return status;
    bool named = !r->columns;
    for (int i = 0; i < r->columns; i++) {
        double value;
        named |= !cal_number_parse(&value, r->field[i]);
    }
    r->kind = cal_arena_alloc(arena, (size_t)r->columns * sizeof *r->kind);
    if (arena->refused)
        return cal_fail(err, CAL_MEMORY, "%s: memory for its columns was refused", r->rows.name);
    r->label = -1;
    for (int i = 0; i < r->columns && named; i++) {
        r->kind[i] = kind_of(r->field[i]);
        if (r->kind[i] == LABEL) r->label = r->width, labels++;
        r->width += r->kind[i] != PASSED;
    }
    if (named && labels != 1)
        return cal_fail(
            err, CAL_FAILED,
            "%s: line %d: %s column is named label (or true_label, target, class, y); a table has one, and "
            "a column a class, or else true_label, pred_label and confidence",
            r->rows.name, r->rows.line, labels ? "more than one" : "no");
    if (!named) {
        r->width = r->columns;
        r->rows = start;
    }
    if (r->width >= 3) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: line %d: a label and outputs of two classes at least are needed",
                    r->rows.name, r->rows.line);
}

// *found: false past the last row.
static cal_status read_row(reader *r, bool *found, cal_error *err) {
    int count;
    const cal_status status = cal_rows_next(r->field, &count, r->room, &r->rows, err);
    *found = count > 0;
    if (status || !count) return status;
    if (count != r->columns)
        return cal_fail(err, CAL_FAILED, "%s: line %d: has %d columns, the first line has %d", r->rows.name,
                        r->rows.line, count, r->columns);
    double *to = r->cell + (size_t)r->n * (size_t)r->width;
    for (int i = 0; i < count; i++)
        if (r->kind[i] != PASSED && !cal_number_parse(to++, r->field[i]))
            return cal_fail(err, CAL_FAILED, "%s: line %d: column %d: '%.*s' is not a number", r->rows.name,
                            r->rows.line, i + 1, CAL_QUOTED(r->field[i]));
    r->n++;
    return CAL_OK;
}

static bool could_be_labels(const reader *r, int column) {
    for (int i = 0; i < r->n; i++) {
        double value = r->cell[(size_t)i * (size_t)r->width + (size_t)column];
        if (!(value >= 0 && value < r->width - 1) || value != (double)(int)value) return false;
    }
    return true;
}

static cal_status find_label(reader *r, cal_error *err) {
    if (r->label < 0) {
        bool first = could_be_labels(r, 0), last = could_be_labels(r, r->width - 1);
        if (first == last)
            return cal_fail(
                err, CAL_FAILED,
                "%s: %s of its first and last column could be the labels; name one label in a first line",
                r->rows.name, first ? "both" : "none");
        r->label = first ? 0 : r->width - 1;
    }
    for (int i = 0; i < r->n; i++) {
        double value = r->cell[(size_t)i * (size_t)r->width + (size_t)r->label];
        if (!(value >= 0 && value < r->width - 1) || value != (double)(int)value)
            return cal_fail(err, CAL_FAILED, "%s: row %d: label %g is not a class of its %d, 0 to %d",
                            r->rows.name, i, value, r->width - 1, r->width - 2);
    }
    return CAL_OK;
}

static cal_status part(cal_outputs *out, cal_arena *arena, const reader *r, cal_width width, cal_error *err) {
    size_t n = (size_t)r->n, k = (size_t)r->width - 1;
    *out = (cal_outputs){.n = r->n, .k = (int)k};
    out->labels = cal_arena_alloc(arena, n * sizeof *out->labels);
    if (width != CAL_WIDTH_DOUBLE) out->logits = cal_arena_alloc(arena, n * k * sizeof *out->logits);
    if (width != CAL_WIDTH_SINGLE) out->wide = cal_arena_alloc(arena, n * k * sizeof *out->wide);
    if (arena->refused)
        return cal_fail(err, CAL_MEMORY, "%s: memory for its numbers was refused", r->rows.name);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0, j = 0; c <= k; c++) {
            double value = r->cell[i * (k + 1) + c];
            if ((int)c == r->label) {
                out->labels[i] = (int32_t)value;
                continue;
            }
            if (out->logits) out->logits[i * k + j] = (float)value;
            if (out->wide) out->wide[i * k + j] = value;
            j++;
        }
    return CAL_OK;
}

cal_status cal_csv_outputs(cal_outputs *out, cal_arena *arena, const cal_file *file, cal_width width,
                           cal_error *err) {
    // A file has one field more than bytes at most.
    reader r = {.rows = cal_rows_open(file),
                .room = file->size < COLUMNS_MAX ? (int)file->size + 1 : COLUMNS_MAX};
    int lines = 0;
    *out = (cal_outputs){0};
    cal_status status = cal_rows_bound(&lines, file, err);
    if (status) return status;
    r.field = cal_arena_alloc(arena, (size_t)r.room * sizeof *r.field);
    if (!r.field) return cal_fail(err, CAL_MEMORY, "%s: memory for its columns was refused", file->name);
    status = read_first(&r, arena, err);
    if (status) return status;
    // A number takes a digit and a comma at least: no file asks for much more than its own size.
    const size_t most = file->size / 2 / (size_t)r.width + 1;
    const size_t rows = (size_t)lines < most ? (size_t)lines : most;
    r.cell = cal_arena_alloc(arena, (rows + 1) * (size_t)r.width * sizeof *r.cell);
    if (!r.cell) return cal_fail(err, CAL_MEMORY, "%s: memory for %d lines was refused", file->name, lines);
    for (bool found = true; found && !status;) status = read_row(&r, &found, err);
    if (!status && !r.n) status = cal_fail(err, CAL_FAILED, "%s: no lines of outputs", file->name);
    if (!status) status = find_label(&r, err);
    return status ? status : part(out, arena, &r, width, err);
}
