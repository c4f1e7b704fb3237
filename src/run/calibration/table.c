// Copies a table with a column of calibrated probabilities for each of its outputs. All else keeps its text.
#include <string.h>
#include "run/calibration/stream.h"
#include "run/tables/columns/binary.h"
#include "run/tables/frame/selection.h"

enum { NUMBERS = 1 << 16, ROWS_MAX = 4096 }; // in a batch

// Numbers that are added to a row: all results, or the confidence of the predicted class alone.
int cal_apply_added(const cal_apply_stream *s) {
    const cal_row_source *source = &s->options.source;
    return source->fitted->calibrator->top_only ? 1 : cal_row_results(source);
}

// ---- columns

static cal_status find_given(int *at, const cal_apply_stream *s, const cal_frame *f, cal_error *err) {
    const cal_fitted *fitted = s->options.source.fitted;
    const int width = cal_row_width(fitted);
    cal_binary_columns given;
    const cal_status status = cal_binary_columns_given(&given, f, s->options.columns, err);
    if (status) return status;
    if (fitted->task == CAL_TASK_BINARY && given.p < 0)
        return cal_fail(err, CAL_USAGE, "%.100s: columns: give p= or logit=, the column of the outputs",
                        f->name);
    if (fitted->task == CAL_TASK_BINARY && given.odds == fitted->probabilities)
        return fitted->probabilities
                   ? cal_fail(err, CAL_USAGE,
                              "%.100s: columns: the calibrator was fitted on probabilities; give p=", f->name)
                   : cal_fail(err, CAL_USAGE,
                              "%.100s: columns: the calibrator was fitted on log odds; give logit=", f->name);
    if (fitted->task == CAL_TASK_BINARY) return at[0] = given.p, CAL_OK;
    if (given.classes != width)
        return cal_fail(err, CAL_USAGE, "%.100s: columns: %d classes, but the calibrator was fitted on %d",
                        f->name, given.classes, width);
    for (int j = 0; j < width; j++) at[j] = given.class_at[j];
    return CAL_OK;
}

// Finds the only column of a name; -1: none.
static cal_status find_name(int *out, const cal_frame *f, const char *name, cal_error *err) {
    int count = 0;
    *out = -1;
    for (int c = 0; c < f->columns && f->named; c++)
        if (cal_slice_is_field(f->head[c], (cal_slice){name, (int)strlen(name)})) *out = c, count++;
    if (count <= 1) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%.100s: %d columns are named %.60s", f->name, count, name);
}

// Finds the columns by the names that the calibrator was fitted on.
static cal_status find_named(int *at, const cal_fitted *fitted, const cal_frame *f, cal_error *err) {
    const char *option = fitted->task == CAL_TASK_BINARY ? "p=NAME" : "class=NAME for each class";
    if (!fitted->columns)
        return cal_fail(err, CAL_USAGE,
                        "%.100s: the calibrator was fitted on arrays: say which columns hold its outputs, "
                        "--columns %s",
                        f->name, option);
    for (int j = 0; j < fitted->columns; j++) {
        const cal_status status = find_name(&at[j], f, fitted->column[j], err);
        if (status) return status;
        if (at[j] < 0)
            return cal_fail(err, CAL_USAGE,
                            "%.100s: no column is named %.60s, as where the calibrator was fitted: say which "
                            "columns hold its outputs, --columns %s",
                            f->name, fitted->column[j], option);
    }
    return CAL_OK;
}

cal_status cal_apply_find_groups(int *at, const cal_fitted_groups *groups, const cal_frame *f,
                                 cal_error *err) {
    for (int c = 0; c < groups->columns; c++) {
        const cal_status status = find_name(&at[c], f, groups->column[c], err);
        if (status) return status;
        if (at[c] < 0)
            return cal_fail(err, CAL_FAILED,
                            "%.100s: no column is named %.60s, whose groups the calibrator corrects: add it",
                            f->name, groups->column[c]);
    }
    return CAL_OK;
}

