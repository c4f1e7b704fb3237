#include "run/calibration/stream.h"
#include <string.h>
#include "run/outputs/bundle.h"

enum {
    HEAD_MIN = 12,
    HEAD_MAX = 1 << 16, // bytes of an array's header
    NUMBERS = 1 << 13,  // in a batch, whose memory malloc keeps
    PIECE = 1 << 20,    // bytes of a table that are read at once
};

void cal_apply_begin(cal_apply_stream *out, const cal_apply_options *options) {
    *out = (cal_apply_stream){.options = *options};
    out->options.source.name = cal_arena_string(&out->arena, options->source.name);
    out->options.columns = cal_arena_string(&out->arena, options->columns);
}

void cal_apply_end(cal_apply_stream *s) {
    cal_mem_free(s->held);
    cal_arena_free(&s->arena);
    *s = (cal_apply_stream){.size = 0};
}

void cal_apply_write_note(cal_text *out, const cal_apply_stream *s) {
    const cal_table_stream *t = &s->table;
    const char *name = s->options.groups.bytes ? s->options.groups.name : s->options.source.name;
    cal_error note = {.text = ""};
    if (t->left_out && t->unknown)
        (void)cal_fail(&note, CAL_OK,
                       "%.100s: %.0f rows lack an output and have no calibrated probability; the first is in "
                       "line %.0f; %.0f rows of unknown groups have the map of all samples; the first is in "
                       "line %.0f",
                       name, (double)t->left_out, (double)t->first_left_out, (double)t->unknown,
                       (double)t->first_unknown);
    else if (t->left_out)
        (void)cal_fail(
            &note, CAL_OK,
            "%.100s: %.0f rows lack an output and have no calibrated probability; the first is in line %.0f",
            name, (double)t->left_out, (double)t->first_left_out);
    else if (t->unknown)
        (void)cal_fail(
            &note, CAL_OK,
            "%.100s: %.0f rows of unknown groups have the map of all samples; the first is in line %.0f",
            name, (double)t->unknown, (double)t->first_unknown);
    if (note.text[0]) cal_text_add(out, "%s", note.text);
}

// ---- bytes

static const uint8_t *bytes_of(const cal_apply_stream *s) { return s->held + s->from; }
static size_t size_of(const cal_apply_stream *s) { return (size_t)(s->size - s->from); }

static cal_status hold(cal_apply_stream *s, const void *bytes, size_t size, cal_error *err) {
    if (s->from) memmove(s->held, bytes_of(s), size_of(s));
    s->size -= s->from, s->from = 0;
    if (size > (size_t)(INT32_MAX - s->size))
        return cal_fail(err, CAL_FAILED, "%.100s: more than 2 GB at once", s->options.source.name);
    uint8_t *larger = cal_mem_grow(s->held, &s->capacity, s->size + (int)size + 1, 1);
    if (!larger) return cal_refuse_memory(err, "the outputs");
    s->held = larger;
    if (size) memcpy(larger + s->size, bytes, size);
    s->size += (int)size;
    return CAL_OK;
}

// ---- arrays

static const char *type_of(const cal_apply_stream *s) { return s->options.single ? "f4" : "f8"; }

static bool is_text(const cal_apply_stream *s) { return s->options.format == CAL_APPLY_CSV; }

// Checks the shape of an array against the calibrator.
static cal_status check_shape(const cal_apply_stream *s, cal_error *err) {
    const cal_array *a = &s->array;
    const cal_fitted *f = s->options.source.fitted;
    const char *name = s->options.source.name;
    const int width = cal_row_width(f), given = a->ndim == 2 ? a->dim[1] : 1;
    if (a->type[0] != 'f')
        return cal_fail(err, CAL_FAILED, "%.100s: outputs are floating-point numbers", name);
    if (a->ndim != 2 && !(a->ndim == 1 && width == 1))
        return cal_fail(err, CAL_FAILED, "%.100s: outputs are an array [samples, %d]", name, width);
    if (given != width)
        return cal_fail(err, CAL_FAILED,
                        "%.100s: rows have %d outputs, but the calibrator was fitted on rows of %d", name,
                        given, width);
    if (a->fortran)
        return cal_fail(err, CAL_FAILED,
                        "%.100s: its rows and columns are in Fortran order; save it after "
                        "numpy.ascontiguousarray",
                        name);
    if (s->options.source.intervals && !is_text(s))
        return cal_fail(err, CAL_USAGE, "%.100s: intervals are columns of a table: write a .csv", name);
    if (f->calibrator->top_only && !is_text(s))
        return cal_fail(err, CAL_USAGE,
                        "calibrator %s maps the confidence of the predicted class alone: write a .csv, with "
                        "the columns predicted and confidence",
                        f->calibrator->entry.id);
    return CAL_OK;
}

