// Copies JSON lines with a calibrated probability for each of the outputs. All else keeps its text.
#include <string.h>
#include "run/calibration/stream.h"
#include "run/tables/frame/selection.h"

// Reads the outputs of all rows, [given rows,width], and their groups. given: rows that have all outputs.
static cal_status read_outputs(double *z, int32_t *of, bool *given, int *rows, cal_apply_stream *s,
                               const cal_frame *f, cal_error *err) {
    cal_table_stream *t = &s->table;
    const int width = cal_row_width(s->options.source.fitted);
    *rows = 0;
    for (int i = 0; i < f->n; i++) {
        const int line = (int)t->line + f->line[i];
        given[i] = true;
        for (int j = 0; j < width; j++) {
            const cal_slice cell = cal_frame_cell(f, i, t->at[j]);
            double *to = &z[(size_t)*rows * (size_t)width + (size_t)j];
            bool percent;
            if (cal_cell_missing(cell)) given[i] = false;
            else if (!cal_frame_number(to, &percent, f, cell))
                return cal_fail(err, CAL_FAILED, "%.100s: line %d: '%.*s' is not a number", f->name, line,
                                CAL_QUOTED(cell));
        }
        if (!given[i] && !t->left_out++) t->first_left_out = line;
        const cal_slice *cells = f->cell + (size_t)i * (size_t)f->columns;
        const cal_status status = given[i] ? cal_apply_groups(of + *rows * cal_apply_group_columns(s), s, f,
                                                              cells, f->columns, line, err)
                                           : CAL_OK;
        if (status) return status;
        *rows += given[i];
    }
    return CAL_OK;
}

// Writes a line with the new members before its last brace; p: null for a row without a result.
static void write_line(cal_text *out, const cal_apply_stream *s, const cal_frame *f, cal_slice line,
                       const double *p) {
    int end = line.length;
    while (end && line.at[end - 1] != '}') end--;
    cal_text_add_bytes(out, line.at, (size_t)(end ? end - 1 : 0));
    for (int j = 0; j < cal_apply_added(s); j++) {
        cal_text name = {0};
        cal_apply_name(&name, s, f, j);
        cal_text_add(out, ", \"%s\": ", name.refused ? "" : name.data);
        if (p) cal_text_add_number(out, p[s->options.source.fitted->calibrator->top_only ? 1 : j]);
        else cal_text_add(out, "null");
        out->refused |= name.refused;
        cal_text_free(&name);
    }
    cal_text_add_bytes(out, line.at + (end ? end - 1 : 0), (size_t)(line.length - (end ? end - 1 : 0)));
}

cal_status cal_apply_lines(cal_text *out, cal_apply_stream *s, const cal_file *piece, const cal_frame *f,
                           cal_error *err) {
    const int width = cal_row_width(s->options.source.fitted), results = cal_row_results(&s->options.source);
    const char *at = (const char *)piece->bytes, *const end = at + piece->size;
    cal_arena arena = {0};
    double *z = cal_arena_alloc(&arena, ((size_t)f->n + 1) * (size_t)width * sizeof *z), *p = NULL;
    bool *given = cal_arena_alloc(&arena, (size_t)f->n + 1);
    int32_t *of =
        cal_arena_alloc(&arena, ((size_t)f->n + 1) * (size_t)cal_apply_group_columns(s) * sizeof *of + 1);
    int rows = 0, line = 0, i = 0, row = 0;
    cal_status status =
        arena.refused ? cal_refuse_memory(err, "the lines") : cal_apply_check_names(s, f, err);
    if (!status) status = read_outputs(z, of, given, &rows, s, f, err);
    s->options.source.of = cal_apply_group_columns(s) ? of : NULL;
    if (!status && rows) status = cal_rows_calibrate(&p, &arena, &s->options.source, z, rows, err);
    while (!status && at < end) {
        const char *start = at;
        while (at < end && *at != '\n') at++;
        at += at < end;
        const cal_slice text = {start, (int)(at - start)};
        if (i < f->n && f->line[i] == ++line) {
            write_line(out, s, f, text, given[i] ? p + (size_t)row * (size_t)results : NULL);
            row += given[i++];
        } else cal_text_add_bytes(out, text.at, (size_t)text.length);
    }
    s->table.line += line;
    cal_arena_free(&arena);
    return status;
}
