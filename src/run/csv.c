#include "run/csv.h"
#include <string.h>
#include "run/link.h"

enum { COLUMNS = 3, WIDEST = 1024, LABEL = 0, PREDICTED, CONFIDENCE };
static const char *const names[COLUMNS] = {"true_label", "pred_label", "confidence"};

typedef struct table {
    const char *name, *at, *end;
    int line;
    int place[COLUMNS]; // of our columns in a line
} table;

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

// The next field of the line, without blanks and quotes around it; false if its quotes do not close. *last:
// the line ends with it.
static bool take_field(cal_slice *field, bool *last, table *t) {
    while (t->at < t->end && is_blank(*t->at)) t->at++;
    bool quoted = t->at < t->end && *t->at == '"';
    const char *start = t->at += quoted, *stop;
    if (quoted) {
        while (t->at < t->end && *t->at != '"' && *t->at != '\n') t->at++;
        if (t->at == t->end || *t->at != '"') return false;
        stop = t->at++;
        while (t->at < t->end && (is_blank(*t->at) || *t->at == '\r')) t->at++;
        if (t->at < t->end && *t->at != ',' && *t->at != '\n') return false;
    } else {
        while (t->at < t->end && *t->at != ',' && *t->at != '\n') t->at++;
        for (stop = t->at; stop > start && (is_blank(stop[-1]) || stop[-1] == '\r'); stop--) {
        }
    }
    *last = t->at == t->end || *t->at == '\n';
    if (t->at < t->end) t->at++;
    *field = (cal_slice){start, stop - start > WIDEST ? WIDEST + 1 : (int)(stop - start)};
    return true;
}

static cal_status bad_quotes(const table *t, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: line %d: a quote is not closed, or does not end its field", t->name,
                    t->line);
}

static cal_status read_header(table *t, cal_error *err) {
    bool last = false;
    if (t->end - t->at >= 3 && memcmp(t->at, "\xef\xbb\xbf", 3) == 0) t->at += 3;
    for (int c = 0; c < COLUMNS; c++) t->place[c] = -1;
    for (int place = 0; !last; place++) {
        cal_slice field;
        if (!take_field(&field, &last, t)) return bad_quotes(t, err);
        for (int c = 0; c < COLUMNS; c++) {
            if (!cal_slice_is(field, names[c])) continue;
            if (t->place[c] >= 0)
                return cal_fail(err, CAL_FAILED, "%s: line 1: column %s is there twice", t->name, names[c]);
            t->place[c] = place;
        }
    }
    for (int c = 0; c < COLUMNS; c++)
        if (t->place[c] < 0)
            return cal_fail(err, CAL_FAILED,
                            "%s: line 1: no column %s; true_label, pred_label and confidence are needed",
                            t->name, names[c]);
    return CAL_OK;
}

static cal_status bad_value(const table *t, int column, cal_slice field, const char *what, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: line %d: %s=%.*s is not %s", t->name, t->line, names[column],
                    CAL_QUOTED(field), what);
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
        if (!take_field(&field, &last, t)) return bad_quotes(t, err);
        for (int c = 0; c < COLUMNS; c++) {
            if (t->place[c] != place) continue;
            cal_status status = read_value(&value[c], t, c, field, err);
            if (status) return status;
            found++;
        }
    }
    if (found == COLUMNS) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: line %d: has %d fields, and a column that is needed comes after",
                    t->name, t->line, place);
}

static bool is_empty_line(table *t) {
    const char *at = t->at;
    while (at < t->end && (is_blank(*at) || *at == '\r')) at++;
    if (at < t->end && *at != '\n') return false;
    t->at = at < t->end ? at + 1 : at;
    return true;
}

cal_status cal_csv_read(cal_predictions *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    table t = {.name = file->name,
               .at = (const char *)file->bytes,
               .end = (const char *)file->bytes + file->size,
               .line = 1};
    size_t lines = 1;
    *out = (cal_predictions){0};
    for (const char *at = t.at; at < t.end; at++) lines += *at == '\n';
    if (lines > INT32_MAX - 1)
        return cal_fail(err, CAL_FAILED, "%s: more lines than there can be samples", t.name);
    cal_status status = read_header(&t, err);
    if (status) return status;
    out->labels = cal_arena_alloc(arena, lines * sizeof *out->labels);
    out->predicted = cal_arena_alloc(arena, lines * sizeof *out->predicted);
    out->confidence = cal_arena_alloc(arena, lines * sizeof *out->confidence);
    if (arena->refused)
        return cal_fail(err, CAL_MEMORY, "%s: memory for %zu lines was refused", t.name, lines);
    while (!status && t.at < t.end) {
        double value[COLUMNS];
        t.line++;
        if (is_empty_line(&t)) continue;
        status = read_line(value, &t, err);
        if (status) break;
        out->labels[out->n] = (int32_t)value[LABEL];
        out->predicted[out->n] = (int32_t)value[PREDICTED];
        out->confidence[out->n++] = value[CONFIDENCE];
    }
    if (!status && !out->n) status = cal_fail(err, CAL_FAILED, "%s: no lines of predictions", t.name);
    return status;
}