static cal_status find_columns(cal_apply_stream *s, const cal_frame *f, cal_error *err) {
    const cal_fitted *fitted = s->options.source.fitted;
    cal_table_stream *t = &s->table;
    if (!t->at) t->at = cal_arena_alloc(&s->arena, (size_t)cal_row_width(fitted) * sizeof *t->at);
    if (!t->group_at)
        t->group_at =
            cal_arena_alloc(&s->arena, (size_t)cal_apply_group_columns(s) * sizeof *t->group_at + 1);
    if (s->arena.refused) return cal_refuse_memory(err, "the table");
    cal_status status = s->options.columns ? find_given(t->at, s, f, err) : find_named(t->at, fitted, f, err);
    if (!status && fitted->groups) status = cal_apply_find_groups(t->group_at, fitted->groups, f, err);
    return status;
}

// ---- groups

int cal_apply_group_columns(const cal_apply_stream *s) {
    const cal_fitted_groups *groups = s->options.source.fitted->groups;
    return groups ? groups->columns : 0;
}

cal_status cal_apply_groups(int32_t *of, cal_apply_stream *s, const cal_frame *form, const cal_slice *field,
                            int count, int line, cal_error *err) {
    cal_table_stream *t = &s->table;
    cal_arena arena = {0};
    bool known = true;
    for (int c = 0; c < cal_apply_group_columns(s); c++) {
        const cal_slice cell = t->group_at[c] < count ? field[t->group_at[c]] : (cal_slice){"", 0};
        const cal_slice word = cal_frame_text(&arena, form, cell);
        if (arena.refused) return cal_arena_free(&arena), cal_refuse_memory(err, "a group");
        of[c] = cal_groups_find(s->options.source.fitted->groups, c, word);
        known &= of[c] >= 0;
    }
    cal_arena_free(&arena);
    if (!known && !t->unknown++) t->first_unknown = line;
    return CAL_OK;
}

// ---- the first row

void cal_apply_name(cal_text *out, const cal_apply_stream *s, const cal_frame *f, int j) {
    const cal_fitted *fitted = s->options.source.fitted;
    const int width = fitted->calibrator->top_only ? 1 : cal_row_width(fitted);
    const cal_slice name = f->head[s->table.at[j % width]];
    if (width == 1) cal_text_add(out, "p");
    else cal_text_add(out, "%.*s", name.length, name.at);
    cal_text_add(out, "%s", j < width ? "_calibrated" : cal_row_part(j / width));
}

cal_status cal_apply_check_names(const cal_apply_stream *s, const cal_frame *f, cal_error *err) {
    cal_status status = CAL_OK;
    for (int j = 0; !status && j < cal_apply_added(s); j++) {
        cal_text name = {0};
        cal_apply_name(&name, s, f, j);
        const cal_slice text = {name.data, name.length};
        for (int c = 0; !name.refused && c < f->columns; c++)
            if (cal_slice_same(f->head[c], text))
                status = cal_fail(err, CAL_FAILED, "%.100s: it already has a column %.*s: rename that",
                                  f->name, CAL_QUOTED(text));
        cal_text_free(&name);
    }
    return status;
}

static void write_names(cal_text *out, const cal_apply_stream *s, const cal_frame *f) {
    const char separator = s->table.separator;
    for (int j = 0; j < cal_apply_added(s); j++) {
        cal_text name = {0};
        cal_apply_name(&name, s, f, j);
        const cal_slice text = {name.data, name.length};
        const bool quote =
            !name.refused && separator != '\t' &&
            (memchr(text.at, separator, (size_t)text.length) || memchr(text.at, '"', (size_t)text.length) ||
             memchr(text.at, '\n', (size_t)text.length));
        cal_text_add(out, quote ? "%c\"%s\"" : "%c%s", separator, name.refused ? "" : name.data);
        out->refused |= name.refused;
        cal_text_free(&name);
    }
}

// Splits a row's text into its body and the line end.
static cal_slice body_of(cal_slice row, cal_slice *end) {
    int length = row.length;
    if (length && row.at[length - 1] == '\n') length--;
    if (length && row.at[length - 1] == '\r') length--;
    *end = (cal_slice){row.at + length, row.length - length};
    return (cal_slice){row.at, length};
}

