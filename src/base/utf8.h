// Validates UTF-8, for all text from outside that is shown.
#ifndef CAL_BASE_UTF8_H
#define CAL_BASE_UTF8_H
#include <stddef.h>

// Returns the bytes of the well-formed character at text[0..left), left >= 1; 0 if there is none. Overlong
// forms, surrogates and code points above U+10FFFF are malformed, as in table 3-7 of Unicode.
int cal_utf8_length(const char *text, size_t left);
// The same, but 0 for control characters as well: U+0000 to U+001F and U+007F to U+009F.
int cal_utf8_printable(const char *text, size_t left);

#endif
