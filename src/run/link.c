#include "run/link.h"
#include <stdlib.h>
#include <string.h>

bool cal_slice_is(cal_slice slice, const char *text) {
    return strlen(text) == (size_t)slice.length && memcmp(text, slice.at, (size_t)slice.length) == 0;
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

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool cal_link_character(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("-._~:,/=&()+", c));
}

static int hex_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

cal_status cal_link_decode(char *out, cal_slice *decoded, const char *link, size_t length, cal_error *err) {
    if (length > CAL_LINK_MAX)
        return cal_fail(err, CAL_USAGE, "link: %zu characters are more than the %d that are read", length,
                        CAL_LINK_MAX);
    int count = 0;
    for (size_t i = 0; i < length; i++) {
        char c = link[i];
        size_t at = i;
        if (c == '%') {
            int high = i + 2 < length ? hex_value(link[i + 1]) : -1;
            int low = i + 2 < length ? hex_value(link[i + 2]) : -1;
            if (high < 0 || low < 0)
                return cal_fail(err, CAL_USAGE,
                                "link: character %zu is '%%' without two hexadecimal digits after it",
                                at + 1);
            c = (char)(high * 16 + low);
            i += 2;
        }
        if (!cal_link_character(c)) {
            if (c > ' ' && c < 127)
                return cal_fail(err, CAL_USAGE, "link: character %zu is '%c', which no link contains", at + 1,
                                c);
            return cal_fail(err, CAL_USAGE, "link: character %zu (byte 0x%02x) is one that no link contains",
                            at + 1, (unsigned)(unsigned char)c);
        }
        out[count++] = c;
    }
    *decoded = (cal_slice){out, count};
    return CAL_OK;
}

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
