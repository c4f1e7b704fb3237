// A growable text, and JSON (RFC 8259) written to it.
#include "base/text.h"
#include "base/memory.h"
#include "base/utf8.h"
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(cal_text *text, size_t more) {
    if (text->refused || more >= (size_t)(INT_MAX - text->length)) return text->refused = true, false;
    char *data = cal_mem_grow(text->data, &text->capacity, text->length + (int)more + 1, 1);
    if (!data) return text->refused = true, false;
    text->data = data;
    return true;
}

void cal_text_reserve(cal_text *text, size_t length) {
    if (text->refused || (text->data && length < (size_t)text->capacity)) return;
    char *data = length < INT_MAX ? cal_mem_alloc(length + 1) : NULL;
    if (!data) {
        text->refused = true;
        return;
    }
    if (text->data) memcpy(data, text->data, (size_t)text->length + 1);
    cal_mem_free(text->data);
    text->data = data;
    text->capacity = (int)length + 1;
}

void cal_text_add_bytes(cal_text *text, const char *bytes, size_t length) {
    if (!reserve(text, length)) return;
    if (length) memcpy(text->data + text->length, bytes, length);
    text->length += (int)length;
    text->data[text->length] = 0;
}

static void add(cal_text *text, const char *plain) { cal_text_add_bytes(text, plain, strlen(plain)); }

void cal_text_add(cal_text *text, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0) text->refused = true;
    else if (reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += length;
    }
    va_end(again);
}

// The C library's conversions are correctly rounded in both glibc and musl. Up to 15 digits survive a normal
// double. So if 15 digits read back they are the shortest text once %g has dropped the zeros; else 16 or 17
// are. Subnormals carry fewer digits, so all lengths are tried. Exponents lose their sign and zero ("1e-5",
// "1e20"), which keeps '+' out of links.
void cal_text_add_number(cal_text *text, double value) {
    if (value != value) return add(text, "nan");
    if (value - value != 0) return add(text, value > 0 ? "inf" : "-inf");
    char digits[40];
    int least = value > -0x1p-1022 && value < 0x1p-1022 ? 1 : 15;
    for (int precision = least; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    char *exponent = strchr(digits, 'e');
    if (exponent) {
        char *from = exponent + 1, *to = exponent + 1;
        if (*from == '-') *to++ = *from++;
        while (*from == '+' || *from == '0') from++;
        memmove(to, from, strlen(from) + 1);
    }
    add(text, digits);
}

void cal_text_free(cal_text *text) {
    cal_mem_free(text->data);
    *text = (cal_text){0};
}

// Adds the comma that separates a value or key from the one before on its level.
static void separate(cal_text *json) {
    if (json->after_key) {
        json->after_key = false;
        return;
    }
    uint64_t level = (uint64_t)1 << json->depth;
    if (json->comma & level) add(json, ",");
    json->comma |= level;
}

void cal_json_open(cal_text *json, char bracket) {
    assert(bracket == '{' || bracket == '[');
    assert(json->depth < 63);
    separate(json);
    cal_text_add_bytes(json, &bracket, 1);
    json->depth++;
    json->comma &= ~((uint64_t)1 << json->depth);
}

void cal_json_close(cal_text *json, char bracket) {
    assert(bracket == '}' || bracket == ']');
    assert(json->depth > 0 && !json->after_key);
    json->depth--;
    cal_text_add_bytes(json, &bracket, 1);
}

static void add_quoted(cal_text *json, const char *value) {
    size_t left = strlen(value);
    add(json, "\"");
    while (left) {
        int bytes = cal_utf8_length(value, left);
        unsigned char c = (unsigned char)*value;
        if (bytes == 0) add(json, "\xef\xbf\xbd"); // U+FFFD
        else if (c == '"' || c == '\\') cal_text_add(json, "\\%c", c);
        else if (c == '\n') add(json, "\\n");
        else if (!cal_utf8_printable(value, left)) // the second of two bytes is the code point
            cal_text_add(json, "\\u%04x", (unsigned char)value[bytes - 1]);
        else cal_text_add_bytes(json, value, (size_t)bytes);
        size_t step = bytes ? (size_t)bytes : 1;
        value += step;
        left -= step;
    }
    add(json, "\"");
}

void cal_json_key(cal_text *json, const char *key) {
    assert(!json->after_key);
    separate(json);
    add_quoted(json, key);
    add(json, ":");
    json->after_key = true;
}

void cal_json_string(cal_text *json, const char *value) {
    separate(json);
    if (value) add_quoted(json, value);
    else add(json, "null");
}

void cal_json_number(cal_text *json, double value) {
    separate(json);
    if (value - value == 0) cal_text_add_number(json, value);
    else add(json, "null");
}

void cal_json_integer(cal_text *json, int64_t value) {
    separate(json);
    cal_text_add(json, "%lld", (long long)value);
}

void cal_json_bool(cal_text *json, bool value) {
    separate(json);
    add(json, value ? "true" : "false");
}

void cal_json_numbers(cal_text *json, const double *values, int count) {
    cal_json_open(json, '[');
    for (int i = 0; i < count; i++) cal_json_number(json, values[i]);
    cal_json_close(json, ']');
}

void cal_json_written(cal_text *json, const char *value) {
    separate(json);
    add(json, value);
}

void cal_json_member_string(cal_text *json, const char *key, const char *value) {
    cal_json_key(json, key);
    cal_json_string(json, value);
}

void cal_json_member_number(cal_text *json, const char *key, double value) {
    cal_json_key(json, key);
    cal_json_number(json, value);
}

void cal_json_member_integer(cal_text *json, const char *key, int64_t value) {
    cal_json_key(json, key);
    cal_json_integer(json, value);
}

void cal_json_member_bool(cal_text *json, const char *key, bool value) {
    cal_json_key(json, key);
    cal_json_bool(json, value);
}

void cal_json_member_numbers(cal_text *json, const char *key, const double *values, int count) {
    cal_json_key(json, key);
    cal_json_numbers(json, values, count);
}
