#include "run/tables/frame/frame.h"
#include <string.h>

// Returns true if the comma in a quoted number is surely a decimal one: 0,234 or 1,23. In 1,234 it may
// separate thousands.
static bool is_decimal(cal_slice cell) {
    const cal_slice whole = cal_slice_cut(&cell, ',');
    return cell.length != 3 || !whole.length || cal_slice_is(whole, "0") || cal_slice_is(whole, "-0");
}

bool cal_frame_number(double *out, bool *percent, const cal_frame *f, cal_slice cell) {
    enum { ROOM = 48, EXPONENT = 3 };
    char plain[ROOM];
    int commas = 0;
    *percent = cell.length > 0 && cell.at[cell.length - 1] == '%';
    if (*percent) cell.length--;
    while (*percent && cell.length && cell.at[cell.length - 1] == ' ') cell.length--;
    const bool comma =
        cell.length > 0 && memchr(cell.at, ',', (size_t)cell.length) && (f->commas || is_decimal(cell));
    if (!comma && !*percent) return cal_number_parse(out, cell);
    if (cell.length < 1 || cell.length >= ROOM - EXPONENT) return false;
    for (int i = 0; i < cell.length; i++) {
        commas += comma && cell.at[i] == ',';
        plain[i] = comma && cell.at[i] == ',' ? '.' : cell.at[i];
    }
    cell.at = plain;
    // As 12.5e-2: the nearest double to a hundredth, which a division would sometimes miss.
    const bool shifted =
        *percent && !memchr(plain, 'e', (size_t)cell.length) && !memchr(plain, 'E', (size_t)cell.length);
    if (shifted) memcpy(plain + cell.length, "e-2", EXPONENT), cell.length += EXPONENT;
    if (commas > 1 || !cal_number_parse(out, cell)) return false;
    if (*percent && !shifted) *out /= 100;
    return true;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Returns the first byte that is not blank; 0: none.
static char first_of(const cal_file *file) {
    const char *at = (const char *)file->bytes, *end = at + file->size;
    if (file->size >= 3 && !memcmp(at, "\xef\xbb\xbf", 3)) at += 3;
    while (at < end && is_blank(*at)) at++;
    return at < end ? *at : 0;
}

// Returns what a zip archive is by the name of its first file; null: not an archive.
static const char *archive_of(const cal_file *file) {
    enum { HEADER = 30, LENGTH_AT = 26 }; // size of a file's header, and the offset of its name's length
    static const struct {
        const char *end, *what;
    } known[] = {
        {"/data.pkl", "a file of torch.save, not a table: give outputs in it with --logits and labels with "
                      "--labels; a network's weights go to calib evaluate"},
        {".npy", "an archive of NumPy, not a table: give it with --logits"},
    };
    if (file->size < 4 || memcmp(file->bytes, "PK\x03\x04", 4) != 0) return NULL;
    const size_t name =
        file->size < HEADER ? 0 : file->bytes[LENGTH_AT] | (size_t)file->bytes[LENGTH_AT + 1] << 8;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const size_t length = strlen(known[i].end);
        if (name >= length && HEADER + name <= file->size &&
            !memcmp(file->bytes + HEADER + name - length, known[i].end, length))
            return known[i].what;
    }
    return "an archive or an Excel workbook: save the sheet as CSV";
}

