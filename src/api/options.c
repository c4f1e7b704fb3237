// Turns field names in the library's error sentences into option names.
#include "api/options.h"
#include <stdbool.h>
#include <string.h>

// Returns the length of "inputs." or "def." if a field name follows it at `at`, else 0.
static size_t field_at(const char *text, size_t at) {
    static const char *const owners[] = {"inputs.", "def."};
    const bool inside = at && ((text[at - 1] >= 'a' && text[at - 1] <= 'z') || text[at - 1] == '_');
    for (int i = 0; i < 2 && !inside; i++) {
        const size_t length = strlen(owners[i]);
        const char next = strncmp(text + at, owners[i], length) == 0 ? text[at + length] : 0;
        if (next >= 'a' && next <= 'z') return length;
    }
    return 0;
}

void cal_name_options(cal_error *err) {
    char out[sizeof err->text];
    size_t length = 0;
    for (size_t at = 0; err->text[at] && length + 3 < sizeof out;) {
        const size_t owner = field_at(err->text, at);
        if (!owner) {
            out[length++] = err->text[at++];
            continue;
        }
        out[length++] = '-', out[length++] = '-';
        for (at += owner; ((err->text[at] >= 'a' && err->text[at] <= 'z') || err->text[at] == '_') &&
                          length + 1 < sizeof out;
             at++)
            out[length++] = err->text[at] == '_' ? '-' : err->text[at];
    }
    out[length] = 0;
    memcpy(err->text, out, length + 1);
}
