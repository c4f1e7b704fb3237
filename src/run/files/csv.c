#include "run/files/csv.h"
#include <string.h>
#include "run/files/csv_parts.h"

enum { COLUMNS = 3, LABEL = 0, PREDICTED, CONFIDENCE };
static const char *const names[COLUMNS] = {"true_label", "pred_label", "confidence"};

typedef struct table {
    cal_csv csv;
    int place[COLUMNS]; // of our columns in a line
} table;

static cal_status read_header(table *t, cal_error *err) {
    bool last = false;
    for (int c = 0; c < COLUMNS; c++) t->place[c] = -1;
    for (int place = 0; !last; place++) {
        cal_slice field;
        if (!cal_csv_field(&field, &last, &t->csv)) return cal_csv_bad_quotes(&t->csv, err);
        for (int c = 0; c < COLUMNS; c++) {
            if (!cal_slice_is(field, names[c])) continue;
            if (t->place[c] >= 0)
                return cal_fail(err, CAL_FAILED, "%s: line 1: column %s is there twice", t->csv.name,
                                names[c]);
            t->place[c] = place;
        }
    }
    for (int c = 0; c < COLUMNS; c++)
        if (t->place[c] < 0)
            return cal_fail(err, CAL_FAILED,
                            "%s: line 1: no column %s; true_label, pred_label and confidence are needed",
                            t->csv.name, names[c]);
    return CAL_OK;
}

static cal_status bad_value(const table *t, int column, cal_slice field, const char *what, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: line %d: %s=%.*s is not %s", t->csv.name, t->csv.line,
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

static cal_status read_line(double value[COLUMNS], table *t, cal_error *err) {
    bool last = false;
    int place = 0, found = 0;
    for (; !last; place++) {
        cal_slice field;
        if (!cal_csv_field(&field, &last, &t->csv)) return cal_csv_bad_quotes(&t->csv, err);
        for (int c = 0; c < COLUMNS; c++) {
            if (t->place[c] != place) continue;
            cal_status status = read_value(&value[c], t, c, field, err);
            if (status) return status;
            found++;
        }
    }
    if (found == COLUMNS) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: line %d: has %d fields, and a column that is needed comes after",
                    t->csv.name, t->csv.line, place);
}

bool cal_csv_is_predictions(const cal_file *file) {
    cal_csv t = cal_csv_open(file);
    bool last = false, found = false;
    cal_slice field;
    while (!last && !found && cal_csv_field(&field, &last, &t))
        found = cal_slice_is(field, names[CONFIDENCE]);
    return found;
}

cal_status cal_csv_read(cal_predictions *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    table t = {.csv = cal_csv_open(file)};
    int lines = 0;
    *out = (cal_predictions){0};
    cal_status status = cal_csv_lines(&lines, &t.csv, err);
    if (!status) status = read_header(&t, err);
    if (status) return status;
    out->labels = cal_arena_alloc(arena, (size_t)lines * sizeof *out->labels);
    out->predicted = cal_arena_alloc(arena, (size_t)lines * sizeof *out->predicted);
    out->confidence = cal_arena_alloc(arena, (size_t)lines * sizeof *out->confidence);
    if (arena->refused)
        return cal_fail(err, CAL_MEMORY, "%s: memory for %d lines was refused", file->name, lines);
    while (!status && t.csv.at < t.csv.end) {
        double value[COLUMNS];
        t.csv.line++;
        if (cal_csv_empty_line(&t.csv)) continue;
        status = read_line(value, &t, err);
        if (status) break;
        out->labels[out->n] = (int32_t)value[LABEL];
        out->predicted[out->n] = (int32_t)value[PREDICTED];
        out->confidence[out->n++] = value[CONFIDENCE];
    }
    if (!status && !out->n) status = cal_fail(err, CAL_FAILED, "%s: no lines of predictions", file->name);
    return status;
}
