// Decides which columns of a table of classes are read, and reads such a table from a text.
#include "run/tables/classes/numbers.h"
#include "run/tables/columns/classes.h"
#include "catalog/data/tables/rows.h"

enum { COLUMNS_MAX = 1 << 16 };

// ---- columns

static int count_kind(const cal_class_numbers *t, cal_csv_column_kind kind) {
    int count = 0;
    for (int i = 0; i < t->columns; i++) count += t->column[i].kind == kind;
    return count;
}

static void ignore(cal_class_numbers *t, cal_csv_column_kind kind) {
    for (int i = 0; i < t->columns; i++)
        if (t->column[i].kind == kind) t->column[i].kind = CAL_COLUMN_IGNORED;
}

static cal_status check_names(const cal_class_numbers *t, int line, cal_error *err) {
    static const struct {
        cal_csv_column_kind kind;
        const char *name;
    } once[] = {{CAL_COLUMN_LABEL, "label (or true_label, target, class, y)"},
                {CAL_COLUMN_PREDICTED, "pred (or pred_label, prediction, y_hat)"},
                {CAL_COLUMN_CONFIDENCE, "conf (or confidence, max_prob)"}};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        if (count_kind(t, once[i].kind) > 1)
            return cal_fail(err, CAL_FAILED, "%s: line %d: more than one column is named %s", t->cells.file,
                            line, once[i].name);
    const int others = count_kind(t, CAL_COLUMN_PREDICTED) + count_kind(t, CAL_COLUMN_CONFIDENCE) +
                       count_kind(t, CAL_COLUMN_SCORE);
    if (count_kind(t, CAL_COLUMN_LABEL) ||
        (others &&
         t->columns - count_kind(t, CAL_COLUMN_IGNORED) - count_kind(t, CAL_COLUMN_WEIGHT) == CAL_PLACES))
        return CAL_OK;
    return cal_fail(
        err, CAL_FAILED,
        "%s: line %d: no column is named label (or true_label, target, class, y); name it, and give a column "
        "for each class or columns named pred and conf; or say columns label=NAME,p=NAME",
        t->cells.file, line);
}

// Decides from all names together which columns are read.
static void settle_names(cal_class_numbers *t) {
    const int sure = count_kind(t, CAL_COLUMN_CONFIDENCE), scores = count_kind(t, CAL_COLUMN_SCORE);
    const int classes = count_kind(t, CAL_COLUMN_CLASS);
    t->by_name = count_kind(t, CAL_COLUMN_LABEL) && count_kind(t, CAL_COLUMN_PREDICTED) &&
                 (sure || (scores == 1 && !classes));
    if (t->by_name) {
        ignore(t, CAL_COLUMN_CLASS), ignore(t, CAL_COLUMN_UNKNOWN);
        if (sure) ignore(t, CAL_COLUMN_SCORE);
        return;
    }
    if (scores && classes > 1) t->dropped = true, ignore(t, CAL_COLUMN_SCORE);
}

cal_status cal_class_columns_settle(cal_class_numbers *t, cal_arena *arena, int line, cal_error *err) {
    cal_csv_cells *const cells = &t->cells;
    cal_status status = cells->named ? check_names(t, line, err) : CAL_OK;
    if (status) return status;
    settle_names(t);
    t->weight = -1;
    cells->column = cal_arena_alloc(arena, (size_t)t->columns * sizeof *cells->column + 1);
    if (!cells->column) return cal_refuse_memory(err, "%s: its columns", cells->file);
    for (int i = 0; i < t->columns; i++) {
        if (t->column[i].kind == CAL_COLUMN_WEIGHT) t->weight = i;
        if (t->column[i].kind == CAL_COLUMN_IGNORED || i == t->weight) continue;
        cells->column[cells->width++] = t->column[i];
    }
    if (cells->named && !t->by_name && !cells->sure)
        status =
            cal_csv_classes_sort(&t->sorted, &t->from_one, cells->column, cells->width, cells->file, err);
    if (status || cells->width >= CAL_PLACES) return status;
    return cal_fail(
        err, CAL_FAILED,
        "%s: line %d: too few columns: give a label and outputs of at least two classes, or a label, "
        "a predicted class and its confidence",
        cells->file, line);
}

cal_status cal_class_rows_allocate(cal_class_numbers *t, cal_arena *arena, int rows, cal_error *err) {
    const size_t room = (size_t)rows + 1;
    t->cells.cell = cal_arena_alloc(arena, room * (size_t)t->cells.width * sizeof *t->cells.cell);
    if (t->weight >= 0) t->weights = cal_arena_alloc(arena, room * sizeof *t->weights);
    return arena->refused ? cal_refuse_memory(err, "%s: %d lines", t->cells.file, rows) : CAL_OK;
}

static cal_status refuse(const cal_class_numbers *t, int line, const cal_csv_column *column, cal_slice field,
                         const char *what, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: line %d: %.*s=%.*s is not %s", t->cells.file, line,
                    CAL_QUOTED(column->name), CAL_QUOTED(field), what);
}

