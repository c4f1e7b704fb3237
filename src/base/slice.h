// A piece of a text that the caller owns.
#ifndef CAL_BASE_SLICE_H
#define CAL_BASE_SLICE_H
#include <stdbool.h>

typedef struct cal_slice {
    const char *at;
    int length;
} cal_slice;

// How user text is quoted in an error, cut so that the reason after it still fits.
enum { CAL_QUOTE_MAX = 48 };
#define CAL_QUOTED(slice) ((slice).length < CAL_QUOTE_MAX ? (slice).length : CAL_QUOTE_MAX), (slice).at

bool cal_slice_is(cal_slice slice, const char *text);
// Below, equal to or above 0: byte by byte, and a text before those that it begins.
int cal_slice_order(cal_slice a, cal_slice b);
// A field of a table as it is meant, each doubled quotation mark once: into out[field.length], which may be the field. Returns the length.
int cal_field_text(char *out, cal_slice field);
// Whether a field, with its quotation marks as they stand or undoubled, is this text.
bool cal_slice_is_field(cal_slice field, cal_slice text);
// The part before the first `separator`, which is skipped; *rest becomes what follows, its `at` null when
// there was no separator.
cal_slice cal_slice_cut(cal_slice *rest, char separator);

// The line of a text that begins at *at, without the end of the line and the blanks before it; *at becomes
// where the next one begins. Of lines longer than INT_MAX the first INT_MAX bytes.
cal_slice cal_slice_line(const char **at, const char *end);

// Decimal, finite, at most 40 characters; false for anything else. The nearest double, in every build.
bool cal_number_parse(double *out, cal_slice text);

#endif
