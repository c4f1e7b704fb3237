#include "base/untrusted.h"
#include <stdint.h>
#include <string.h>
#include "base/utf8.h"

void cal_text_add_printable(cal_text *out, const char *text, size_t length, const char *kept) {
    size_t from = 0; // start of the characters to copy
    for (size_t i = 0; i < length;) {
        const int bytes = cal_utf8_length(text + i, length - i);
        const bool stays = cal_utf8_printable(text + i, length - i) || (text[i] && strchr(kept, text[i]));
        const size_t next = i + (size_t)(bytes ? bytes : 1);
        if (!stays) {
            cal_text_add_bytes(out, text + from, i - from);
            cal_text_add_bytes(out, "?", 1);
            from = next;
        }
        i = next;
    }
    cal_text_add_bytes(out, text + from, length - from);
}

// Reads four hexadecimal digits; -1 for anything else.
static int32_t hex_of(const char *at, const char *end) {
    int32_t value = 0;
    if (end - at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = at[i] ? strchr(digits, at[i] >= 'A' && at[i] <= 'F' ? at[i] + 32 : at[i]) : NULL;
        if (!digit) return -1;
        value = value * 16 + (int32_t)(digit - digits);
    }
    return value;
}

static char *put_utf8(char *to, int32_t code) {
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const int first[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(first[more] | code >> (6 * more));
    for (int i = more - 1; i >= 0; i--) *to++ = (char)(0x80 | (code >> (6 * i) & 0x3f));
    return to;
}

// Returns the character of the escape whose backslash precedes `at`, or -1 for an unknown escape. *next
// is the first byte after it.
static int32_t escaped(const char **next, const char *at, const char *end) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (at == end || !*at) return -1;
    const char *letter = strchr(letters, *at);
    if (letter) return *next = at + 1, meant[letter - letters];
    int32_t code = *at == 'u' ? hex_of(at + 1, end) : -1;
    *next = at + 5;
    if (code < 0xd800 || code > 0xdfff) return code;
    if (code > 0xdbff || end - at < 11 || at[5] != '\\' || at[6] != 'u') return -1;
    const int32_t low = hex_of(at + 7, end);
    *next = at + 11;
    return low < 0xdc00 || low > 0xdfff ? -1 : 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
}

bool cal_json_unescape(cal_slice *out, cal_arena *arena, cal_slice quoted) {
    const char *at = quoted.at, *end = at + quoted.length;
    char *text = cal_arena_alloc(arena, (size_t)quoted.length + 1), *to = text; // decoding never lengthens
    if (!text) return false;
    while (at < end) {
        if (*at == '\\') {
            const int32_t code = escaped(&at, at + 1, end);
            if (code <= 0) return false;
            to = put_utf8(to, code);
            continue;
        }
        const int bytes = cal_utf8_length(at, (size_t)(end - at));
        if (!bytes || (unsigned char)*at < 0x20) return false;
        memcpy(to, at, (size_t)bytes);
        to += bytes, at += bytes;
    }
    *out = (cal_slice){text, (int)(to - text)};
    return true;
}
