#include "run/files/csv_parts.h"
#include <string.h>

enum { WIDEST = 1024 };

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

cal_csv cal_csv_open(const cal_file *file) {
    const char *start = (const char *)file->bytes, *end = start + file->size;
    if (file->size >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0) start += 3;
    return (cal_csv){file->name, start, end, 1};
}

bool cal_csv_field(cal_slice *field, bool *last, cal_csv *t) {
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

bool cal_csv_empty_line(cal_csv *t) {
    const char *at = t->at;
    while (at < t->end && (is_blank(*at) || *at == '\r')) at++;
    if (at < t->end && *at != '\n') return false;
    t->at = at < t->end ? at + 1 : at;
    return true;
}

cal_status cal_csv_bad_quotes(const cal_csv *t, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: line %d: a quote is not closed, or does not end its field", t->name,
                    t->line);
}

cal_status cal_csv_lines(int *lines, const cal_csv *t, cal_error *err) {
    size_t count = 1;
    for (const char *at = t->at; at < t->end; at++) count += *at == '\n';
    if (count > INT32_MAX - 1)
        return cal_fail(err, CAL_FAILED, "%s: more lines than there can be samples", t->name);
    *lines = (int)count;
    return CAL_OK;
}
