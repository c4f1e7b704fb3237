// Errors as one printable sentence.
#include "base/status.h"
#include "base/utf8.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static cal_status fail(cal_error *err, cal_status status, const char *format, va_list args) {
    if (!err) return status;
    char raw[sizeof err->text]; // separate, because err->text may itself be an argument
    int wanted = vsnprintf(raw, sizeof raw, format, args);
    if (wanted < 0) raw[0] = 0;
    size_t length = strlen(raw), out = 0;
    bool cut = wanted >= (int)sizeof raw;
    if (cut) length -= 3; // room for the dots
    for (size_t i = 0; i < length;) {
        int bytes = cal_utf8_length(raw + i, length - i);
        if (bytes == 0 && cut && length - i < 4) break; // the cut split a character
        if (cal_utf8_printable(raw + i, length - i))
            memmove(err->text + out, raw + i, (size_t)bytes), out += (size_t)bytes;
        else err->text[out++] = '?';
        i += bytes > 0 ? (size_t)bytes : 1;
    }
    if (cut) memcpy(err->text + out, "...", 3), out += 3;
    err->text[out] = 0;
    err->status = status;
    return status;
}

cal_status cal_fail(cal_error *err, cal_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail(err, status, format, args);
    va_end(args);
    return status;
}

cal_status cal_refuse_memory(cal_error *err, const char *format, ...) {
    char sentence[sizeof err->text];
    const char *colon = strstr(format, ": "), *what = colon ? colon + 2 : format;
    snprintf(sentence, sizeof sentence, "%.*smemory for %s was refused", (int)(what - format), format, what);
    va_list args;
    va_start(args, format);
    fail(err, CAL_MEMORY, sentence, args);
    va_end(args);
    return CAL_MEMORY;
}
