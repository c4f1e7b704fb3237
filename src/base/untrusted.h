// Text from outside, such as a name in a file, made safe for a terminal or decoded strictly.
#ifndef CAL_BASE_UNTRUSTED_H
#define CAL_BASE_UNTRUSTED_H
#include <stdbool.h>
#include "base/memory.h"
#include "base/slice.h"
#include "base/text.h"

// Adds text[0..length) with '?' for each control character and each byte that is not UTF-8. `kept` lists the
// control characters to copy, "\n\t"; "" copies none, so that a name cannot begin a line.
void cal_text_add_printable(cal_text *out, const char *text, size_t length, const char *kept);

// Decodes a JSON string (RFC 8259), given without its quotation marks, into the arena, zero-terminated.
// Returns false, with *out unchanged, for raw control characters, U+0000, malformed UTF-8 and unknown
// escapes, and if the arena refuses.
bool cal_json_unescape(cal_slice *out, cal_arena *arena, cal_slice quoted);

#endif