// Reads the groups of all rows of the array.
static cal_status read_groups(cal_apply_stream *s, cal_error *err) {
    const cal_file *file = &s->options.groups;
    const cal_fitted_groups *groups = s->options.source.fitted->groups;
    const size_t columns = (size_t)groups->columns;
    cal_arena arena = {0};
    cal_frame frame;
    bool fits;
    int *at = cal_arena_alloc(&arena, columns * sizeof *at);
    if (!file->bytes)
        return cal_arena_free(&arena), cal_fail(err, CAL_USAGE,
                                                "%.100s: the calibrator corrects groups of %.100s: give a "
                                                "table with these columns, or --groups for "
                                                "an array",
                                                s->options.source.name, groups->by);
    cal_status status = at ? cal_frame_read(&frame, &fits, &arena, file, CAL_FRAME_COLUMNS, err)
                           : cal_refuse_memory(err, "the groups");
    if (!status && !fits)
        status = cal_fail(err, CAL_FAILED, "%.100s: not a table of 1 to %d columns", file->name,
                          CAL_FRAME_COLUMNS);
    if (!status && frame.n != s->array.dim[0])
        status = cal_fail(err, CAL_FAILED, "%.100s: groups of %d rows, but %.100s has %d rows", file->name,
                          frame.n, s->options.source.name, s->array.dim[0]);
    if (!status) status = cal_apply_find_groups(at, groups, &frame, err);
    s->of = cal_arena_alloc(&s->arena, (size_t)s->array.dim[0] * columns * sizeof *s->of + 1);
    if (!status && !s->of) status = cal_refuse_memory(err, "the groups");
    s->table.group_at = at;
    for (int i = 0; !status && i < frame.n; i++)
        status = cal_apply_groups(s->of + (size_t)i * columns, s, &frame,
                                  frame.cell + (size_t)i * (size_t)frame.columns, frame.columns,
                                  frame.line[i], err);
    s->table.group_at = NULL;
    cal_arena_free(&arena);
    return status;
}

static void write_text_head(cal_text *out, const cal_row_source *s) {
    const cal_fitted *f = s->fitted;
    if (f->calibrator->top_only) {
        cal_text_add(out, "predicted,confidence\n");
        return;
    }
    const int width = cal_row_width(f);
    for (int j = 0; j < cal_row_results(s); j++)
        cal_text_add(out, "%sp_%d%s", j ? "," : "", j % width, cal_row_part(j / width));
    cal_text_add(out, "\n");
}

static cal_status write_head(cal_text *out, cal_apply_stream *s, cal_error *err) {
    const cal_array *a = &s->array;
    const uint64_t size = (uint64_t)a->count * (s->options.single ? 4 : 8) + HEAD_MAX;
    cal_text head = {0};
    if (is_text(s)) return write_text_head(out, &s->options.source), CAL_OK;
    if (s->options.format != CAL_APPLY_NPZ)
        return cal_npy_write_head(out, type_of(s), a->dim, a->ndim), CAL_OK;
    if (size > UINT32_MAX)
        return cal_fail(err, CAL_USAGE, "%.100s: an .npz has at most 4 GB; write an .npy",
                        s->options.source.name);
    cal_npy_write_head(&head, type_of(s), a->dim, a->ndim);
    cal_zip_begin(out, &s->zip, "probabilities.npy");
    if (!head.refused) cal_zip_add(out, &s->zip, head.data, (uint32_t)head.length);
    out->refused |= head.refused;
    cal_text_free(&head);
    return CAL_OK;
}

