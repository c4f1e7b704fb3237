#include "base/slice.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool cal_slice_is(cal_slice slice, const char *text) {
    return strlen(text) == (size_t)slice.length && memcmp(text, slice.at, (size_t)slice.length) == 0;
}

bool cal_slice_same(cal_slice a, cal_slice b) {
    return a.length == b.length && (!a.length || memcmp(a.at, b.at, (size_t)a.length) == 0);
}

int cal_slice_order(cal_slice a, cal_slice b) {
    const int length = a.length < b.length ? a.length : b.length;
    const int order = length ? memcmp(a.at, b.at, (size_t)length) : 0;
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

int cal_field_text(char *out, cal_slice field) {
    int length = 0;
    for (int i = 0; i < field.length; i++) {
        const char c = out[length++] = field.at[i];
        if (c == '"' && i + 1 < field.length && field.at[i + 1] == '"') i++;
    }
    return length;
}

bool cal_slice_is_field(cal_slice field, cal_slice text) {
    int at = 0;
    if (cal_slice_same(field, text)) return true;
    for (int i = 0; i < field.length; i++) {
        if (at == text.length || field.at[i] != text.at[at++]) return false;
        if (field.at[i] == '"' && i + 1 < field.length && field.at[i + 1] == '"') i++;
    }
    return at == text.length;
}

cal_slice cal_slice_cut(cal_slice *rest, char separator) {
    cal_slice head = *rest;
    const char *found = memchr(rest->at, separator, (size_t)rest->length);
    if (found) {
        head.length = (int)(found - rest->at);
        *rest = (cal_slice){found + 1, rest->length - head.length - 1};
    } else *rest = (cal_slice){NULL, 0};
    return head;
}

cal_slice cal_slice_line(const char **at, const char *end) {
    const char *const start = *at, *stop = memchr(start, '\n', (size_t)(end - start));
    *at = stop ? stop + 1 : end;
    if (!stop) stop = end;
    while (stop > start && (stop[-1] == '\r' || stop[-1] == ' ')) stop--;
    return (cal_slice){start, stop - start < INT_MAX ? (int)(stop - start) : INT_MAX};
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool cal_number_parse(double *out, cal_slice text) {
    char copy[41];
    if (text.length < 1 || text.length > 40) return false;
    memcpy(copy, text.at, (size_t)text.length);
    copy[text.length] = 0;
    // strtod reads more than decimals (hexadecimal, inf, nan, blanks), so the shape is checked first.
    const char *c = copy;
    int digits = 0;
    if (*c == '-') c++;
    for (; is_digit(*c); c++) digits++;
    if (*c == '.')
        for (c++; is_digit(*c); c++) digits++;
    if (!digits) return false;
    if (*c == 'e' || *c == 'E') {
        c++;
        if (*c == '-' || *c == '+') c++;
        if (!is_digit(*c)) return false;
        while (is_digit(*c)) c++;
    }
    if (*c) return false;
    double value = strtod(copy, NULL);
    if (!(value - value == 0)) return false; // 1e999
    *out = value + 0.0;                      // -0 and 0 are one value, so one canonical link
    return true;
}
