#include "catalog/data/tables/rows.h"
#include <stdlib.h>
#include <string.h>
#include "catalog/data/subset/records.h"

enum { ROWS_MAX = 5000000 };

cal_rows cal_rows_open(const cal_file *file) {
    cal_rows csv = {
        .name = file->name, .at = (const char *)file->bytes, .line = 1, .next = 1, .separator = ','};
    csv.end = csv.at + file->size;
    if (file->size >= 3 && !memcmp(csv.at, "\xef\xbb\xbf", 3)) csv.at += 3;
    int commas = 0, semicolons = 0;
    bool quoted = false;
    const char *first = csv.at; // the first line with text
    while (first < csv.end && (*first == '\n' || *first == '\r')) first++;
    for (const char *c = first; c < csv.end && (quoted || *c != '\n'); c++) {
        quoted ^= *c == '"';
        commas += !quoted && *c == ',';
        semicolons += !quoted && *c == ';';
        if (*c == '\t') {
            csv.separator = '\t';
            return csv;
        }
    }
    if (semicolons > commas) csv.separator = ';';
    return csv;
}

void cal_rows_try_spaces(cal_rows *csv) {
    const char *at = csv->at;
    bool quoted = false, field = false, blank = false, two = false;
    for (; at < csv->end && (quoted || *at != '\n'); at++) {
        quoted ^= *at == '"';
        if (!quoted && (*at == ',' || *at == ';' || *at == '\t')) return;
        if (*at == ' ' && !quoted) blank |= field;
        else if (*at != '\r') two |= blank, field = true;
    }
    if (two) csv->separator = ' ';
}

static bool is_blank(const cal_rows *csv, char c) {
    return c == ' ' || (c == '\t' && csv->separator != '\t');
}

// Skips blanks that separate fields, any number of them, and those at the end of a line.
static void skip_run(cal_rows *csv) {
    const char *c = csv->at;
    while (c < csv->end && *c == ' ') c++;
    if (c + 1 < csv->end && *c == '\r' && c[1] == '\n') c++;
    if (c == csv->end || *c == '\n') csv->at = c;
    else if (c > csv->at && c[-1] == ' ') csv->at = c - 1;
}

static cal_status bad_row(const cal_rows *csv, const char *reason, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: line %d: %s", csv->name, csv->line, reason);
}

// Reads one field; leaves csv->at on the byte that ends it.
static cal_status take_field(cal_slice *field, int *breaks, cal_rows *csv, cal_error *err) {
    while (csv->at < csv->end && is_blank(csv, *csv->at)) csv->at++;
    const char *start = csv->at, *stop;
    if (csv->at < csv->end && *csv->at == '"' && csv->separator != '\t') {
        for (start = ++csv->at; csv->at < csv->end; csv->at++) {
            *breaks += *csv->at == '\n';
            if (*csv->at != '"') continue;
            if (csv->at + 1 == csv->end || csv->at[1] != '"') break;
            csv->at++;
        }
        if (csv->at >= csv->end) return bad_row(csv, "a quote is not closed", err);
        stop = csv->at++;
        while (csv->separator != ' ' && csv->at < csv->end && (is_blank(csv, *csv->at) || *csv->at == '\r'))
            csv->at++;
        if (csv->separator == ' ') skip_run(csv);
        if (csv->at < csv->end && *csv->at != csv->separator && *csv->at != '\n')
            return bad_row(csv, "text after the quote that ends a field", err);
    } else {
        while (csv->at < csv->end && *csv->at != csv->separator && *csv->at != '\n') csv->at++;
        for (stop = csv->at; stop > start && (is_blank(csv, stop[-1]) || stop[-1] == '\r'); stop--) {
        }
    }
    if (csv->separator == ' ') skip_run(csv);
    if (stop - start > INT32_MAX / 2) return bad_row(csv, "a field is longer than a gigabyte", err);
    *field = (cal_slice){start, (int)(stop - start)};
    return CAL_OK;
}