static cal_status refuse_formats(const cal_file *file, cal_error *err) {
    static const struct {
        const char *start;
        int length;
        const char *what;
    } other[] = {
        {"PAR1", 4,
         "a Parquet file: save it as CSV, in Python with pandas.read_parquet(...).to_csv(..., index=False)"},
        {"\x80", 1,
         "a pickle of Python, which may run code when it is opened: save the table as CSV, with to_csv"},
        {"\xff\xfe", 2, "text in UTF-16: save it as CSV in UTF-8"},
        {"\xfe\xff", 2, "text in UTF-16: save it as CSV in UTF-8"},
        {"\xd0\xcf\x11\xe0", 4, "an old Excel workbook: save the sheet as CSV"},
        {"\x1f\x8b", 2,
         "compressed with gzip: unpack it; if R made it with saveRDS, save the table with write.csv"},
        {"RDX", 3, "a file of R: save the table with write.csv"},
        {"X\n", 2, "a file of R: save the table with write.csv"},
        {"$FL2", 4, "a file of SPSS: save the table as CSV"},
        {"<stata_dta>", 11, "a file of Stata: save the table as CSV, with export delimited"},
        {"\x89HDF", 4, "an HDF5 file: save the table as CSV"},
        {"\x93NUMPY", 6,
         "a NumPy array, not a table: give its outputs with --logits and the labels with --labels"},
        {"\x89PNG", 4, "a picture: give the table or the arrays of outputs and labels"},
        {"\xff\xd8\xff", 3, "a picture: give the table or the arrays of outputs and labels"},
        {"%PDF", 4, "a PDF document: save the table in it as CSV"},
        {"<!DOC", 5, "a page of the web: download the table itself, as CSV"},
        {"<html", 5, "a page of the web: download the table itself, as CSV"},
    };
    const char *archive = archive_of(file);
    if (archive) return cal_fail(err, CAL_FAILED, "%s: this is %s", file->name, archive);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (file->size >= (size_t)other[i].length &&
            !memcmp(file->bytes, other[i].start, (size_t)other[i].length))
            return cal_fail(err, CAL_FAILED, "%s: this is %s", file->name, other[i].what);
    enum { START = 4096 };
    for (size_t i = 0; i < file->size && i < START; i++)
        if (file->bytes[i] < '\t' || (file->bytes[i] > '\r' && file->bytes[i] < ' '))
            return cal_fail(
                err, CAL_FAILED,
                "%s: this is not a text file: give a table (CSV, TSV or JSON lines, such as pandas' "
                "to_csv writes) or arrays (.npy, such as numpy.save writes)",
                file->name);
    return CAL_OK;
}

// Skips Excel's first line, which sets the separator: sep=;
static void skip_sep(cal_rows *rows) {
    if (rows->end - rows->at < 5 || memcmp(rows->at, "sep=", 4) != 0) return;
    const char separator = rows->at[4], *at = rows->at;
    while (at < rows->end && *at != '\n') at++;
    if (at - rows->at > 6 || at == rows->end) return;
    rows->at = at + 1, rows->next++, rows->separator = separator;
}

cal_rows cal_frame_rows(const cal_file *file) {
    cal_rows rows = cal_rows_open(file);
    skip_sep(&rows);
    cal_rows_try_spaces(&rows);
    return rows;
}

// Returns true if the first row names the columns: none of its fields is a number.
static bool names(const cal_frame *f, const cal_slice *field, int count) {
    for (int i = 0; i < count; i++) {
        double value;
        bool percent;
        if (cal_frame_number(&value, &percent, f, field[i])) return false;
    }
    return true;
}

// Removes quotes around a word. In tables with tabs, quotes are text, but R's write.table adds them.
static cal_slice unquoted(cal_slice cell) {
    const bool quoted = cell.length > 1 && cell.at[0] == '"' && cell.at[cell.length - 1] == '"';
    return quoted ? (cal_slice){cell.at + 1, cell.length - 2} : cell;
}

// Writes a JSON text with the escapes of quotation marks, slashes and backslashes resolved.
static int json_text(char *out, cal_slice text) {
    int length = 0;
    for (int i = 0; i < text.length; i++) {
        const bool escaped = text.at[i] == '\\' && i + 1 < text.length &&
                             (text.at[i + 1] == '"' || text.at[i + 1] == '\\' || text.at[i + 1] == '/');
        out[length++] = text.at[i += escaped];
    }
    return length;
}

cal_slice cal_frame_text(cal_arena *arena, const cal_frame *f, cal_slice cell) {
    if (!cell.length || !memchr(cell.at, f->json ? '\\' : '"', (size_t)cell.length)) return cell;
    char *own = cal_arena_alloc(arena, (size_t)cell.length);
    if (!own) return (cal_slice){NULL, 0};
    return (cal_slice){own, f->json ? json_text(own, cell) : cal_field_text(own, cell)};
}

void cal_frame_show(cal_error *out, const cal_frame *f, cal_slice cell) {
    char own[2 * CAL_QUOTE_MAX]; // enough even if each byte is a doubled quotation mark
    cal_slice start = {cell.at, cell.length < (int)sizeof own ? cell.length : (int)sizeof own};
    start = (cal_slice){own, f->json ? json_text(own, start) : cal_field_text(own, start)};
    (void)cal_fail(out, CAL_OK, "%.*s", CAL_QUOTED(start));
}