static void write_text(cal_text *out, const double *p, int n, int results) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < results; j++) {
            cal_text_add_number(out, p[(size_t)i * (size_t)results + (size_t)j]);
            cal_text_add(out, j + 1 < results ? "," : "\n");
        }
}

static void write_rows(cal_text *out, cal_apply_stream *s, double *p, int n) {
    const int results = cal_row_results(&s->options.source);
    const size_t count = (size_t)n * (size_t)results;
    size_t size = count * sizeof *p;
    if (is_text(s)) {
        write_text(out, p, n, results);
        return;
    }
    float *single = (float *)(void *)p; // in place: a float ends before the double that it is made of
    for (size_t i = 0; s->options.single && i < count; i++) {
        const float value = (float)p[i];
        memcpy(&single[i], &value, sizeof value);
    }
    if (s->options.single) size /= 2;
    if (s->options.format == CAL_APPLY_NPZ) cal_zip_add(out, &s->zip, p, (uint32_t)size);
    else cal_text_add_bytes(out, (const char *)p, size);
}

// Calibrates the next `n` rows, of which all bytes are held.
static cal_status take_rows(cal_text *out, cal_apply_stream *s, int n, cal_error *err) {
    cal_arena arena = {0};
    cal_row_source *source = &s->options.source;
    const bool narrow = source->fitted->task == CAL_TASK_CLASSES && !source->fitted->probabilities;
    const int width = cal_row_width(source->fitted);
    cal_array piece = s->array;
    float *z = NULL;
    double *wide = NULL, *p = NULL;
    source->of = s->of ? s->of + source->rows * cal_apply_group_columns(s) : NULL;
    piece.dim[0] = n, piece.count = (size_t)n * (size_t)width, piece.data = bytes_of(s);
    cal_status status = narrow ? cal_npy_floats(&z, &arena, &piece, source->name, err)
                               : cal_npy_doubles(&wide, &arena, &piece, source->name, err);
    if (!status)
        status = narrow ? cal_rows_calibrate_floats(&p, &arena, source, z, n, err)
                        : cal_rows_calibrate(&p, &arena, source, wide, n, err);
    if (!status) write_rows(out, s, p, n);
    cal_arena_free(&arena);
    s->from += (int)(piece.count * (size_t)(s->array.type[1] - '0'));
    s->left -= n;
    return status;
}

// Reads the header once all its bytes are there.
static cal_status take_head(cal_text *out, cal_apply_stream *s, bool last, cal_error *err) {
    const uint8_t *bytes = bytes_of(s);
    size_t begin, need = HEAD_MIN;
    if (size_of(s) >= HEAD_MIN) {
        const int start = bytes[6] == 1 ? 10 : 12;
        need = 0;
        for (int i = start; i-- > 8;) need = need << 8 | bytes[i];
        need += (size_t)start;
    }
    if (size_of(s) < need && !last && need < HEAD_MAX) return CAL_OK;
    const cal_file file = {s->options.source.name, bytes, size_of(s)};
    cal_status status = cal_npy_head(&s->array, &begin, &file, err);
    if (!status) status = check_shape(s, err);
    if (!status && s->options.source.fitted->groups) status = read_groups(s, err);
    if (status) return status;
    s->headed = true, s->from += (int)begin, s->left = s->array.dim[0];
    return write_head(out, s, err);
}

static cal_status take_array(cal_text *out, cal_apply_stream *s, bool last, cal_error *err) {
    cal_status status = s->headed ? CAL_OK : take_head(out, s, last, err);
    if (status || !s->headed) return status;
    const int width = cal_row_width(s->options.source.fitted), most = width < NUMBERS ? NUMBERS / width : 1;
    const size_t row = (size_t)width * (size_t)(s->array.type[1] - '0');
    while (!status && s->left) {
        const int64_t here = (int64_t)(size_of(s) / row), some = here < s->left ? here : s->left;
        if (!some || (some < most && some < s->left && !last)) break;
        status = take_rows(out, s, some < most ? (int)some : most, err);
    }
    if (status || !last) return status;
    if (s->left)
        return cal_fail(err, CAL_FAILED, "%.100s: ends after %.0f of %d rows", s->options.source.name,
                        (double)(s->array.dim[0] - s->left), s->array.dim[0]);
    if (size_of(s))
        return cal_fail(err, CAL_FAILED, "%.100s: goes on after its %d rows", s->options.source.name,
                        s->array.dim[0]);
    if (s->options.format == CAL_APPLY_NPZ) cal_zip_end(out, &s->zip);
    return CAL_OK;
}

