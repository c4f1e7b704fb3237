// Validation of UTF-8, for all text from outside that is shown.
#ifndef CAL_BASE_UTF8_H
#define CAL_BASE_UTF8_H
#include <stddef.h>

// Bytes of the well-formed character at text[0..left), left >= 1; 0 if there is none (overlong forms,
// surrogates and code points above U+10FFFF count as malformed, as in Unicode's table 3-7).
int cal_utf8_length(const char *text, size_t left);
// The same, but 0 for control characters as well: U+0000 to U+001F and U+007F to U+009F.
int cal_utf8_printable(const char *text, size_t left);

#endif