// Finds the table's form and columns, and copies its names.
static cal_status begin(cal_text *out, cal_apply_stream *s, cal_file *piece, cal_error *err) {
    cal_table_stream *t = &s->table;
    cal_arena arena = {0};
    cal_frame frame;
    cal_slice field[CAL_FRAME_COLUMNS + 1], end;
    bool fits;
    int count;
    cal_status status = cal_frame_read(&frame, &fits, &arena, piece, CAL_FRAME_COLUMNS, err);
    if (!status && frame.json && *piece->bytes != '{')
        status = cal_fail(err, CAL_FAILED,
                          "%.100s: probabilities are added to JSON lines, an object a line, not to a list",
                          piece->name);
    if (!status && !fits)
        status = cal_fail(err, CAL_FAILED, "%.100s: not a table of 1 to %d columns; give an array",
                          piece->name, CAL_FRAME_COLUMNS);
    if (!status) status = find_columns(s, &frame, err);
    t->json = !status && frame.json;
    if (t->json) {
        status = cal_apply_lines(out, s, piece, &frame, err);
        piece->size = 0;
        cal_arena_free(&arena);
        return status;
    }
    cal_rows rows = cal_frame_rows(piece);
    t->begun = true, t->separator = rows.separator, t->commas = frame.commas, t->columns = frame.columns;
    if (!status && frame.named) {
        status = cal_rows_next(field, &count, CAL_FRAME_COLUMNS + 1, &rows, err);
        const char *start = (const char *)piece->bytes;
        const cal_slice body = body_of((cal_slice){start, (int)(rows.at - start)}, &end);
        cal_text_add_bytes(out, body.at, (size_t)body.length);
        if (!status) status = cal_apply_check_names(s, &frame, err);
        if (!status) write_names(out, s, &frame);
        if (end.length) cal_text_add_bytes(out, end.at, (size_t)end.length);
        else cal_text_add(out, "\n");
        *piece = (cal_file){piece->name, (const uint8_t *)rows.at, (size_t)(rows.end - rows.at)};
        t->line = rows.next - 1;
    }
    cal_arena_free(&arena);
    return status;
}

// ---- rows

// Rows of a batch.
typedef struct batch {
    int n;
    cal_slice text[ROWS_MAX]; // with the empty lines before
    int fields[ROWS_MAX];
    bool given[ROWS_MAX]; // all outputs are there
    double *z;            // [given rows,width]
    int32_t *of;          // [given rows, columns of groups]
    int rows;             // number of given ones
} batch;

// Reads the outputs of a row; a missing one leaves the row out.
static cal_status read_outputs(batch *b, cal_apply_stream *s, const cal_slice *field, int count, int line,
                               cal_error *err) {
    cal_table_stream *t = &s->table;
    const int width = cal_row_width(s->options.source.fitted), columns = cal_apply_group_columns(s);
    const cal_frame form = {.name = s->options.source.name, .commas = t->commas};
    bool all = true;
    for (int j = 0; j < width; j++) {
        const cal_slice cell = t->at[j] < count ? field[t->at[j]] : (cal_slice){"", 0};
        double *to = &b->z[(size_t)b->rows * (size_t)width + (size_t)j];
        bool percent;
        if (cal_cell_missing(cell)) all = false;
        else if (!cal_frame_number(to, &percent, &form, cell))
            return cal_fail(err, CAL_FAILED, "%.100s: line %d: '%.*s' is not a number", form.name, line,
                            CAL_QUOTED(cell));
        t->writes_commas |= memchr(cell.at, ',', (size_t)cell.length) != NULL;
    }
    if (!all && !t->left_out++) t->first_left_out = line;
    int32_t *of = b->of + (size_t)b->rows * (size_t)columns;
    const cal_status status = all ? cal_apply_groups(of, s, &form, field, count, line, err) : CAL_OK;
    b->given[b->n] = all;
    b->rows += all;
    return status;
}

static void write_number(cal_text *out, const cal_table_stream *t, double value) {
    const int at = out->length;
    const bool quote = t->writes_commas && t->separator == ',';
    if (quote) cal_text_add(out, "\"");
    cal_text_add_number(out, value);
    for (int i = at; t->writes_commas && !out->refused && i < out->length; i++)
        if (out->data[i] == '.') out->data[i] = ',';
    if (quote) cal_text_add(out, "\"");
}