cal_status cal_rows_next(cal_slice *field, int *count, int room, cal_rows *csv, cal_error *err) {
    *count = 0;
    for (; csv->at < csv->end; csv->at++) { // skips empty lines
        const char *c = csv->at;
        while (c < csv->end && (is_blank(csv, *c) || *c == '\r')) c++;
        if (c < csv->end && *c != '\n') break;
        csv->at = c;
        if (c == csv->end) return CAL_OK;
        csv->next++;
    }
    int breaks = 0;
    csv->line = csv->next;
    while (csv->at < csv->end) {
        if (*count == room)
            return cal_fail(err, CAL_FAILED, "%s: line %d: more than %d fields", csv->name, csv->line, room);
        const cal_status status = take_field(&field[(*count)++], &breaks, csv, err);
        if (status) return status;
        if (csv->at == csv->end) break;
        if (*csv->at++ == '\n') {
            breaks++;
            break;
        }
        if (csv->at == csv->end && *count < room) field[(*count)++] = (cal_slice){csv->end, 0};
    }
    csv->next += breaks;
    return CAL_OK;
}

cal_status cal_rows_bound(int *rows, const cal_file *file, cal_error *err) {
    size_t lines = 1;
    for (size_t i = 0; i < file->size; i++) lines += file->bytes[i] == '\n';
    if (lines > INT32_MAX - 1)
        return cal_fail(err, CAL_FAILED, "%s: more lines than there can be samples", file->name);
    *rows = (int)lines;
    return CAL_OK;
}

// ---- sheets

// Sets the number of columns up to the last one that some row fills. Spreadsheets end lines with separators.
static cal_status count_columns(int *columns, cal_slice *field, int room, const cal_file *file,
                                cal_error *err) {
    cal_rows csv = cal_rows_open(file);
    int count;
    cal_status status;
    for (*columns = 1; !(status = cal_rows_next(field, &count, room, &csv, err)) && count;) {
        while (count > *columns && !field[count - 1].length) count--;
        if (count > *columns) *columns = count;
    }
    return status;
}

static cal_status read_rows(cal_sheet *out, cal_slice *field, int room, const cal_file *file, int label,
                            cal_error *err) {
    cal_rows csv = cal_rows_open(file);
    for (;;) {
        cal_rows before = csv;
        int count;
        cal_status status = cal_rows_next(field, &count, room, &csv, err);
        if (status) return status;
        if (!count) return CAL_OK;
        if (!out->columns) {
            out->columns = count;
            if (!field[count - 1].length) {
                status = count_columns(&out->columns, field, room, file, err);
                csv = before, out->columns = out->columns < count ? out->columns : count;
                if (!status) status = cal_rows_next(field, &count, room, &csv, err);
                if (status) return status;
            }
        }
        if (count > out->fields) out->fields = count;
        while (count > out->columns && !field[count - 1].length) count--;
        if (!out->n) out->label = label ? label - 1 : count - 1;
        if (out->label >= count && !out->n)
            return cal_fail(err, CAL_FAILED, "%s: %d columns, but the link says label=%d", file->name, count,
                            label);
        if (count != out->columns)
            return cal_fail(err, CAL_FAILED, "%s: line %d: %d fields, but the first row has %d", file->name,
                            csv.line, count, out->columns);
        before.line = csv.line;
        out->row[out->n] = before;
        out->text[out->n++] = field[out->label];
    }
}

