#include "run/files/csv.h"
#include <string.h>
#include "zoo/data_rows.h"

enum { COLUMNS = 3, LABEL = 0, PREDICTED, CONFIDENCE, FIELDS_MAX = 256 };
static const char *const names[COLUMNS] = {"true_label", "pred_label", "confidence"};

typedef struct table {
    cal_rows rows;
    cal_slice field[FIELDS_MAX];
    int place[COLUMNS]; // of our columns in a row
} table;

static cal_status read_header(table *t, cal_error *err) {
    int count;
    const cal_status status = cal_rows_next(t->field, &count, FIELDS_MAX, &t->rows, err);
    if (status) return status;
    for (int c = 0; c < COLUMNS; c++) {
        t->place[c] = -1;
        for (int place = 0; place < count; place++) {
            if (!cal_slice_is(t->field[place], names[c])) continue;
            if (t->place[c] >= 0)
                return cal_fail(err, CAL_FAILED, "%s: line %d: column %s is there twice", t->rows.name,
                                t->rows.line, names[c]);
            t->place[c] = place;
        }
    }
    for (int c = 0; c < COLUMNS; c++)
        if (t->place[c] < 0)
            return cal_fail(err, CAL_FAILED,
                            "%s: line %d: no column %s; true_label, pred_label and confidence are needed",
                            t->rows.name, t->rows.line, names[c]);
    return CAL_OK;
}

static cal_status bad_value(const table *t, int column, cal_slice field, const char *what, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: line %d: %s=%.*s is not %s", t->rows.name, t->rows.line,
                    names[column], CAL_QUOTED(field), what);
}

static cal_status read_value(double *out, const table *t, int column, cal_slice field, cal_error *err) {
    double value;
    bool number = cal_number_parse(&value, field);
    if (column == CONFIDENCE) {
        if (!number || !(value >= 0 && value <= 1))
            return bad_value(t, column, field, "a number from 0 to 1", err);
    } else if (!number || !(value >= 0 && value <= INT32_MAX - 1) || value != (double)(int32_t)value)
        return bad_value(t, column, field, "the number of a class", err);
    *out = value;
    return CAL_OK;
}

// *found: false past the last row.
static cal_status read_row(double value[COLUMNS], bool *found, table *t, cal_error *err) {
    int count;
    cal_status status = cal_rows_next(t->field, &count, FIELDS_MAX, &t->rows, err);
    *found = count > 0;
    for (int c = 0; c < COLUMNS && count && !status; c++) {
        if (t->place[c] >= count)
            return cal_fail(err, CAL_FAILED, "%s: line %d: has %d fields, and %s is column %d", t->rows.name,
                            t->rows.line, count, names[c], t->place[c] + 1);
        status = read_value(&value[c], t, c, t->field[t->place[c]], err);
    }
    return status;
}

bool cal_csv_is_predictions(const cal_file *file) {
    cal_rows rows = cal_rows_open(file);
    cal_slice field[FIELDS_MAX];
    cal_error err;
    int count;
    (void)cal_rows_next(field, &count, FIELDS_MAX, &rows, &err);
    for (int i = 0; i < count; i++)
        if (cal_slice_is(field[i], names[CONFIDENCE])) return true;
    return false;
}

cal_status cal_csv_read(cal_predictions *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    table t = {.rows = cal_rows_open(file)};
    int most = 0;
    *out = (cal_predictions){0};
    cal_status status = cal_rows_bound(&most, file, err);
    if (!status) status = read_header(&t, err);
    if (status) return status;
    out->labels = cal_arena_alloc(arena, (size_t)most * sizeof *out->labels);
    out->predicted = cal_arena_alloc(arena, (size_t)most * sizeof *out->predicted);
    out->confidence = cal_arena_alloc(arena, (size_t)most * sizeof *out->confidence);
    if (arena->refused)
        return cal_fail(err, CAL_MEMORY, "%s: memory for %d lines was refused", file->name, most);
    for (bool found = true;;) {
        double value[COLUMNS];
        status = read_row(value, &found, &t, err);
        if (status || !found) break;
        out->labels[out->n] = (int32_t)value[LABEL];
        out->predicted[out->n] = (int32_t)value[PREDICTED];
        out->confidence[out->n++] = value[CONFIDENCE];
    }
    if (!status && !out->n) status = cal_fail(err, CAL_FAILED, "%s: no lines of predictions", file->name);
    return status;
}
