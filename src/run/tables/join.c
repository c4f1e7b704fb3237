#include "run/tables/join.h"
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "run/tables/columns/binary.h"
#include "run/tables/columns/names.h"
#include "run/tables/frame/spreadsheet.h"

typedef struct side {
    cal_file file;
    cal_frame frame;
} side;

typedef struct pairing {
    cal_frame *p, *y;                 // predictions and labels
    int by_p, by_y;                   // the columns that identify rows, or -1: row by row
    int *row;                         // [y->n], row of the predictions
    bool left_out[CAL_FRAME_COLUMNS]; // columns of the labels that the predictions have
    bool renamed[CAL_FRAME_COLUMNS];  // columns of the predictions
} pairing;

static int column_of(const cal_frame *f, cal_slice name) {
    for (int c = 0; f->named && c < f->columns; c++)
        if (cal_slice_same(f->head[c], name)) return c;
    return -1;
}

// Returns true if the first row numbers the columns, as pandas names unnamed ones: 0,1,2 or, with an index,
// ,0,1,2.
static bool is_numbered(const cal_frame *f) {
    int next = 0;
    if (f->named || f->n < 2) return false;
    for (int c = 0; c < f->columns; c++) {
        const cal_slice cell = cal_frame_cell(f, 0, c);
        double value;
        if (!c && !cell.length) continue;
        if (!cal_number_parse(&value, cell) || value != next++ || memchr(cell.at, '.', (size_t)cell.length))
            return false;
    }
    return next > 0;
}

static void take_head(cal_frame *f) {
    memcpy(f->head, f->cell, (size_t)f->columns * sizeof *f->head);
    f->named = true, f->n--, f->cell += f->columns, f->line++;
}

static cal_status read_side(side *out, cal_arena *arena, const cal_file *file, cal_notes *notes,
                            cal_error *err) {
    bool fits = false;
    cal_status status = cal_table_text(&out->file, arena, file, notes, err);
    if (!status) status = cal_frame_read(&out->frame, &fits, arena, &out->file, CAL_FRAME_COLUMNS, err);
    if (!status && !fits)
        status = cal_fail(err, CAL_FAILED,
                          "%s: tables of predictions and of labels are joined where they have up to %d "
                          "columns; give outputs of more classes as .npy",
                          file->name, (int)CAL_FRAME_COLUMNS);
    if (!status && is_numbered(&out->frame) && out->frame.columns > 1) take_head(&out->frame);
    if (!status && !out->frame.n) status = cal_fail(err, CAL_FAILED, "%s: no rows", file->name);
    return status;
}

// ---- matching rows

static int compare(const void *a, const void *b) {
    return cal_slice_order(**(const cal_slice *const *)a, **(const cal_slice *const *)b);
}

// Returns the cells of a column in the order of their values; null if memory is refused.
static const cal_slice **sorted(cal_arena *arena, const cal_frame *f, int column) {
    const cal_slice **out = cal_arena_alloc(arena, (size_t)f->n * sizeof *out);
    for (int i = 0; out && i < f->n; i++) out[i] = &f->cell[(size_t)i * (size_t)f->columns + (size_t)column];
    if (out) qsort(out, (size_t)f->n, sizeof *out, compare);
    return out;
}

static bool all_different(const cal_slice *const *cell, int n) {
    for (int i = 1; i < n; i++)
        if (compare(&cell[i - 1], &cell[i]) == 0) return false;
    return true;
}

// Returns false for numbers with fractions, which do not identify rows.
static bool may_identify(const cal_frame *f, int column) {
    for (int i = 0; i < f->n; i++) {
        double value;
        bool percent;
        const cal_slice cell = cal_frame_cell(f, i, column);
        if (!cell.length) return false;
        const bool number = cal_frame_number(&value, &percent, f, cell);
        if (number && (!(__builtin_fabs(value) <= 1e15) || value != (double)(int64_t)value)) return false;
    }
    return true;
}