cal_status cal_sheet_read_label(cal_sheet *out, cal_arena *arena, const cal_file *file, int label, int header,
                                cal_error *err) {
    int most = 0;
    *out = (cal_sheet){.name = file->name};
    cal_status status = cal_rows_bound(&most, file, err);
    if (!status && most > ROWS_MAX)
        status = cal_fail(err, CAL_FAILED, "%s: more than %d lines", file->name, ROWS_MAX);
    if (status) return status;
    // A file has at most one field more than bytes.
    const int room = file->size + 1 < CAL_ROWS_COLUMNS ? (int)file->size + 1 : CAL_ROWS_COLUMNS;
    cal_slice *field = cal_arena_alloc(arena, (size_t)room * sizeof *field);
    out->row = cal_arena_alloc(arena, (size_t)most * sizeof *out->row);
    out->text = cal_arena_alloc(arena, (size_t)most * sizeof *out->text);
    if (arena->refused) return cal_refuse_memory(err, "%s: %d lines", file->name, most);
    if (arena->counts) return out->n = most, out->columns = out->fields = room, CAL_OK;
    status = read_rows(out, field, room, file, label, err);
    if (status) return status;
    bool named = header == CAL_HEADER_YES;
    for (int i = 1; header == CAL_HEADER_AUTO && out->n > 1; i++) {
        if (cal_slice_same(out->text[0], out->text[i])) break;
        if ((named = i + 1 == out->n)) break;
    }
    if (named && out->n) out->n--, out->row++, out->text++;
    return out->n ? CAL_OK : cal_fail(err, CAL_FAILED, "%s: no rows", file->name);
}

// Refuses rows without a label, which would be a class without a name.
static cal_status check_labels(const cal_sheet *sheet, cal_error *err) {
    int first = -1, count = 0;
    for (int i = 0; i < sheet->n; i++)
        if (!sheet->text[i].length && !count++) first = i;
    if (!count) return CAL_OK;
    return cal_fail(err, CAL_FAILED,
                    "%s: rows without a label in column %d: %d of %d, the first in line %d; remove them",
                    sheet->name, sheet->label + 1, count, sheet->n, sheet->row[first].line);
}

// Reads the columns that the link leaves out.
static cal_status read_omitted(cal_sheet *out, const cal_choice *choice, cal_error *err) {
    const cal_value *omit = cal_choice_value(choice, "omit");
    for (int i = 0; i < omit->count; i++) {
        const int column = (int)omit->number[i] - 1;
        if (column < 0 && omit->count == 1) break;
        if (column < 0 || column >= out->columns || column == out->label ||
            (i && omit->number[i] <= omit->number[i - 1]))
            return cal_fail(err, CAL_FAILED,
                            "%s: %d columns, but the link says omit=%d: name columns other than the label "
                            "once each, in ascending order",
                            out->name, out->columns, column + 1);
        out->omitted[out->omits++] = column;
    }
    return CAL_OK;
}

cal_status cal_sheet_read(cal_sheet *out, cal_arena *arena, const cal_file *file, const cal_choice *choice,
                          cal_error *err) {
    const int header = cal_choice_integer(choice, "header");
    cal_status status =
        cal_sheet_read_label(out, arena, file, cal_choice_integer(choice, "label"), header, err);
    if (status || arena->counts) return status;
    status = check_labels(out, err);
    return status ? status : read_omitted(out, choice, err);
}

bool cal_sheet_uses(const cal_sheet *sheet, int column) {
    for (int i = 0; i < sheet->omits; i++)
        if (sheet->omitted[i] == column) return false;
    return column != sheet->label;
}

static int by_bytes(const void *a, const void *b) {
    const cal_slice *x = a, *y = b;
    const int less = memcmp(x->at, y->at, (size_t)(x->length < y->length ? x->length : y->length));
    return less ? less : x->length - y->length;
}

static int by_number(const void *a, const void *b) {
    double x = 0, y = 0;
    cal_number_parse(&x, *(const cal_slice *)a), cal_number_parse(&y, *(const cal_slice *)b);
    return x != y ? (x < y ? -1 : 1) : by_bytes(a, b);
}

int cal_sheet_labels(cal_slice *name, int room, const cal_sheet *sheet) {
    int count = 0;
    bool numbers = true;
    for (int i = 0; i < sheet->n; i++) {
        int c = 0;
        double value;
        while (c < count && !cal_slice_same(name[c], sheet->text[i])) c++;
        if (c < count) continue;
        if (count == room) return -1;
        name[count++] = sheet->text[i];
        numbers &= cal_number_parse(&value, sheet->text[i]);
    }
    qsort(name, (size_t)count, sizeof *name, numbers ? by_number : by_bytes);
    return count;
}
