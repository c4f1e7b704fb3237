#include "run/link/link.h"
#include <string.h>

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
        return cal_fail(err, CAL_USAGE, "link: %zu characters are too many; at most %d are allowed", length,
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
                return cal_fail(err, CAL_USAGE, "link: character %zu, '%c', is not allowed in a link", at + 1,
                                c);
            return cal_fail(err, CAL_USAGE, "link: character %zu (byte 0x%02x) is not allowed in a link",
                            at + 1, (unsigned)(unsigned char)c);
        }
        out[count++] = c;
    }
    *decoded = (cal_slice){out, count};
    return CAL_OK;
}

void cal_link_skip_address(const char **link, size_t *length) {
    static const char *const schemes[] = {"http://", "https://"};
    for (int i = 0; i < 2; i++) {
        size_t size = strlen(schemes[i]);
        const char *hash =
            *length > size && !memcmp(*link, schemes[i], size) ? memchr(*link, '#', *length) : NULL;
        if (!hash) continue;
        *length -= (size_t)(hash - *link);
        *link = hash;
    }
    if (*length && (**link == '#' || **link == '?')) ++*link, --*length;
}