static cal_status unmatched(const pairing *p, const cal_frame *has, cal_slice cell, cal_error *err) {
    char name[CAL_BINARY_WORD];
    cal_frame_column_name(name, p->p, p->by_p);
    return cal_fail(
        err, CAL_FAILED,
        "%.100s and %.100s do not match: %s=%.*s is in %.100s alone; both need the same rows: leave "
        "out those without a partner",
        p->p->name, p->y->name, name, CAL_QUOTED(cell), has->name);
}

static cal_status match(pairing *p, const cal_slice *const *a, const cal_slice *const *b, cal_error *err) {
    const cal_frame *f = p->p, *g = p->y;
    for (int i = 0; i < f->n || i < g->n; i++) {
        const int order = i == f->n ? 1 : i == g->n ? -1 : compare(&a[i], &b[i]);
        if (order < 0) return unmatched(p, f, *a[i], err);
        if (order > 0) return unmatched(p, g, *b[i], err);
        p->row[(size_t)(b[i] - g->cell) / (size_t)g->columns] =
            (int)((size_t)(a[i] - f->cell) / (size_t)f->columns);
    }
    return CAL_OK;
}

static cal_status pair_rows(pairing *p, cal_arena *arena, cal_error *err) {
    p->row = cal_arena_alloc(arena, (size_t)p->y->n * sizeof *p->row);
    if (!p->row) return cal_refuse_memory(err, "%s: its rows", p->p->name);
    for (int c = 0; p->p->named && c < p->p->columns; c++) {
        const int other = column_of(p->y, p->p->head[c]);
        if (other < 0 || !may_identify(p->p, c) || !may_identify(p->y, other)) continue;
        const cal_slice **a = sorted(arena, p->p, c), **b = sorted(arena, p->y, other);
        if (arena->refused) return cal_refuse_memory(err, "%s: its rows", p->p->name);
        if (!all_different(a, p->p->n) || !all_different(b, p->y->n)) continue;
        p->by_p = c, p->by_y = other;
        return match(p, a, b, err);
    }
    p->by_p = p->by_y = -1;
    cal_frame *longer = p->p->n > p->y->n ? p->p : p->y; // one unnamed column may be named 0
    if (p->p->n + p->y->n == 2 * longer->n - 1 && longer->columns == 1 && is_numbered(longer))
        take_head(longer);
    for (int i = 0; i < p->y->n; i++) p->row[i] = i;
    if (p->p->n == p->y->n) return CAL_OK;
    return cal_fail(
        err, CAL_FAILED,
        "%.100s has %d rows, but %.100s has %d, and no column that both have tells which belong "
        "together; give both a column of the same name with a different value in each row, such as id",
        p->p->name, p->p->n, p->y->name, p->y->n);
}

// ---- choosing columns

static void settle_columns(pairing *p) {
    for (int c = 0; p->p->named && c < p->p->columns; c++) {
        const int other = column_of(p->y, p->p->head[c]);
        if (other < 0) continue;
        bool agree = true;
        for (int i = 0; i < p->p->n && agree; i++)
            agree = cal_slice_same(cal_frame_cell(p->p, p->row[i], c), cal_frame_cell(p->y, i, other));
        if (agree || other == p->by_y) p->left_out[other] = true;
        else p->renamed[c] = true;
    }
}

// ---- joined table

static void put(cal_text *out, cal_slice cell, bool first) {
    if (!first) cal_text_add(out, ";");
    const bool plain =
        !memchr(cell.at, ';', (size_t)cell.length) && !memchr(cell.at, ',', (size_t)cell.length) &&
        !memchr(cell.at, '"', (size_t)cell.length) && !memchr(cell.at, '\n', (size_t)cell.length);
    if (!plain) cal_text_add(out, "\"");
    for (int i = 0; i < cell.length; i++) {
        const bool quote = cell.at[i] == '"';
        cal_text_add_bytes(out, cell.at + i, 1);
        if (!quote) continue;
        cal_text_add(out, "\""); // doubled, unless it is doubled already
        if (i + 1 < cell.length && cell.at[i + 1] == '"') i++;
    }
    if (!plain) cal_text_add(out, "\"");
}

