#include "run/tables/frame/spreadsheet.h"
#include "run/tables/format/format.h"
#include "base/slice.h"
#include <string.h>

enum { FIRST_LINES = 12 };

typedef struct line {
    const char *at, *end; // without its end of line
    int fields, filled;
    bool first; // its first field is filled
} line;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Returns the end of a line that begins at `at`; line breaks within quotes do not end it.
static const char *end_of(const char *at, const char *end) {
    bool quoted = false;
    for (; at < end && (quoted || *at != '\n'); at++) quoted ^= *at == '"';
    return at;
}

static line line_at(const char *at, const char *end, char separator) {
    line out = {.at = at, .end = end_of(at, end), .fields = 1};
    bool quoted = false, filled = false;
    for (; at < out.end; at++) {
        quoted ^= *at == '"';
        if (*at == separator && !quoted) out.fields++, filled = false;
        else if (!filled && !is_blank(*at) && *at != '"') {
            filled = true, out.filled++;
            out.first |= out.fields == 1;
        }
    }
    return out;
}

// Returns the separator that most of the first lines have; 0: none, or JSON. The comma loses a tie, since it
// may be a decimal one.
static char separator_of(const char *at, const char *end) {
    static const char known[] = "\t;,";
    int lines[sizeof known] = {0}, best = 0;
    while (at < end && (is_blank(*at) || *at == '\n')) at++;
    if (at < end && (*at == '{' || *at == '[')) return 0;
    for (int i = 0; i < FIRST_LINES && at < end; i++) {
        for (int s = 0; known[s]; s++) lines[s] += line_at(at, end, known[s]).fields > 1;
        at = end_of(at, end);
        at += at < end;
    }
    for (int s = 1; known[s]; s++)
        if (lines[s] > lines[best]) best = s;
    return lines[best] ? known[best] : 0;
}

// Counts the lines above the names of columns that have text in their first field only.
static int titles_of(const char *at, const char *end, char separator) {
    int count = 0;
    if (end - at > 4 && !memcmp(at, "sep=", 4)) return 0; // Excel's line that sets the separator
    for (int i = 0; i < FIRST_LINES && at < end; i++) {
        const line l = line_at(at, end, separator);
        if (l.filled > 1) return count;
        if (l.filled == 1 && !l.first) return 0;
        if (l.filled) count = i + 1;
        at = l.end + (l.end < end);
    }
    return 0;
}

// Returns true if a line names columns: none of its fields is a number.
static bool is_names(const line *l, char separator) {
    cal_slice rest = {l->at, (int)(l->end - l->at)};
    double value;
    while (rest.at) {
        cal_slice field = cal_slice_cut(&rest, separator);
        while (field.length && (is_blank(*field.at) || *field.at == '"')) field.at++, field.length--;
        while (field.length && (is_blank(field.at[field.length - 1]) || field.at[field.length - 1] == '"'))
            field.length--;
        if (cal_number_parse(&value, field)) return false;
    }
    return true;
}

// Returns true if two lines are the same.
static bool is_repeated(const line *a, const line *b) {
    return a->at && a->end - a->at == b->end - b->at && !memcmp(a->at, b->at, (size_t)(a->end - a->at));
}

// Copies a line with formulas of texts replaced by the texts: ="0.5", and "=""0.5""" in quotes.
static char *put_line(char *to, const line *l, char separator) {
    bool quoted = false, start = true;
    for (const char *at = l->at; at < l->end; at++) {
        if (start && !quoted && l->end - at > 2 && at[0] == '=' && at[1] == '"') at++;
        else if (start && !quoted && l->end - at > 6 && !memcmp(at, "\"=\"\"", 4)) {
            const char *stop = at + 4;
            while (stop < l->end && *stop != '"' && *stop != '\n') stop++;
            if (l->end - stop >= 3 && !memcmp(stop, "\"\"\"", 3)) {
                *to++ = '"';
                memcpy(to, at + 4, (size_t)(stop - at - 4));
                to += stop - at - 4;
                *to++ = '"';
                at = stop + 2;
                continue;
            }
        }
        quoted ^= *at == '"';
        start = (start && is_blank(*at)) || (*at == separator && !quoted);
        *to++ = *at;
    }
    return to;
}

static cal_text_format *const FORMATS[] = {
#define CAL_ENTRY(symbol) symbol,
#include "format.inc"
#undef CAL_ENTRY
};

cal_status cal_table_text(cal_file *out, cal_arena *arena, const cal_file *file, cal_notes *notes,
                          cal_error *err) {
    cal_status status = cal_file_utf8(out, arena, file, err);
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS && !status; i++)
        status = FORMATS[i](out, arena, notes, err);
    if (status || !out->size) return status;
    const char *at = (const char *)out->bytes, *end = at + out->size;
    if (out->size >= 3 && !memcmp(at, "\xef\xbb\xbf", 3)) at += 3;
    const char separator = memchr(at, 0, (size_t)(end - at)) ? 0 : separator_of(at, end);
    if (!separator) return CAL_OK;
    const int titles = titles_of(at, end, separator);
    int empty = 0, number = 0, repeated = 0;
    line names = {.at = NULL};
    const char *formula = memchr(at, '=', (size_t)(end - at));
    while (formula && end - formula > 1 && formula[1] != '"')
        formula = memchr(formula + 1, '=', (size_t)(end - formula - 1));
    for (const char *c = at; c < end;) {
        const line l = line_at(c, end, separator);
        empty += l.fields > 1 && !l.filled;
        repeated += names.at && is_repeated(&names, &l);
        if (number++ == titles && l.fields > 1 && is_names(&l, separator)) names = l;
        c = l.end + (l.end < end);
    }
    number = 0;
    if (!titles && !empty && !repeated && !(formula && end - formula > 1)) return CAL_OK;
    char *text = cal_arena_alloc(arena, out->size + 1), *to = text;
    if (!text) return cal_refuse_memory(err, "%s: its text", file->name);
    while (at < end) {
        const line l = line_at(at, end, separator);
        const bool again = l.at != names.at && is_repeated(&names, &l);
        if (number++ >= titles && l.filled && !again) to = put_line(to, &l, separator);
        for (const char *c = l.at; c < l.end; c++) // lines within quotes count, too
            if (*c == '\n' && (number <= titles || !l.filled)) *to++ = '\n';
        if (l.end < end) *to++ = '\n';
        at = l.end + (l.end < end);
    }
    out->bytes = (const uint8_t *)text, out->size = (size_t)(to - text);
    if (repeated)
        CAL_NOTE(notes,
                 "%.200s: the names of the columns are repeated, and these lines are skipped, %d of them",
                 file->name, repeated);
    if (titles) CAL_NOTE(notes, "%.200s: the title above the names of the columns is skipped", file->name);
    if (empty) CAL_NOTE(notes, "%.200s: lines without any value are skipped, %d of them", file->name, empty);
    return CAL_OK;
}