static void write_row(cal_text *out, const cal_apply_stream *s, const batch *b, int i, const double *p) {
    const cal_table_stream *t = &s->table;
    const cal_fitted *f = s->options.source.fitted;
    cal_slice end;
    const cal_slice body = body_of(b->text[i], &end);
    cal_text_add_bytes(out, body.at, (size_t)body.length);
    for (int c = b->fields[i]; c < t->columns; c++) cal_text_add_bytes(out, &t->separator, 1);
    for (int j = 0; j < cal_apply_added(s); j++) {
        cal_text_add_bytes(out, &t->separator, 1);
        if (p) write_number(out, t, p[f->calibrator->top_only ? 1 : j]);
    }
    if (end.length) cal_text_add_bytes(out, end.at, (size_t)end.length);
    else cal_text_add(out, "\n");
}

static cal_status finish(cal_text *out, cal_apply_stream *s, batch *b, cal_error *err) {
    const int results = cal_row_results(&s->options.source);
    cal_arena arena = {0};
    double *p = NULL;
    s->options.source.of = cal_apply_group_columns(s) ? b->of : NULL;
    const cal_status status =
        b->rows ? cal_rows_calibrate(&p, &arena, &s->options.source, b->z, b->rows, err) : CAL_OK;
    for (int i = 0, row = 0; !status && i < b->n; i++) {
        write_row(out, s, b, i, b->given[i] ? p + (size_t)row * (size_t)results : NULL);
        row += b->given[i];
    }
    cal_arena_free(&arena);
    b->n = b->rows = 0;
    return status;
}

static cal_status copy_rows(cal_text *out, cal_apply_stream *s, batch *b, const cal_file *piece,
                            cal_error *err) {
    cal_table_stream *t = &s->table;
    const char *start = (const char *)piece->bytes;
    cal_rows rows = {piece->name,      start,       start + piece->size, (int)t->line + 1,
                     (int)t->line + 1, t->separator};
    cal_slice field[CAL_FRAME_COLUMNS + 1];
    const int width = cal_row_width(s->options.source.fitted), most = NUMBERS / width + 1;
    cal_status status = CAL_OK;
    for (int count = 1; !status && count;) {
        const char *at = rows.at;
        status = cal_rows_next(field, &count, CAL_FRAME_COLUMNS + 1, &rows, err);
        if (status) break;
        if (count > t->columns)
            return cal_fail(err, CAL_FAILED, "%.100s: line %d: %d fields, but the table has %d columns",
                            piece->name, rows.line, count, t->columns);
        if (count) {
            b->text[b->n] = (cal_slice){at, (int)(rows.at - at)}, b->fields[b->n] = count;
            status = read_outputs(b, s, field, count, rows.line, err);
            b->n++;
        }
        if (!status && b->n && (!count || b->n == ROWS_MAX || b->rows == most))
            status = finish(out, s, b, err);
        if (!status && !count) cal_text_add_bytes(out, at, (size_t)(rows.end - at)); // empty lines at the end
    }
    t->line = rows.next - 1;
    return status;
}

cal_status cal_apply_table(cal_text *out, cal_apply_stream *s, cal_file *piece, cal_error *err) {
    const int width = cal_row_width(s->options.source.fitted);
    cal_arena arena = {0};
    cal_status status = s->table.begun && !s->table.json ? CAL_OK : begin(out, s, piece, err);
    if (s->table.json) return status; // each piece of lines is read alone
    batch *b = cal_arena_alloc(&arena, sizeof *b);
    double *z = cal_arena_alloc(&arena, ((size_t)NUMBERS + 2 * (size_t)width) * sizeof *z);
    int32_t *of =
        cal_arena_alloc(&arena, (size_t)ROWS_MAX * (size_t)cal_apply_group_columns(s) * sizeof *of + 1);
    if (!status && arena.refused) status = cal_refuse_memory(err, "the table");
    if (!status) b->z = z, b->of = of, status = copy_rows(out, s, b, piece, err);
    cal_arena_free(&arena);
    return status;
}