cal_status cal_class_value_check(const cal_class_numbers *t, int line, const cal_csv_column *column,
                                 cal_slice field, bool number, double value, cal_error *err) {
    if (!t->by_name && !number && t->cells.named)
        return refuse(t, line, column, field, "a number; a column of groups is named by columns, group=NAME",
                      err);
    if (!t->by_name && !number)
        return cal_fail(err, CAL_FAILED, "%s: line %d: column %d: '%.*s' is not a number", t->cells.file,
                        line, column->at + 1, CAL_QUOTED(field));
    if (!t->by_name) return CAL_OK;
    if (column->kind != CAL_COLUMN_LABEL && column->kind != CAL_COLUMN_PREDICTED)
        return number && value >= 0 && value <= 100 // in percent, or refused after all rows are known
                   ? CAL_OK
                   : refuse(t, line, column, field, "a number from 0 to 1", err);
    if (number && value >= 0 && value < INT32_MAX && value == (double)(int32_t)value) return CAL_OK;
    return refuse(t, line, column, field, "a class, a whole number from 0", err);
}

cal_status cal_class_weight_refuse(const cal_class_numbers *t, int line, cal_slice field, cal_error *err) {
    return refuse(t, line, &t->column[t->weight], field, "a weight, a number above 0", err);
}

// ---- rows of a text

typedef struct reader {
    cal_rows rows;
    cal_slice *field; // [room], the current row
    int room;
    int needed; // columns that a row must have: all, or up to the last that is read
} reader;

// Reads the first row: the number of columns, and their names if it has them.
static cal_status read_names(cal_class_numbers *t, reader *r, cal_arena *arena, cal_error *err) {
    const cal_rows start = r->rows;
    const cal_status status = cal_rows_next(r->field, &t->columns, r->room, &r->rows, err);
    if (status) return status;
    t->column = cal_arena_alloc(arena, (size_t)t->columns * sizeof *t->column + 1);
    if (!t->column) return cal_refuse_memory(err, "%s: its columns", r->rows.name);
    t->cells.named = !t->columns;
    for (int i = 0; i < t->columns; i++) {
        double value;
        t->cells.named |= !cal_number_parse(&value, r->field[i]);
    }
    for (int i = 0; i < t->columns; i++)
        t->column[i] = t->cells.named ? (cal_csv_column){cal_csv_column_kind_of(r->field[i]), r->field[i], i}
                                      : (cal_csv_column){.at = i};
    if (!t->cells.named) r->rows = start;
    return CAL_OK;
}

// *found: false past the last row.
static cal_status read_row(cal_class_numbers *t, reader *r, bool *found, cal_error *err) {
    int count;
    cal_status status = cal_rows_next(r->field, &count, r->room, &r->rows, err);
    *found = count > 0;
    if (status || !count) return status;
    const int line = r->rows.line;
    if (count < r->needed || (count != t->columns && !t->by_name))
        return cal_fail(err, CAL_FAILED, "%s: line %d: %d columns, but the first line has %d", t->cells.file,
                        line, count, t->columns);
    for (int c = 0; c < t->cells.width && !status; c++) {
        const cal_csv_column *column = &t->cells.column[c];
        const cal_slice field = r->field[column->at];
        const bool number = cal_number_parse(cal_class_cell(t, c), field);
        status = cal_class_value_check(t, line, column, field, number, *cal_class_cell(t, c), err);
    }
    if (!status && t->weight >= 0 && !cal_number_parse(&t->weights[t->cells.n], r->field[t->weight]))
        status = cal_class_weight_refuse(t, line, r->field[t->weight], err);
    t->cells.n++;
    return status;
}

cal_status cal_class_numbers_of_text(cal_class_numbers *t, cal_arena *arena, const cal_file *file,
                                     const cal_outputs_options *reading, cal_error *err) {
    // A file has at most one more field than bytes.
    reader r = {.rows = cal_rows_open(file),
                .room = file->size < COLUMNS_MAX ? (int)file->size + 1 : COLUMNS_MAX};
    int lines = 0;
    *t = (cal_class_numbers){.cells = {.file = file->name, .reading = reading}, .weight = -1};
    cal_status status = cal_rows_bound(&lines, file, err);
    if (status) return status;
    r.field = cal_arena_alloc(arena, (size_t)r.room * sizeof *r.field);
    if (!r.field) return cal_refuse_memory(err, "%s: its columns", file->name);
    status = read_names(t, &r, arena, err);
    if (status) return status;
    status = cal_class_columns_settle(t, arena, r.rows.line, err);
    if (status) return status;
    // A number takes at least two bytes, so a hostile file cannot request much more memory than its own size.
    const size_t most = file->size / 2 / (size_t)t->cells.width + 1;
    status = cal_class_rows_allocate(t, arena, (size_t)lines < most ? lines : (int)most, err);
    if (status) return status;
    r.needed = t->by_name ? 0 : t->columns;
    for (int c = 0; c < t->cells.width; c++)
        if (t->cells.column[c].at >= r.needed) r.needed = t->cells.column[c].at + 1;
    if (t->weight >= r.needed) r.needed = t->weight + 1;
    for (bool found = true; found && !status;) status = read_row(t, &r, &found, err);
    if (!status && !t->cells.n)
        status = cal_fail(err, CAL_FAILED, "%s: no rows of %s", file->name,
                          t->by_name ? "predictions" : "outputs");
    return status;
}
