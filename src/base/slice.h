// A piece of a text that the caller owns.
#ifndef CAL_BASE_SLICE_H
#define CAL_BASE_SLICE_H
#include <stdbool.h>

typedef struct cal_slice {
    const char *at;
    int length;
} cal_slice;

// Limit for user text quoted in an error, so that the reason after it still fits.
enum { CAL_QUOTE_MAX = 48 };
#define CAL_QUOTED(slice) ((slice).length < CAL_QUOTE_MAX ? (slice).length : CAL_QUOTE_MAX), (slice).at

bool cal_slice_is(cal_slice slice, const char *text);
bool cal_slice_same(cal_slice a, cal_slice b);
// Negative, 0 or positive. Compares byte by byte; a prefix comes first.
int cal_slice_order(cal_slice a, cal_slice b);
// Unescapes the field of a table: each doubled quotation mark becomes one. Writes to out[field.length], which
// may be the field. Returns the length.
int cal_field_text(char *out, cal_slice field);
// Returns true if the field, with its quotation marks raw or undoubled, equals `text`.
bool cal_slice_is_field(cal_slice field, cal_slice text);
// Returns the part before the first `separator`. *rest becomes the part after it; without a separator, its
// `at` is null.
cal_slice cal_slice_cut(cal_slice *rest, char separator);

// Returns the line at *at without its line end and trailing blanks, and moves *at to the next line. A line
// longer than INT_MAX is cut to INT_MAX bytes.
cal_slice cal_slice_line(const char **at, const char *end);

// Parses a decimal, finite number of at most 40 characters; false for anything else. The nearest double, in
// every build.
bool cal_number_parse(double *out, cal_slice text);

#endif