// Counts the columns of the labels that are written.
static int own_columns(const pairing *p) {
    int count = 0;
    for (int c = 0; c < p->y->columns; c++) count += !p->left_out[c];
    return count;
}

static void put_head(cal_text *out, const pairing *p) {
    bool first = true;
    const bool lone = own_columns(p) == 1;
    for (int c = 0; c < p->y->columns; c++) {
        if (p->left_out[c]) continue;
        const cal_slice name = p->y->named ? p->y->head[c] : (cal_slice){"", 0};
        const bool known = name.length && (!lone || cal_csv_column_kind_of(name) == CAL_COLUMN_LABEL);
        put(out, known || !lone ? name : (cal_slice){"label", 5}, first), first = false;
    }
    for (int c = 0; c < p->p->columns; c++) {
        const cal_slice name = p->p->named ? p->p->head[c] : (cal_slice){"", 0};
        double number;
        if (c == p->by_p) continue;
        if (p->p->columns == 1 && (!p->p->named || cal_number_parse(&number, name))) cal_text_add(out, ";p");
        else if (cal_number_parse(&number, name)) cal_text_add(out, ";class %.*s", name.length, name.at);
        else if (!p->p->named) cal_text_add(out, ";class %d", c);
        else put(out, name, false);
        if (p->renamed[c]) cal_text_add(out, "_prob");
    }
    cal_text_add(out, "\n");
}

static void put_rows(cal_text *out, const pairing *p) {
    const bool in_order = p->by_p < 0; // then errors name the lines of the predictions
    for (int i = 0, line = 2; i < p->p->n; i++, line++) {
        bool first = true;
        for (; in_order && line < p->p->line[i]; line++) cal_text_add(out, "\n");
        for (int c = 0; c < p->y->columns; c++)
            if (!p->left_out[c]) put(out, cal_frame_cell(p->y, i, c), first), first = false;
        for (int c = 0; c < p->p->columns; c++)
            if (c != p->by_p) put(out, cal_frame_cell(p->p, p->row[i], c), false);
        cal_text_add(out, "\n");
    }
}

static void add_note(const pairing *p, cal_notes *notes) {
    char name[CAL_BINARY_WORD];
    if (p->by_p < 0) {
        CAL_NOTE(notes, "%.100s: its labels are those of %.100s, row by row (%d rows in both)", p->p->name,
                 p->y->name, p->p->n);
        return;
    }
    cal_frame_column_name(name, p->p, p->by_p);
    CAL_NOTE(notes, "%.100s: its labels are those of %.100s with the same %s (%d rows in both)", p->p->name,
             p->y->name, name, p->p->n);
}

cal_status cal_tables_join(cal_file *out, cal_arena *arena, const cal_file *predictions,
                           const cal_file *labels, cal_notes *notes, cal_error *err) {
    side a, b;
    pairing p = {.p = &a.frame, .y = &b.frame};
    cal_text text = {0};
    cal_status status = read_side(&a, arena, predictions, notes, err);
    if (!status) status = read_side(&b, arena, labels, notes, err);
    if (!status) status = pair_rows(&p, arena, err);
    if (status) return status;
    settle_columns(&p);
    if (!own_columns(&p))
        return cal_fail(err, CAL_FAILED,
                        "%.100s holds nothing that %.100s does not: give the table of labels", b.frame.name,
                        a.frame.name);
    put_head(&text, &p);
    put_rows(&text, &p);
    char *copy = text.refused ? NULL : cal_arena_text(arena, text.data, (size_t)text.length);
    *out = (cal_file){predictions->name, (const uint8_t *)copy, (size_t)text.length};
    cal_text_free(&text);
    if (!copy) return cal_refuse_memory(err, "%s: its labels beside it", predictions->name);
    add_note(&p, notes);
    return CAL_OK;
}
