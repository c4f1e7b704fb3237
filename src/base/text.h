// A growable text with a JSON writer. Errors are sticky: check `refused` once at the end.
#ifndef CAL_BASE_TEXT_H
#define CAL_BASE_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cal_text {
    char *data; // zero-terminated once anything was added
    int length, capacity;
    bool refused;
    // JSON state: nesting depth, and one bit per level that says if a comma is due.
    int depth;
    uint64_t comma;
    bool after_key;
} cal_text;

void cal_text_add(cal_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cal_text_add_bytes(cal_text *text, const char *bytes, size_t length);
// Adds the shortest decimal that reads back as the same double; the same text in every build. NaN and
// infinities become `nan`, `inf`, `-inf`.
void cal_text_add_number(cal_text *text, double value);
// Reserves exactly `length` characters in all, so that memory use equals the plan.
void cal_text_reserve(cal_text *text, size_t length);
void cal_text_free(cal_text *text);

// JSON. Adds commas and quotes. NaN and infinities are written as null. Strings are escaped, control
// characters included, so that JSON on a terminal moves no cursor. Invalid UTF-8 becomes U+FFFD.
void cal_json_open(cal_text *json, char bracket);  // '{' or '['
void cal_json_close(cal_text *json, char bracket); // '}' or ']'
void cal_json_key(cal_text *json, const char *key);
void cal_json_string(cal_text *json, const char *value); // null writes null
void cal_json_number(cal_text *json, double value);
void cal_json_integer(cal_text *json, int64_t value);
void cal_json_bool(cal_text *json, bool value);
void cal_json_numbers(cal_text *json, const double *values, int count); // an array
void cal_json_written(cal_text *json, const char *value);               // adds a value that is already JSON
// A member of the open object: key and value.
void cal_json_member_string(cal_text *json, const char *key, const char *value);
void cal_json_member_number(cal_text *json, const char *key, double value);
void cal_json_member_integer(cal_text *json, const char *key, int64_t value);
void cal_json_member_bool(cal_text *json, const char *key, bool value);
void cal_json_member_numbers(cal_text *json, const char *key, const double *values, int count);

#endif