// Reads an archive as a whole, and its outputs as an array.
static cal_status take_archive(cal_text *out, cal_apply_stream *s, bool last, cal_error *err) {
    if (!last) return CAL_OK;
    cal_file outputs = {s->options.source.name, bytes_of(s), size_of(s)}, none[5] = {{.name = NULL}};
    const cal_bundle_files files = {&outputs, &none[0], &none[1], &none[2], &none[3], &none[4], NULL, true};
    cal_arena arena = {0};
    cal_apply_stream inner;
    cal_apply_begin(&inner, &s->options);
    cal_status status = cal_bundle_open(&files, &arena, err);
    if (!status) inner.input = CAL_APPLY_ARRAY, status = hold(&inner, outputs.bytes, outputs.size, err);
    if (!status) status = take_array(out, &inner, true, err);
    s->table.unknown = inner.table.unknown, s->table.first_unknown = inner.table.first_unknown;
    cal_apply_end(&inner);
    cal_arena_free(&arena);
    return status;
}

// ---- tables

// Returns the bytes up to the end of the last whole line; a line feed in quotes does not end one.
static size_t whole_lines(const cal_apply_stream *s) {
    const uint8_t *bytes = bytes_of(s);
    const bool lines = size_of(s) && *bytes == '{'; // JSON lines: no text has a line feed
    const bool quotes = !lines && (!s->table.begun || s->table.separator != '\t');
    bool quoted = false;
    size_t whole = 0;
    for (size_t i = 0; i < size_of(s); i++) {
        if (bytes[i] == '"' && quotes) quoted = !quoted;
        if (bytes[i] == '\n' && !quoted) whole = i + 1;
    }
    return whole;
}

static cal_status take_table(cal_text *out, cal_apply_stream *s, bool last, cal_error *err) {
    if (size_of(s) < PIECE && !last) return CAL_OK;
    const size_t size = last ? size_of(s) : whole_lines(s);
    if (!size && !last) return CAL_OK;
    cal_file piece = {s->options.source.name, bytes_of(s), size};
    const cal_status status = cal_apply_table(out, s, &piece, err);
    s->from += (int)size;
    return status;
}

static cal_apply_input input_of(const cal_apply_stream *s, bool last) {
    const uint8_t *bytes = bytes_of(s);
    if (size_of(s) < 6 && !last) return CAL_APPLY_UNKNOWN;
    if (size_of(s) >= 6 && memcmp(bytes, "\x93NUMPY", 6) == 0) return CAL_APPLY_ARRAY;
    if (size_of(s) >= 4 && (memcmp(bytes, "PK\x03\x04", 4) == 0 || bytes[0] == 0x80))
        return CAL_APPLY_ARCHIVE;
    return CAL_APPLY_TABLE;
}

cal_status cal_apply_take(cal_text *out, cal_apply_stream *s, const void *bytes, size_t size, bool last,
                          cal_error *err) {
    cal_status status = hold(s, bytes, size, err);
    if (status) return status;
    if (!s->input) s->input = input_of(s, last);
    if (s->options.groups.bytes && s->input == CAL_APPLY_TABLE)
        return cal_fail(err, CAL_USAGE,
                        "%.100s: a table has its groups in its columns; --groups goes with arrays",
                        s->options.source.name);
    if (s->options.groups.bytes && !s->options.source.fitted->groups)
        return cal_fail(err, CAL_USAGE, "%.100s: the calibrator corrects no groups", s->options.groups.name);
    switch (s->input) {
    case CAL_APPLY_UNKNOWN: break;
    case CAL_APPLY_ARRAY: status = take_array(out, s, last, err); break;
    case CAL_APPLY_ARCHIVE: status = take_archive(out, s, last, err); break;
    case CAL_APPLY_TABLE: status = take_table(out, s, last, err); break;
    }
    return !status && out->refused ? cal_refuse_memory(err, "the calibrated outputs") : status;
}