// R's write.table gives the column of row names no name: each row has one field more than the first.
static void name_row_names(cal_frame *out, cal_rows rows) {
    cal_slice field[CAL_FRAME_COLUMNS + 1];
    cal_error ignored;
    int count = 0;
    if (!out->named || out->columns == CAL_FRAME_COLUMNS || (rows.separator != ' ' && rows.separator != '\t'))
        return;
    if (cal_rows_next(field, &count, CAL_FRAME_COLUMNS + 1, &rows, &ignored)) return;
    if (count != out->columns + 1 || !field[count - 1].length) return;
    memmove(out->head + 1, out->head, (size_t)out->columns++ * sizeof *out->head);
    out->head[0] = (cal_slice){"", 0};
}

void cal_frame_heads(cal_frame *out, const cal_file *file) {
    cal_rows rows = cal_rows_open(file);
    cal_error ignored;
    const char first = first_of(file);
    *out = (cal_frame){.name = file->name};
    skip_sep(&rows);
    if (first == '{' || first == '[' ||
        cal_rows_next(out->head, &out->columns, CAL_FRAME_COLUMNS + 1, &rows, &ignored))
        out->columns = 0;
    out->commas = rows.separator != ',';
    out->named = out->columns <= CAL_FRAME_COLUMNS && names(out, out->head, out->columns);
    if (!out->named) out->columns = 0;
}

cal_status cal_frame_read(cal_frame *out, bool *fits, cal_arena *arena, const cal_file *file, int most,
                          cal_error *err) {
    *out = (cal_frame){.name = file->name};
    *fits = true;
    cal_status status = refuse_formats(file, err);
    const char first = first_of(file);
    if (status) return status;
    if (first == '{' || first == '[') return cal_frame_read_json(out, fits, arena, file, err);
    cal_slice field[CAL_FRAME_COLUMNS + 1];
    cal_rows rows = cal_frame_rows(file);
    int lines = 0, count = 0;
    status = cal_rows_bound(&lines, file, err);
    if (!status) status = cal_rows_next(field, &count, CAL_FRAME_COLUMNS + 1, &rows, err);
    // A table of more columns is not read here, which is not an error.
    if (count > most) return *fits = false, CAL_OK;
    if (status || !count) return *fits = false, status;
    out->commas = rows.separator != ',';
    out->columns = count;
    for (int c = 0; c < count && rows.separator == '\t'; c++) field[c] = unquoted(field[c]);
    out->named = names(out, field, count);
    if (out->named) memcpy(out->head, field, (size_t)count * sizeof *field);
    name_row_names(out, rows);
    out->fields = out->columns, out->head_line = rows.line;
    // A field has at least one byte, so that hostile files get memory only in proportion to their size.
    const size_t width = (size_t)out->columns, rows_most = file->size / width + 2,
                 room = (size_t)lines < rows_most ? (size_t)lines : rows_most;
    out->cell = cal_arena_alloc(arena, (room + 1) * width * sizeof *out->cell);
    out->line = cal_arena_alloc(arena, (room + 1) * sizeof *out->line);
    if (arena->refused) return cal_refuse_memory(err, "%s: %d lines", file->name, lines);
    for (bool given = !out->named; !status; given = false) {
        if (!given) status = cal_rows_next(field, &count, CAL_FRAME_COLUMNS + 1, &rows, err);
        if (status || !count) break;
        if ((size_t)out->n >= room) { // rows of fewer fields than the first
            *fits = false;
            return CAL_OK;
        }
        for (int c = 0; c < out->columns; c++)
            out->cell[(size_t)out->n * width + (size_t)c] = c >= count               ? (cal_slice){"", 0}
                                                            : rows.separator == '\t' ? unquoted(field[c])
                                                                                     : field[c];
        for (int c = out->columns; c < count; c++)
            if (field[c].length)
                return cal_fail(err, CAL_FAILED, "%s: line %d: %d columns, but the first line has %d",
                                out->name, rows.line, count, out->columns);
        if (count < out->columns && !out->short_line) out->short_line = rows.line, out->short_fields = count;
        out->line[out->n++] = rows.line;
    }
    return status;
}
